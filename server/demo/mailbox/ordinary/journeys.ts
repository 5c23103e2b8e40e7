import type { OrdinaryMaker } from './maker.ts';

const TOWNS = ['Hamburg', 'Lyon', 'Gdańsk', 'Trieste', 'Porto', 'Uppsala', 'Ghent', 'Graz'] as const;

/** Private travel: tickets, flights and hotels with every booking and presence word, and no event. */
export const journeys: OrdinaryMaker = (random) => {
  const [from, to] = [random.pick(TOWNS), random.pick(TOWNS)];
  const code = random.between(0x100000, 0xffffff).toString(36).toUpperCase();
  const [sender, address, subject, text] = random.pick([
    [
      'Nachtzug',
      'fahrkarten@nachtzug.example',
      `Ihre Buchung ${code}: ${from} – ${to}`,
      `Vielen Dank für Ihre Buchung.\n\n${from} – ${to}, Wagen ${random.between(1, 14)}, Platz ${random.between(1, 99)}.\nDas Ticket finden Sie im Anhang.\n`,
    ],
    [
      'Kittiwake Air',
      'booking@kittiwake.example',
      `Your e-ticket ${code}, ${from} to ${to}`,
      `Check-in opens 24 hours before the flight.\nBooking ${code}, seat ${random.between(2, 31)}C.\nYour boarding pass is in the app.\n`,
    ],
    [
      'Hotel am Kai',
      'reservierung@hotelamkai.example',
      `Reservation confirmed: ${to}`,
      `Your hotel booking is confirmed. Check-in from 15:00, reservation ${code}.\n`,
    ],
    [
      'Ferries of the North',
      'hello@northferries.example',
      `Boarding pass ${code}`,
      `Foot passenger, ${from} to ${to}. Please be at the terminal 30 minutes before departure.\n`,
    ],
  ] as const);
  return {
    labels: ['INBOX', 'CATEGORY_UPDATES'],
    signed: true,
    mime: {
      from: { name: sender, address },
      subject,
      text,
      ...(random.chance(0.4) ? { html: `<p>${text.replaceAll('\n', '<br>')}</p>` } : {}),
    },
  };
};
