import { OWNER } from '../draft.ts';
import type { OrdinaryMaker } from './maker.ts';
import { COLLEAGUES, FRIENDS, mailbox } from './people.ts';

const ANSWERS = [
  ['Re: Review please', 'Done, two remarks inline. The second one is a matter of taste.'],
  ['Re: Sonntag', 'Ja, gern! Ich bringe Kuchen mit.'],
  ['Out next week', 'I am away from Monday and read mail in the evening.'],
  ['Re: Question about the estimate', 'Yes, it includes the cleanup. I will say so in the text.'],
  ['Re: Recipe', 'It worked, though with more pepper than planned.'],
] as const;

/** Mail that the owner sent. */
export const sent: OrdinaryMaker = (random) => {
  const [subject, line] = random.pick(ANSWERS);
  return {
    labels: ['SENT'],
    deliveredTo: null,
    mime: {
      from: mailbox(OWNER),
      to: [mailbox(random.chance(0.6) ? random.pick(COLLEAGUES) : random.pick(FRIENDS))],
      subject,
      text: `${line}\n\nRobin\n`,
    },
  };
};
