/** Mails of programme desks that use pretalx, in European languages other than English. */
import { pretalx } from './layout.ts';
import type { Sample } from '../sample.ts';

type Mail = Omit<Parameters<typeof pretalx>[0], 'language'>;
const de = (mail: Mail): Sample => pretalx({ ...mail, language: 'de' });
const fr = (mail: Mail): Sample => pretalx({ ...mail, language: 'fr' });
const es = (mail: Mail): Sample => pretalx({ ...mail, language: 'es' });
const pt = (mail: Mail): Sample => pretalx({ ...mail, language: 'pt' });
const it = (mail: Mail): Sample => pretalx({ ...mail, language: 'it' });
const nl = (mail: Mail): Sample => pretalx({ ...mail, language: 'nl' });

export const PRETALX_EUROPE: readonly Sample[] = [
  de({
    state: 'received',
    event: 'ethCC',
    kind: 'pending',
    subject: 'Ihre Einreichung: Rollups im Alltag',
    body: [
      'Hallo!',
      'Wir haben Ihre Einreichung „Rollups im Alltag“ für EthCC[7] erhalten. Sobald das Programmkomitee alle Vorschläge gelesen hat, melden wir uns bei Ihnen.',
      'Das EthCC-Team',
    ],
  }),
  de({
    state: 'accepted',
    event: 'devcon',
    kind: 'role',
    subject: 'Ihre Einreichung: Brieftaschen, die vergessen',
    body: [
      'Hallo Robin,',
      'herzlichen Glückwunsch! Wir haben Ihren Vortrag „Brieftaschen, die vergessen“ für Devcon SEA angenommen. Bitte bestätigen Sie Ihre Teilnahme über diesen Link:',
      'https://cfp.devcon.org/7/me/submissions/ZU8NPB/confirm',
      'Wir freuen uns auf Sie in Bangkok!\nIhr Devcon-Team',
    ],
  }),
  de({
    state: 'rejected',
    event: 'ethCC',
    kind: 'negative',
    subject: 'Ihre Einreichung: Rollups im Alltag',
    body: [
      'Hallo,',
      'leider müssen wir Ihnen mitteilen, dass wir „Rollups im Alltag“ nicht ins Programm von EthCC[7] aufnehmen können. Es gab einfach zu viele gute Vorschläge.',
      'Wir würden uns freuen, Sie als Gast bei der Konferenz zu begrüßen.',
      'Das EthCC-Team',
    ],
  }),
  de({
    state: 'new-schedule',
    event: 'zkSummit11',
    kind: 'role',
    sent: -10,
    subject: 'Neuer Programmplan!',
    body: [
      'Hallo Robin,',
      'es gibt einen neuen Plan für ZK Summit 11. Ihr Vortrag „Falten leicht gemacht“ beginnt jetzt um 14:10 Uhr auf der kleinen Bühne.',
      'Bitte seien Sie eine Viertelstunde vorher da.',
      'Die Veranstalter von ZK Summit 11',
    ],
  }),
  de({
    state: 'cfp-open',
    event: 'zkSummit11',
    kind: 'bulk',
    sent: -110,
    headers: { 'List-Unsubscribe': '<mailto:leave@zksummit.com>' },
    subject: 'Vorträge gesucht für ZK Summit 11',
    body: [
      'Hallo zusammen,',
      'bis zum 31. Januar könnt ihr Vorträge für ZK Summit 11 in Athen einreichen. Wer angenommen wird, bekommt freien Eintritt.',
      'Einreichen: https://cfp.zksummit.com/zk11/cfp. Keine Mails mehr? Antwortet mit „Abmelden“.',
    ],
  }),
  fr({
    state: 'rejected',
    event: 'devcon',
    kind: 'negative',
    subject: 'Réponse à votre proposition pour Devcon SEA',
    body: [
      'Bonjour,',
      'nous sommes au regret de ne pas pouvoir retenir votre proposition pour Devcon SEA. Le comité a reçu plus de mille dossiers.',
      'Nous espérons malgré tout vous croiser à Bangkok parmi le public.',
      'L’équipe du programme',
    ],
  }),
  fr({
    state: 'backup',
    event: 'zkSummit11',
    kind: 'pending',
    subject: 'Votre proposition est en liste complémentaire',
    body: [
      'Bonjour Robin,',
      'votre exposé a plu, mais le programme de ZK Summit 11 est plein. Nous le gardons en réserve et vous recontacterons si un créneau se libère.',
      'Bien à vous',
    ],
  }),
  fr({
    state: 'speaker-info',
    event: 'ethCC',
    kind: 'role',
    sent: -5,
    subject: 'Intervenants EthCC[7] : dernières consignes',
    body: [
      'Chères intervenantes, chers intervenants,',
      'vous présentez votre conférence la semaine prochaine à EthCC. Merci de déposer vos diapositives avant vendredi et de vous présenter en régie 30 minutes avant votre passage.',
      'Dîner des intervenants : lundi à 20 h.',
    ],
  }),
  es({
    state: 'received',
    event: 'devcon',
    kind: 'pending',
    subject: 'Su propuesta: Monederos que olvidan',
    body: [
      '¡Hola!',
      'Hemos recibido su propuesta «Monederos que olvidan» para Devcon SEA. Le comunicaremos la decisión en cuanto hayamos revisado todas.',
      'La organización de Devcon SEA',
    ],
  }),
  es({
    state: 'accepted',
    event: 'devcon',
    kind: 'role',
    subject: '¡Enhorabuena! Su charla ha sido aceptada en Devcon SEA',
    body: [
      'Estimado Robin:',
      'nos alegra comunicarle que su charla «Monederos que olvidan» ha sido aceptada. Confirme su asistencia en este enlace: https://cfp.devcon.org/7/me/submissions/TR8XBD/confirm',
      'Más adelante le daremos el día, la sala y los detalles técnicos.',
      'La organización de Devcon SEA',
    ],
  }),
  es({
    state: 'helper-accepted',
    event: 'edgeEsmeralda',
    kind: 'role',
    desk: 'volunteers',
    subject: 'Bienvenido al equipo de voluntarios de Edge Esmeralda',
    body: [
      'Hola, Robin:',
      '¡queda confirmado! Formará parte del equipo de voluntarios de Edge Esmeralda del 2 al 16 de junio. El alojamiento y las comidas corren de nuestra cuenta.',
      'La primera reunión es el domingo a las 18:00 en la plaza.',
    ],
  }),
  pt({
    state: 'accepted',
    event: 'edcon',
    kind: 'role',
    desk: 'program',
    subject: 'Sua palestra foi aceita no EDCON 2024!',
    body: [
      'Olá, Robin!',
      'Temos o prazer de informar que a sua proposta “Provas sem pressa” foi aceita para o EDCON 2024. Por favor, confirme a sua presença até sexta-feira: https://cfp.edcon.io/2024/me/submissions/LW3XKF/confirm',
      'Até Tóquio!\nOrganização do EDCON',
    ],
  }),
  pt({
    state: 'rejected',
    event: 'devcon',
    kind: 'negative',
    subject: 'Sobre a sua proposta para a Devcon SEA',
    body: [
      'Olá,',
      'infelizmente a sua proposta não foi aceita para a Devcon SEA. Recebemos muito mais propostas do que podíamos acomodar.',
      'Esperamos ver você na plateia!',
    ],
  }),
  it({
    state: 'accepted',
    event: 'zkSummit11',
    kind: 'role',
    subject: 'La tua proposta: Piegare con eleganza',
    body: [
      'Ciao Robin,',
      'siamo felici di comunicarti che il tuo intervento «Piegare con eleganza» è stato accettato per ZK Summit 11. Conferma la tua partecipazione da qui: https://cfp.zksummit.com/zk11/me/submissions/FB7QAX/confirm',
      'Ci vediamo ad Atene!\nGli organizzatori',
    ],
  }),
  it({
    state: 'received',
    event: 'ethCC',
    kind: 'pending',
    subject: 'Abbiamo ricevuto la tua proposta per EthCC[7]',
    body: [
      'Ciao!',
      'La tua proposta «Nodi di carta» è arrivata. Ti faremo sapere l’esito ad aprile, dopo la valutazione del comitato.',
      'Gli organizzatori di EthCC[7]',
    ],
  }),
  nl({
    state: 'accepted',
    event: 'ethCC',
    kind: 'role',
    subject: 'Je voorstel: Vouwen voor beginners',
    body: [
      'Hoi Robin,',
      'goed nieuws! Je voorstel “Vouwen voor beginners” is geaccepteerd voor EthCC[7]. Bevestig je komst via deze link: https://cfp.ethcc.io/ethcc7/me/submissions/D8KNPA/confirm',
      'Tot in Brussel!\nDe organisatie',
    ],
  }),
  nl({
    state: 'rejected',
    event: 'devcon',
    kind: 'negative',
    subject: 'Je voorstel voor Devcon SEA',
    body: [
      'Hoi Robin,',
      'helaas kunnen we je voorstel dit jaar niet opnemen in het programma van Devcon SEA. We hopen je er als bezoeker te zien.',
      'De organisatie',
    ],
  }),
];
