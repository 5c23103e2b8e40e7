/** Mails of Indico in other languages. */
import { indico } from './layout.ts';
import type { Sample } from '../sample.ts';

type Mail = Omit<Parameters<typeof indico>[0], 'language'>;
const de = (mail: Mail): Sample => indico({ ...mail, language: 'de' });
const fr = (mail: Mail): Sample => indico({ ...mail, language: 'fr' });
const es = (mail: Mail): Sample => indico({ ...mail, language: 'es' });
const pt = (mail: Mail): Sample => indico({ ...mail, language: 'pt' });
const it = (mail: Mail): Sample => indico({ ...mail, language: 'it' });
const nl = (mail: Mail): Sample => indico({ ...mail, language: 'nl' });
const tr = (mail: Mail): Sample => indico({ ...mail, language: 'tr' });
const ja = (mail: Mail): Sample => indico({ ...mail, language: 'ja' });
const zh = (mail: Mail): Sample => indico({ ...mail, language: 'zh' });
const he = (mail: Mail): Sample => indico({ ...mail, language: 'he' });

export const INDICO_OTHERS: readonly Sample[] = [
  fr({
    state: 'registered',
    event: 'ethCC',
    kind: 'confirmation',
    subject: 'Inscription pour EthCC[7]',
    form: { name: 'Participants', number: 640 },
    answers: { Prénom: 'Robin', Nom: 'Keller', Régime: 'végétarien' },
    body: [
      'Cher Robin Keller,',
      'merci ! Votre inscription à l’évènement **EthCC[7]** (8 - 11 juillet 2024) est bien enregistrée et confirmée.',
      'Gérer mon inscription : https://indico.ethcc.io/event/7/registrations/1/',
    ],
  }),
  fr({
    state: 'state-withdrawn',
    event: 'ethCC',
    kind: 'negative',
    subject: 'Inscription retirée : EthCC[7]',
    form: { name: 'Participants', number: 640 },
    body: [
      'Cher Robin Keller,',
      'votre inscription à l’évènement **EthCC[7]** a été **retirée** à votre demande.',
    ],
  }),
  fr({
    state: 'certificate',
    event: 'ethCC',
    kind: 'attendance',
    subject: 'Attestation de présence – EthCC[7]',
    body: [
      'Bonjour Robin Keller,',
      'vous trouverez ci-joint votre attestation de participation à la conférence EthCC[7], à laquelle vous avez assisté du 8 au 11 juillet.',
    ],
    attachments: [{ name: 'attestation.pdf', type: 'application/pdf' }],
    sent: 8,
  }),
  de({
    state: 'registered',
    event: 'progcrypto',
    kind: 'confirmation',
    subject: 'Registrierung für progcrypto',
    form: { name: 'Teilnehmende', number: 34 },
    answers: { Vorname: 'Robin', Nachname: 'Keller' },
    body: [
      'Sehr geehrte/r Robin Keller,',
      'vielen Dank! Ihre Registrierung für die Veranstaltung **progcrypto** (16. - 17. November 2023) ist abgeschlossen.',
    ],
  }),
  de({
    state: 'registration-unpaid',
    event: 'zkSummit11',
    kind: 'pending',
    subject: 'Registrierung für ZK Summit 11',
    form: { name: 'Teilnehmende', number: 77 },
    body: [
      'Sehr geehrte/r Robin Keller,',
      'Ihre Registrierung für **ZK Summit 11** ist bei uns eingegangen. Um sie abzuschließen, gehen Sie bitte zur Bezahlung: https://indico.zksummit.com/event/11/registrations/3/checkout',
    ],
  }),
  de({
    state: 'reminder',
    event: 'progcrypto',
    kind: 'logistics',
    subject: 'Erinnerung: progcrypto beginnt morgen',
    body: [
      'Liebe Teilnehmende,',
      'morgen um 9 Uhr beginnt progcrypto, wofür Sie sich registriert haben. Einlass ist ab 8:15 Uhr; bitte bringen Sie Ihr Ticket mit.',
      'Tagesordnung: https://indico.progcrypto.org/event/7/timetable/',
    ],
    sent: -1,
  }),
  es({
    state: 'registered',
    event: 'edcon',
    kind: 'confirmation',
    subject: 'Inscripción en EDCON 2024',
    form: { name: 'Participantes', number: 512 },
    answers: { Nombre: 'Robin', Apellido: 'Keller' },
    body: [
      'Estimado Robin Keller:',
      '¡Gracias! Su inscripción en el evento **EDCON 2024** (24 - 30 de julio de 2024) se ha completado correctamente.',
    ],
  }),
  pt({
    state: 'registered',
    event: 'devcon',
    kind: 'confirmation',
    subject: 'Inscrição em Devcon SEA',
    form: { name: 'Participantes', number: 2044 },
    answers: { Nome: 'Robin', Sobrenome: 'Keller' },
    body: [
      'Prezado(a) Robin Keller,',
      'Obrigado! A sua inscrição no evento **Devcon SEA** foi concluída com sucesso.',
    ],
  }),
  pt({
    state: 'invitation',
    event: 'edcon',
    kind: 'pending',
    subject: 'Convite: EDCON 2024',
    body: [
      'Olá, Robin,',
      'gostaríamos de convidá-lo para o EDCON 2024 em Tóquio. Para se inscrever ou recusar o convite, use o seu link pessoal:',
      'https://indico.edcon.io/event/24/registrations/1/?invitation=0b9e',
    ],
  }),
  it({
    state: 'registered',
    event: 'zkSummit11',
    kind: 'confirmation',
    subject: 'Iscrizione a ZK Summit 11',
    form: { name: 'Partecipanti', number: 90 },
    answers: { Nome: 'Robin', Cognome: 'Keller' },
    body: [
      'Gentile Robin Keller,',
      'grazie! La Sua iscrizione all’evento **ZK Summit 11** (10 aprile 2024) è confermata.',
    ],
  }),
  it({
    state: 'registration-pending',
    event: 'ethCC',
    kind: 'pending',
    subject: 'Richiesta di iscrizione a EthCC[7]',
    form: { name: 'Partecipanti', number: 701 },
    body: [
      'Gentile Robin Keller,',
      'abbiamo ricevuto la Sua richiesta di iscrizione a **EthCC[7]**. È in attesa di approvazione: Le scriveremo appena sarà stata esaminata.',
    ],
  }),
  nl({
    state: 'state-complete',
    event: 'ethCC',
    kind: 'confirmation',
    subject: 'Inschrijving voltooid voor EthCC[7]',
    form: { name: 'Deelnemers', number: 655 },
    body: [
      'Beste Robin Keller,',
      'uw inschrijving voor **EthCC[7]** is goedgekeurd en is nu **voltooid**. Tot ziens in Brussel!',
    ],
  }),
  tr({
    state: 'registered',
    event: 'zuconnect',
    kind: 'confirmation',
    subject: 'ZuConnect kaydı',
    form: { name: 'Katılımcılar', number: 133 },
    answers: { Ad: 'Robin', Soyad: 'Keller' },
    body: [
      'Sayın Robin Keller,',
      'teşekkürler! **ZuConnect** etkinliği için kaydınız tamamlandı (29 Ekim - 11 Kasım 2023).',
    ],
  }),
  ja({
    state: 'registration-unpaid',
    event: 'edcon',
    kind: 'pending',
    subject: 'EDCON 2024 参加登録',
    form: { name: '一般参加者', number: 1450 },
    body: [
      'Robin Keller 様',
      '**EDCON 2024** の参加登録を受け付けました。登録を完了するには、参加費のお支払いが必要です: https://indico.edcon.io/event/24/registrations/1/checkout',
    ],
  }),
  ja({
    state: 'registered',
    event: 'edcon',
    kind: 'confirmation',
    subject: 'EDCON 2024 参加登録完了のお知らせ',
    form: { name: '一般参加者', number: 1450 },
    answers: { 名: 'Robin', 姓: 'Keller' },
    body: [
      'Robin Keller 様',
      '**EDCON 2024** (2024年7月24日 - 30日) への参加登録が完了いたしました。当日は受付で登録番号をお伝えください。',
    ],
  }),
  zh({
    state: 'state-rejected',
    event: 'edgeEsmeralda',
    kind: 'negative',
    subject: 'Edge Esmeralda 2024 注册申请未通过',
    form: { name: '居民', number: 230 },
    body: [
      '尊敬的 Robin Keller：',
      '很遗憾，您的 **Edge Esmeralda 2024** 注册申请已被拒绝。原因：名额已满。',
    ],
  }),
  he({
    state: 'registered',
    event: 'progcrypto',
    kind: 'confirmation',
    subject: 'הרשמה ל-progcrypto',
    form: { name: 'משתתפים', number: 51 },
    body: ['שלום Robin Keller,', 'תודה! ההרשמה שלך לאירוע **progcrypto** הושלמה בהצלחה.'],
  }),
];
