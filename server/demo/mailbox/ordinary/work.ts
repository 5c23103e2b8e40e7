import type { OrdinaryMaker } from './maker.ts';
import { COLLEAGUES, OWNER_FIRST_NAME, mailbox, signOff } from './people.ts';

const PROJECTS = ['Halyard', 'Blue Door', 'Tern', 'ledger migration', 'onboarding flow', 'Q3 audit'] as const;
const TOPICS = [
  [
    'Notes from today',
    'Three decisions: we keep the importer, we drop the old export, and Priya owns the rollout.',
  ],
  ['Review please', 'Could you look at the branch before Thursday? The tests are green, the naming is not.'],
  [
    'Slides',
    'Draft is in the shared folder. I cut the middle part, it repeated the numbers from last month.',
  ],
  [
    'Deploy moved to Tuesday',
    'The window on Monday clashes with the maintenance, so we go a day later. Nothing else changes.',
  ],
  [
    'Question about the estimate',
    'Is the second week meant to include the data cleanup? If so I would rather say so in the offer.',
  ],
  ['Flaky test', 'It fails about once in forty runs, always on the slow machine. I suspect the clock.'],
  [
    'Handover',
    'I am away from the 12th. Everything open is on the board, the two urgent ones have your name on them.',
  ],
  ['Lunch?', 'The new place on the corner has a table at half past twelve.'],
  ['Contract draft', 'Attached with the changes of legal. Section 4 is the one that matters.'],
  [
    'Retro: what went well',
    'Add your points before three, please. I will group them and keep it to half an hour.',
  ],
] as const;

/** Mail among colleagues, with replies that quote. */
export const work: OrdinaryMaker = (random) => {
  const from = random.pick(COLLEAGUES);
  const [topic, sentence] = random.pick(TOPICS);
  const project = random.pick(PROJECTS);
  const reply = random.chance(0.4);
  const body = `Hi ${OWNER_FIRST_NAME},\n\n${sentence}${signOff(random, from)}\n`;
  const quoted = `\nOn ${random.pick(['Monday', 'Tuesday', 'Wednesday'])}, Robin Keller wrote:\n> How far are we with ${project}?\n> I can take a part of it this week.\n`;
  const cc = random.chance(0.3) ? [mailbox(random.pick(COLLEAGUES))] : [];
  const attachments =
    topic === 'Contract draft'
      ? [
          {
            filename: `${project} contract.docx`,
            content: Buffer.alloc(random.between(2_000, 9_000), 'PK\u0003\u0004'),
          },
        ]
      : [];
  return {
    labels: ['INBOX', 'CATEGORY_PERSONAL', ...(random.chance(0.5) ? (['IMPORTANT'] as const) : [])],
    mime: {
      from: mailbox(from),
      cc,
      subject: `${reply ? 'Re: ' : ''}${project}: ${topic}`,
      text: reply ? body + quoted : body,
      attachments,
    },
  };
};
