/** French mails of pretix shops. */
import { pretix, ticketFile } from './layout.ts';
import type { Sample } from '../sample.ts';

const fr = (mail: Omit<Parameters<typeof pretix>[0], 'language'>): Sample =>
  pretix({ ...mail, language: 'fr' });

export const PRETIX_FR: readonly Sample[] = [
  fr({
    state: 'order-placed',
    event: 'ethCC',
    kind: 'pending',
    hosted: true,
    subject: 'Votre commande : 3HGPX',
    code: '3HGPX',
    items: ['1x Billet standard'],
    body: [
      'Bonjour,',
      'nous avons bien enregistré votre commande pour EthCC[7], d’un montant de 299,00 €. Merci d’effectuer votre virement avant le 31 mai 2024 avec la référence ETHCC7-3HGPX.',
      'Votre billet vous sera envoyé dès réception de votre paiement.',
      'Cordialement,\nL’équipe EthCC',
    ],
  }),
  fr({
    state: 'order-paid',
    nr: 2,
    event: 'devcon',
    kind: 'confirmation',
    subject: 'Votre billet pour Devcon SEA (commande LBW8Q)',
    code: 'LBW8Q',
    items: ['1x Tarif développeur – Robin Keller'],
    body: [
      'Bonjour Robin,',
      'c’est confirmé : votre commande est payée et votre billet pour Devcon SEA est joint à ce message. Présentez le code QR à l’accueil, à Bangkok.',
      'En cas d’empêchement, le remboursement est possible jusqu’au 12 octobre.',
      'À bientôt,\nl’équipe Devcon',
    ],
    attachments: [ticketFile('devcon', 'LBW8Q')],
  }),
  fr({
    state: 'event-info',
    event: 'ethCC',
    kind: 'logistics',
    byHand: true,
    hosted: true,
    subject: 'EthCC[7] : informations pratiques pour les participants',
    code: '8HGPX',
    sent: -4,
    body: [
      'Chers participants,',
      'plus que quatre jours avant EthCC ! Voici de quoi préparer votre venue à Bruxelles.',
      'Retrait des badges : dimanche de 15 h à 19 h et lundi dès 8 h, au Square. Munissez-vous de votre billet et d’une pièce d’identité.\nVestiaire : niveau -1.\nProgramme complet : https://ethcc.io/agenda',
      'Bon voyage !',
    ],
  }),
  fr({
    state: 'expire-warning',
    event: 'zuconnect',
    kind: 'pending',
    subject: 'Votre commande MX3DU expire bientôt',
    code: 'MX3DU',
    body: [
      'Bonjour,',
      'nous n’avons pas encore reçu la totalité du paiement de votre commande pour ZuConnect.',
      'Nous ne pouvons garantir votre place que si le règlement nous parvient avant le 15 octobre 2023.',
      'Cordialement,\nZuConnect',
    ],
  }),
  fr({
    state: 'waiting-list-joined',
    event: 'progcrypto',
    kind: 'pending',
    subject: 'Vous êtes sur la liste d’attente de progcrypto',
    body: [
      'Bonjour,',
      'progcrypto affiche complet, mais votre demande est bien notée sur notre liste d’attente. Dès qu’un billet se libère, nous vous envoyons un code à utiliser sous 24 heures.',
      'Cordialement,\nl’équipe progcrypto',
    ],
  }),
  fr({
    state: 'invoice',
    event: 'devcon',
    kind: 'confirmation',
    subject: 'Votre facture pour la commande LBW8Q',
    code: 'LBW8Q',
    body: [
      'Bonjour,',
      'vous trouverez ci-jointe la facture acquittée de votre inscription à Devcon SEA. Elle a été réglée par carte bancaire le 3 septembre 2024.',
      'Cordialement,\nService billetterie Devcon',
    ],
    attachments: [{ name: 'Facture_DEVCON7-04102.pdf', type: 'application/pdf' }],
  }),
  fr({
    state: 'attendee-paid',
    event: 'zkSummit11',
    kind: 'confirmation',
    subject: 'Votre inscription à ZK Summit 11 est confirmée : E8LLV',
    code: 'E8LLV',
    orderedBy: 'compta@bordulac.example',
    body: [
      'Bonjour Robin Keller,',
      'un billet pour ZK Summit 11 commandé à votre nom vient d’être payé. Vous le trouverez sur votre page personnelle.',
      'L’équipe ZK',
    ],
  }),
  fr({
    state: 'ticket-passed-on',
    event: 'devcon',
    kind: 'other-person',
    subject: 'Votre billet LBW8Q a été cédé',
    code: 'LBW8Q',
    body: [
      'Bonjour Robin,',
      'vous avez transmis votre billet pour Devcon SEA à Mara Lindqvist. Un nouveau billet à son nom lui a été envoyé ; le vôtre est désormais invalide.',
      'L’équipe Devcon',
    ],
  }),
  fr({
    state: 'offer',
    event: 'ethCC',
    kind: 'bulk',
    byHand: true,
    hosted: true,
    headers: { 'List-Unsubscribe': '<https://pretix.eu/ethcc/newsletter/out/3b>' },
    subject: 'Dernière semaine au tarif réduit pour EthCC[7]',
    body: [
      'Bonjour,',
      'il reste une semaine pour réserver votre place à EthCC[7] au tarif « early bird ». Après le 15 février, le billet passera à 399 €.',
      'Étudiants et contributeurs open source : demandez une bourse avant la fin du mois.',
      'Billetterie : https://pretix.eu/ethcc/ethcc7/ · Se désinscrire : https://pretix.eu/ethcc/newsletter/out/3b',
    ],
  }),
];
