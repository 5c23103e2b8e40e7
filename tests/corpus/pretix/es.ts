/** Spanish mails of pretix shops. */
import { pretix, ticketFile } from './layout.ts';
import type { Sample } from '../sample.ts';

const es = (mail: Omit<Parameters<typeof pretix>[0], 'language'>): Sample =>
  pretix({ ...mail, language: 'es' });

export const PRETIX_ES: readonly Sample[] = [
  es({
    state: 'order-placed',
    event: 'devcon',
    kind: 'pending',
    subject: 'Su pedido: CVX8T',
    code: 'CVX8T',
    items: ['1x Entrada general'],
    body: [
      'Hola:',
      'hemos recibido su pedido para Devcon SEA por un total de 599,00 USD. Por favor, complete el pago antes del 1 de octubre.',
      'En cuanto nos llegue el dinero le enviaremos la entrada por correo.',
      'Un cordial saludo,\nel equipo de Devcon',
    ],
  }),
  es({
    state: 'order-approval',
    event: 'edgeEsmeralda',
    kind: 'pending',
    subject: 'Estamos revisando su pedido N7PKE',
    code: 'N7PKE',
    body: [
      'Hola, Robin:',
      'gracias por su interés en Edge Esmeralda. Antes de confirmar su pedido, el equipo organizador tiene que aprobarlo. Le avisaremos en unos días.',
      'No se le ha cobrado nada todavía.',
      'Edge City',
    ],
  }),
  es({
    state: 'order-paid',
    event: 'devcon',
    kind: 'confirmation',
    subject: 'Pago recibido para su pedido: CVX8T',
    code: 'CVX8T',
    items: ['1x Entrada general – Robin Keller'],
    body: [
      'Hola:',
      'hemos recibido correctamente su pago para Devcon SEA. ¡Muchas gracias!',
      'Puede consultar el estado de su pedido, descargar la entrada o solicitar una devolución desde la página del pedido.',
      'Saludos cordiales,\nel equipo de Devcon SEA',
    ],
    attachments: [ticketFile('devcon', 'CVX8T')],
  }),
  es({
    state: 'order-free',
    event: 'zuconnect',
    kind: 'confirmation',
    subject: 'Su inscripción en ZuConnect: FX7AY',
    code: 'FX7AY',
    items: ['1x Voluntariado, dos semanas'],
    body: [
      'Hola, Robin:',
      'su pedido para ZuConnect se ha realizado con éxito. Como solo incluye productos gratuitos, no tiene que pagar nada.',
      '¡Nos vemos en Estambul!\nEl equipo de ZuConnect',
    ],
  }),
  es({
    state: 'download-reminder',
    event: 'ethCC',
    kind: 'confirmation',
    hosted: true,
    subject: 'Su entrada está lista para descargar: 3TCLW',
    code: '3TCLW',
    sent: -3,
    body: [
      'Hola:',
      'usted compró una entrada para EthCC[7], que empieza dentro de tres días. Si aún no lo ha hecho, descárguela e imprímala, o llévela en el móvil.',
      'Le esperamos en Bruselas,\nel equipo de EthCC',
    ],
  }),
  es({
    state: 'payment-failed',
    event: 'ethCC',
    kind: 'pending',
    hosted: true,
    subject: 'No se pudo cobrar su pedido P8RKD',
    code: 'P8RKD',
    body: [
      'Hola:',
      'el intento de pago de su pedido para EthCC[7] ha fallado. Puede volver a intentarlo con otra tarjeta antes del 5 de junio.',
      'Si no recibimos el pago, el pedido se anulará automáticamente.',
      'Equipo EthCC',
    ],
  }),
  es({
    state: 'order-expired',
    event: 'dweb',
    kind: 'negative',
    subject: 'Su pedido ha caducado: G7MSU',
    code: 'G7MSU',
    body: [
      'Hola:',
      'no hemos recibido el pago de su pedido para DWeb Camp 2024 dentro del plazo, por lo que ha caducado. Las plazas vuelven a estar a la venta.',
      'El equipo de DWeb Camp',
    ],
  }),
  es({
    state: 'refund',
    event: 'devcon',
    kind: 'negative',
    subject: 'Reembolso de su pedido CVX8T',
    code: 'CVX8T',
    body: [
      'Estimado Robin Keller:',
      'hemos cancelado su entrada para Devcon SEA y le hemos reembolsado 599,00 USD en la tarjeta con la que pagó.',
      'Atentamente,\nDevcon',
    ],
  }),
  es({
    state: 'waiting-list-offer',
    event: 'edcon',
    kind: 'pending',
    subject: '¡Hay una entrada para usted! Lista de espera de EDCON 2024',
    body: [
      'Hola:',
      'se apuntó a la lista de espera de EDCON 2024 y ha quedado libre una entrada. Puede comprarla durante las próximas 24 horas con el código **TZ7QPLWX**.',
      'Pasado ese tiempo se la ofreceremos a la siguiente persona de la lista.',
    ],
  }),
  es({
    state: 'event-info',
    event: 'devcon',
    kind: 'logistics',
    byHand: true,
    subject: 'Guía del asistente: Devcon SEA',
    code: 'CVX9T',
    sent: -5,
    body: [
      'Querido asistente:',
      'quedan cinco días para que nos veamos en Bangkok. Guarde este correo.',
      '**Acreditación:** lunes 11 de 14:00 a 20:00, entrada norte del QSNCC, con su código QR y el pasaporte.\n**Almuerzo:** incluido todos los días.\n**Horarios y salas:** en la aplicación de Devcon.',
      '¡Buen viaje!',
    ],
  }),
  es({
    state: 'sales-start',
    event: 'ethCC',
    kind: 'bulk',
    byHand: true,
    hosted: true,
    headers: { 'List-Unsubscribe': '<https://pretix.eu/ethcc/newsletter/out/9d>', Precedence: 'bulk' },
    subject: 'Ya están a la venta las entradas de EthCC[7]',
    body: [
      'Hola, comunidad:',
      'hoy abrimos la venta de entradas para EthCC[7] en Bruselas. Consiga la suya antes de que se agoten y ahorre un 30 % con la tarifa anticipada.',
      'Comprar: https://pretix.eu/ethcc/ethcc7/',
      '¿No desea recibir más noticias? Dese de baja: https://pretix.eu/ethcc/newsletter/out/9d',
    ],
  }),
];
