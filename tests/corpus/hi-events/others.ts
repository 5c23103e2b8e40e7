/** Mails of Hi.Events in other languages. */
import { hiEvents } from './layout.ts';
import type { Sample } from '../sample.ts';

type Mail = Omit<Parameters<typeof hiEvents>[0], 'language'>;
const de = (mail: Mail): Sample => hiEvents({ ...mail, language: 'de' });
const fr = (mail: Mail): Sample => hiEvents({ ...mail, language: 'fr' });
const es = (mail: Mail): Sample => hiEvents({ ...mail, language: 'es' });
const pt = (mail: Mail): Sample => hiEvents({ ...mail, language: 'pt' });
const it = (mail: Mail): Sample => hiEvents({ ...mail, language: 'it' });
const nl = (mail: Mail): Sample => hiEvents({ ...mail, language: 'nl' });
const tr = (mail: Mail): Sample => hiEvents({ ...mail, language: 'tr' });
const ru = (mail: Mail): Sample => hiEvents({ ...mail, language: 'ru' });
const zh = (mail: Mail): Sample => hiEvents({ ...mail, language: 'zh' });
const ko = (mail: Mail): Sample => hiEvents({ ...mail, language: 'ko' });
const th = (mail: Mail): Sample => hiEvents({ ...mail, language: 'th' });

export const HI_EVENTS_OTHERS: readonly Sample[] = [
  de({
    state: 'order-confirmed',
    event: 'edcon',
    kind: 'confirmation',
    subject: 'Deine Bestellung ist bestätigt! 🎉',
    heading: 'Deine Bestellung ist bestätigt! 🎉',
    order: 'O-77BDKX',
    body: [
      'Glückwunsch! Deine Bestellung für EDCON 2024 am 24. Juli 2024 um 9:00 Uhr hat geklappt. Die Einzelheiten stehen unten.',
      '**Bestellnummer:** O-77BDKX\n**Gesamtbetrag:** 250,00 $',
    ],
    button: 'Bestellung und Tickets ansehen',
  }),
  de({
    state: 'order-offline',
    event: 'zuconnect',
    kind: 'pending',
    subject: 'Deine Bestellung ist bestätigt! 🎉',
    heading: 'Deine Bestellung ist bestätigt! 🎉',
    order: 'O-ZU3WLC',
    body: [
      'Deine Bestellung wartet noch auf die Zahlung. Die Tickets sind ausgestellt, gelten aber erst, wenn das Geld bei uns ist.',
      '**Zahlungshinweise:** Überweise 250,00 € an Zuzalu, IBAN CH93 0076 2011 6238 5295 7, Zweck O-ZU3WLC.',
      '**Veranstaltung:** ZuConnect',
    ],
    button: 'Bestellung ansehen',
  }),
  de({
    state: 'ticket',
    event: 'progcrypto',
    kind: 'confirmation',
    subject: '🎟️ Dein Ticket für progcrypto',
    heading: 'Du bist bei progcrypto dabei! 🎉',
    order: 'A-PCC7TU',
    body: ['Hallo Robin, hier ist dein Ticket (A-PCC7TU). Zeig es am Eingang auf dem Handy vor.'],
    button: 'Ticket ansehen',
  }),
  de({
    state: 'waitlist-offer',
    event: 'edgeEsmeralda',
    kind: 'pending',
    subject: 'Für Edge Esmeralda ist ein Platz frei geworden',
    heading: 'Ein Platz ist frei!',
    body: [
      'Hallo,',
      'gute Nachrichten: Für **Edge Esmeralda 2024** wurde ein Platz frei, den wir bis morgen 18 Uhr für dich reservieren. Schließe bis dahin den Kauf ab.',
    ],
    button: 'Bestellung abschließen',
  }),
  fr({
    state: 'refund',
    event: 'ethCC',
    kind: 'negative',
    hosted: true,
    subject: 'Vous avez été remboursé',
    body: [
      'Bonjour,',
      'vous avez reçu un remboursement de 299,00 € pour l’évènement suivant : EthCC[7].',
      'Merci',
    ],
  }),
  fr({
    state: 'message',
    event: 'zuconnect',
    kind: 'logistics',
    subject: 'Votre arrivée à Istanbul',
    sent: -3,
    body: [
      'Bonjour à tous,',
      'la réception ouvre dimanche à 10 h. Présentez votre billet pour recevoir votre bracelet et la clé de votre chambre.',
      'Vous recevez ce message car vous êtes inscrit comme participant à **ZuConnect**.',
    ],
  }),
  es({
    state: 'ticket',
    event: 'devcon',
    kind: 'confirmation',
    subject: '🎟️ Tu entrada para Devcon SEA',
    heading: '¡Vas a Devcon SEA! 🎉',
    order: 'A-ES9LMV',
    body: ['Hola, Robin: aquí tienes los datos de tu entrada (A-ES9LMV). Enséñala en la puerta.'],
    button: 'Ver entrada',
  }),
  es({
    state: 'order-cancelled',
    event: 'edcon',
    kind: 'negative',
    subject: 'Tu pedido ha sido cancelado',
    order: 'O-ES3PTR',
    body: ['Hola:', 'tu pedido para **EDCON 2024** ha sido cancelado.', 'Pedido n.º: **O-ES3PTR**'],
  }),
  pt({
    state: 'ticket-offline',
    event: 'edcon',
    kind: 'pending',
    subject: '🎟️ Seu ingresso para EDCON 2024',
    heading: 'Você vai ao EDCON 2024! 🎉',
    body: [
      'ℹ️ O pagamento do seu pedido está pendente. O ingresso foi emitido, mas só será válido quando recebermos o pagamento.',
    ],
    button: 'Ver ingresso',
  }),
  it({
    state: 'order-confirmed',
    event: 'ethCC',
    kind: 'confirmation',
    hosted: true,
    subject: 'Il tuo ordine è confermato! 🎉',
    heading: 'Il tuo ordine è confermato! 🎉',
    order: 'O-IT8NWF',
    body: [
      'Complimenti! Il tuo ordine per EthCC[7] dell’8 luglio 2024 è andato a buon fine.',
      '**Numero d’ordine:** O-IT8NWF\n**Totale:** 299,00 €',
    ],
    button: 'Vedi ordine e biglietti',
  }),
  it({
    state: 'order-failed',
    event: 'devcon',
    kind: 'negative',
    subject: 'Il tuo ordine non è andato a buon fine',
    body: [
      'Ciao,',
      'purtroppo il tuo recente ordine per **Devcon SEA** non è riuscito. Non ti è stato addebitato nulla.',
    ],
    button: 'Pagina dell’evento',
  }),
  nl({
    state: 'ticket',
    event: 'zkSummit11',
    kind: 'confirmation',
    subject: '🎟️ Je ticket voor ZK Summit 11',
    heading: 'Je gaat naar ZK Summit 11! 🎉',
    order: 'A-NL3KDW',
    body: ['Hallo Robin, hieronder vind je je ticket (A-NL3KDW). Laat het bij de ingang zien.'],
    button: 'Ticket bekijken',
  }),
  nl({
    state: 'waitlist-joined',
    event: 'devcon',
    kind: 'pending',
    subject: 'Je staat op de wachtlijst voor Devcon SEA',
    heading: 'Je staat op de wachtlijst!',
    body: [
      'Hallo,',
      'we hebben je op de wachtlijst gezet voor **Devcon SEA**. Zodra er een plek vrijkomt, hoor je van ons.',
    ],
    button: 'Evenement bekijken',
  }),
  tr({
    state: 'order-confirmed',
    event: 'zuconnect',
    kind: 'confirmation',
    subject: 'Siparişiniz onaylandı! 🎉',
    heading: 'Siparişiniz onaylandı! 🎉',
    order: 'O-TR7PNE',
    body: [
      'Tebrikler! ZuConnect için 29 Ekim 2023 tarihli siparişiniz başarıyla tamamlandı.',
      '**Sipariş numarası:** O-TR7PNE',
    ],
    button: 'Siparişi ve biletleri görüntüle',
  }),
  ru({
    state: 'ticket',
    event: 'edcon',
    kind: 'confirmation',
    subject: '🎟️ Ваш билет на EDCON 2024',
    heading: 'Вы идёте на EDCON 2024! 🎉',
    order: 'A-RU8XMC',
    body: ['Здравствуйте, Robin! Данные вашего билета (A-RU8XMC) приведены ниже. Покажите его на входе.'],
    button: 'Открыть билет',
  }),
  ru({
    state: 'order-offline',
    event: 'devcon',
    kind: 'pending',
    subject: 'Ваш заказ подтверждён! 🎉',
    heading: 'Ваш заказ подтверждён! 🎉',
    order: 'O-RU3TLB',
    body: [
      'Заказ на Devcon SEA ожидает оплаты. Билеты выпущены, но станут действительны только после поступления денег.',
      '**Номер заказа:** O-RU3TLB',
    ],
    button: 'Посмотреть заказ',
  }),
  zh({
    state: 'order-confirmed',
    event: 'ethDenver24',
    kind: 'confirmation',
    subject: '您的订单已确认！🎉',
    heading: '您的订单已确认！🎉',
    order: 'O-ZH8CDN',
    body: ['恭喜！您于 2024 年 2 月 23 日的 ETHDenver 2024 订单已成功。', '**订单编号：** O-ZH8CDN'],
    button: '查看订单和门票',
  }),
  ko({
    state: 'ticket',
    event: 'devcon',
    kind: 'confirmation',
    subject: '🎟️ Devcon SEA 티켓',
    heading: 'Devcon SEA에 가시는군요! 🎉',
    order: 'A-KO7LXT',
    body: ['안녕하세요 Robin 님, 아래에서 티켓(A-KO7LXT)을 확인하세요. 입장할 때 보여 주시면 됩니다.'],
    button: '티켓 보기',
  }),
  th({
    state: 'waitlist-joined',
    event: 'devcon',
    kind: 'pending',
    subject: 'คุณอยู่ในรายชื่อสำรองของ Devcon SEA',
    heading: 'คุณอยู่ในรายชื่อสำรองแล้ว',
    body: ['สวัสดีค่ะ', 'เราได้เพิ่มคุณในรายชื่อสำรองของงาน **Devcon SEA** แล้ว หากมีบัตรว่างเราจะแจ้งให้ทราบทางอีเมล'],
    button: 'ดูงาน',
  }),
];
