import { CATALOG, catalogFacts, slotOf } from '../../../../catalog/index.ts';
import type { Draft } from '../draft.ts';
import { special } from './special.ts';

/**
 * Mail whose own slot is that of a fact that the owner lacks. Whatever the organiser lists, such a collision must never
 * become a name.
 */
export function slotTraps(): Draft[] {
  return [
    special('slot-trap-invoice', {
      at: '2024-08-12T10:00:00Z',
      mime: {
        from: { name: 'Kaffee Nord', address: 'bestellung@kaffee-nord.example' },
        subject: subjectInSlot('Rechnung', 'verifiedTravelEvents/dweb'),
        text: 'Vielen Dank für Ihre Bestellung. Die Rechnung liegt bei.\n',
      },
    }),
    special('slot-trap-chat', {
      at: '2024-06-02T10:00:00Z',
      labels: ['INBOX', 'CATEGORY_PERSONAL'],
      mime: {
        from: { name: 'Lea Keller', address: 'lea.k@postfach.example' },
        subject: subjectInSlot('Foto', 'selfAttestedEvents/sigSingDemoDay'),
        text: 'Noch eins vom See.\n',
      },
    }),
    special('slot-trap-devcon-ticket', {
      at: '2024-11-01T10:00:00Z',
      mime: {
        from: { name: 'Devcon', address: 'tickets@devcon.org' },
        subject: subjectInSlot('Devcon SEA ticket', 'verifiedTravelEvents/sigSingDemoDay'),
        text: 'Your Devcon SEA ticket, with the name that stands on the badge.\n',
      },
      signatures: [{ key: 'devcon' }],
    }),
    special('slot-trap-edcon-order', {
      at: '2024-07-20T10:00:00Z',
      mime: {
        from: { name: 'EDCON', address: 'shop@edcon.io' },
        subject: subjectInSlot('EDCON 2024 order', 'selfAttestedEvents/dweb'),
        text: 'Your order for EDCON 2024 can be collected at the conference.\n',
      },
    }),
  ];
}

/** The first numbered subject in the fact's slot; takes about a hundred tries. */
function subjectInSlot(text: string, factId: string): string {
  const fact = catalogFacts(CATALOG).byId.get(factId);
  if (!fact) throw new Error(`The catalog has no fact ${factId}`);
  for (let number = 1000; ; number++) {
    const subject = `${text} #${number}`;
    if (slotOf(subject) === fact.slot) return subject;
  }
}
