import type { OrdinaryMaker } from './maker.ts';
import { FRIENDS } from './people.ts';

const NETWORKS = [
  ['Perch', 'notify@perch.example'],
  ['Kiosk', 'no-reply@kiosk.example'],
  ['Codeberry', 'notifications@codeberry.example'],
] as const;

/** Notifications: short, many of them with the same subject. */
export const social: OrdinaryMaker = (random) => {
  const [network, address] = random.pick(NETWORKS);
  const friend = random.pick(FRIENDS).name;
  const [subject, line] = random.pick([
    [`${friend} mentioned you`, 'in a reply. Open the thread to answer.'],
    ['You have new followers', 'since you last looked.'],
    [`New sign-in to ${network}`, 'from a browser that we have not seen before. Was it you?'],
    ['[codeberry/ferry] Fix the off-by-one in the pager (#214)', 'was merged by a maintainer.'],
    ['Your weekly summary', 'is ready: 3 posts, 11 answers, 42 readers.'],
  ] as const);
  return {
    labels: ['INBOX', 'CATEGORY_SOCIAL'],
    signed: random.chance(0.5),
    mime: { from: { name: network, address }, subject, text: `${friend}: ${line}\n\n${network}\n` },
  };
};
