/** Portuguese and Italian mails of pretix shops. */
import { pretix, ticketFile } from './layout.ts';
import type { Sample } from '../sample.ts';

type Mail = Omit<Parameters<typeof pretix>[0], 'language'>;
const pt = (mail: Mail): Sample => pretix({ ...mail, language: 'pt' });
const it = (mail: Mail): Sample => pretix({ ...mail, language: 'it' });

export const PRETIX_PT_IT: readonly Sample[] = [
  pt({
    state: 'order-placed',
    event: 'edcon',
    kind: 'pending',
    subject: 'Seu pedido: MN8LA',
    code: 'MN8LA',
    items: ['1x Passe de 3 dias'],
    body: [
      'Olá,',
      'recebemos o seu pedido para o EDCON 2024 no valor de US$ 250,00. Para garantir o ingresso, efetue o pagamento até 30 de junho.',
      'Assim que o pagamento for confirmado, enviaremos o ingresso para este e-mail.',
      'Abraços,\nEquipe EDCON',
    ],
  }),
  pt({
    state: 'order-paid',
    event: 'edcon',
    kind: 'confirmation',
    subject: 'Pagamento recebido para o seu pedido: MN8LA',
    code: 'MN8LA',
    items: ['1x Passe de 3 dias – Robin Keller'],
    body: [
      'Olá,',
      'recebemos o seu pagamento para o EDCON 2024. Obrigado!',
      'Acompanhe o status do pedido e altere seus dados na página abaixo.',
      'Atenciosamente,\nEquipe EDCON 2024',
    ],
  }),
  pt({
    state: 'order-free',
    event: 'devcon',
    kind: 'confirmation',
    subject: 'Inscrição confirmada: Devcon SEA (7TWPB)',
    code: '7TWPB',
    items: ['1x Ingresso cortesia – Robin Keller'],
    body: [
      'Oi, Robin!',
      'A sua inscrição na Devcon SEA está confirmada. O seu ingresso é cortesia e segue em anexo: basta apresentá-lo na entrada.',
      'Até Bangkok!',
    ],
    attachments: [ticketFile('devcon', '7TWPB')],
  }),
  pt({
    state: 'event-info',
    event: 'zuconnect',
    kind: 'logistics',
    byHand: true,
    subject: 'Sua chegada ao ZuConnect',
    code: '8XULD',
    sent: -2,
    body: [
      'Olá, residente!',
      'Faltam dois dias. O credenciamento abre domingo às 10h na recepção do hotel; leve o passaporte e o QR code do seu ingresso.',
      'Os ônibus do aeroporto saem de hora em hora. A programação da primeira semana está no anexo.',
    ],
    attachments: [{ name: 'programacao-semana-1.pdf', type: 'application/pdf' }],
  }),
  pt({
    state: 'order-denied',
    event: 'edgeEsmeralda',
    kind: 'negative',
    subject: 'Pedido recusado: W7YMC',
    code: 'W7YMC',
    body: [
      'Olá, Robin,',
      'infelizmente não pudemos aprovar o seu pedido para a Edge Esmeralda. As vagas desta edição já estão preenchidas. Nada foi cobrado.',
      'Com carinho,\nEdge City',
    ],
  }),
  pt({
    state: 'offer',
    event: 'devcon',
    kind: 'bulk',
    byHand: true,
    headers: { 'List-Unsubscribe': '<https://tickets.devcon.org/unsubscribe/b0>' },
    subject: 'Ingressos com desconto para a comunidade brasileira na Devcon SEA',
    body: [
      'Olá!',
      'Moradores do Brasil têm 20% de desconto nos ingressos da Devcon SEA até domingo. Use o cupom **BRASIL20** na hora da compra.',
      'Garanta o seu: https://tickets.devcon.org/7/ – para não receber mais estes e-mails: https://tickets.devcon.org/unsubscribe/b0',
    ],
  }),
  it({
    state: 'order-placed',
    event: 'zkSummit11',
    kind: 'pending',
    subject: 'Il Suo ordine: 9CFKX',
    code: '9CFKX',
    items: ['1x Biglietto standard'],
    body: [
      'Buongiorno,',
      'abbiamo ricevuto il Suo ordine per ZK Summit 11. L’importo di 180,00 € va versato entro il 20 marzo tramite bonifico.',
      'Riceverà il biglietto appena il pagamento risulterà accreditato.',
      'Cordiali saluti,\nlo staff di ZK Summit 11',
    ],
  }),
  it({
    state: 'order-paid',
    event: 'zkSummit11',
    kind: 'confirmation',
    subject: 'Pagamento ricevuto per il Suo ordine: 9CFKX',
    code: '9CFKX',
    items: ['1x Biglietto standard'],
    body: [
      'Buongiorno,',
      'abbiamo ricevuto correttamente il Suo pagamento per ZK Summit 11. Grazie!',
      'Può verificare lo stato dell’ordine e modificare i dati alla pagina qui sotto.',
      'Cordiali saluti,\nil team di ZK Summit 11',
    ],
  }),
  it({
    state: 'expire-warning',
    event: 'ethCC',
    kind: 'pending',
    hosted: true,
    subject: 'Il Suo ordine sta per scadere: VT8NA',
    code: 'VT8NA',
    body: [
      'Gentile cliente,',
      'non risulta ancora il pagamento completo del Suo ordine per EthCC[7]. Se non lo riceviamo entro il 28 maggio, i biglietti torneranno in vendita.',
      'Il team di EthCC',
    ],
  }),
  it({
    state: 'ticket-for-other',
    event: 'progcrypto',
    kind: 'other-person',
    subject: 'Ordine pagato: R8WEX',
    code: 'R8WEX',
    items: ['1x Ingresso – Mara Lindqvist'],
    body: [
      'Ciao,',
      'il pagamento per progcrypto è andato a buon fine. Il biglietto è intestato a Mara Lindqvist, che dovrà mostrare un documento all’ingresso.',
      'Il team di progcrypto',
    ],
  }),
  it({
    state: 'sales-start',
    event: 'edcon',
    kind: 'bulk',
    byHand: true,
    headers: { 'List-Unsubscribe': '<https://tickets.edcon.io/out/6>' },
    subject: 'EDCON 2024: aperte le iscrizioni',
    body: [
      'Ciao a tutti,',
      'da oggi sono in vendita i biglietti per EDCON 2024 a Tokyo. Fino al 30 aprile vale la tariffa ridotta; la conferenza si tiene dal 24 al 30 luglio.',
      'Acquista qui: https://tickets.edcon.io/2024/ – Annulla l’iscrizione alla newsletter: https://tickets.edcon.io/out/6',
    ],
  }),
];
