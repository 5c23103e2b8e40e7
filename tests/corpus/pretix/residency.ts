/** Mails of the residency's shop, which approves every order. */
import { pretix } from './layout.ts';
import type { Sample } from '../sample.ts';

const residency = (mail: Omit<Parameters<typeof pretix>[0], 'language' | 'event'>): Sample =>
  pretix({ ...mail, language: 'en', event: 'sigSingResident' });

export const PRETIX_RESIDENCY: readonly Sample[] = [
  residency({
    state: 'approved-to-pay',
    nr: 2,
    kind: 'pending',
    subject: 'You may now pay your deposit: MX7TD',
    code: 'MX7TD',
    body: [
      'Hi Robin,',
      'we approved your order for the Signature Singularity Residency. Please pay the deposit of 200 USD within five days; only then is the place yours.',
    ],
  }),
  residency({
    state: 'order-cancelled',
    nr: 2,
    kind: 'negative',
    subject: 'Order cancelled: SX8PD',
    code: 'SX8PD',
    body: [
      'Hi,',
      'you have cancelled your place at the Signature Singularity Residency. Your deposit goes back to you this week.',
    ],
  }),
  residency({
    state: 'event-info',
    nr: 3,
    kind: 'logistics',
    byHand: true,
    subject: 'Residency: first week, calls and channels',
    code: 'MX7TD',
    sent: -3,
    body: [
      'Dear residents,',
      'the SigSing Residency starts on Monday at 16:00 UTC with a round of introductions. The agenda of week one and your call links are on the order page.',
      'Please join the Matrix space before Sunday.',
    ],
  }),
  residency({
    state: 'thanks',
    nr: 2,
    kind: 'attendance',
    byHand: true,
    subject: 'Residency certificate',
    code: 'MX7TD',
    sent: 70,
    body: [
      'Hi Robin,',
      'you completed the Signature Singularity Residency, congratulations! Your certificate is attached, and your deposit is on its way back.',
    ],
    attachments: [{ name: 'residency-certificate.pdf', type: 'application/pdf' }],
  }),
];
