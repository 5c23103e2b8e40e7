import type { OrdinaryMaker } from './maker.ts';

const EVENTS = [
  'Devcon SEA',
  'EthCC 7',
  'ETHDenver 2024',
  'ZK Summit 11',
  'EDCON 2024',
  'DWeb Camp',
  'ZuConnect',
  'progcrypto',
  'Edge Esmeralda',
  'the SigSing Demo Day',
] as const;
const REMARKS = [
  'was, by most accounts, the loudest of the year',
  'had the better talks and the worse coffee',
  'moves to a smaller hall, which can only help',
  'published all recordings, forty hours of them',
  'is where the proof was first shown on a napkin',
] as const;

/** Trade news: full of event names and presence words, without any booking. */
export const gazettes: OrdinaryMaker = (random) => {
  const issue = random.between(1, 400);
  const [first, second] = [random.pick(EVENTS), random.pick(EVENTS)];
  const lines = [
    `${first} ${random.pick(REMARKS)}.`,
    `${second} ${random.pick(REMARKS)}.`,
    'Elsewhere a conference without a venue turned out to be a mailing list.',
  ];
  return {
    labels: ['INBOX', 'CATEGORY_PROMOTIONS', ...(random.chance(0.5) ? (['UNREAD'] as const) : [])],
    signed: random.chance(0.7),
    mime: {
      from: { name: 'The Prover Gazette', address: 'desk@provergazette.example' },
      subject: random.pick([
        `The Prover Gazette ${issue}`,
        `After ${first}`,
        `${first}, ${second} and the rest`,
      ]),
      html: `<h1>This week</h1>${lines.map((line) => `<p>${line}</p>`).join('')}`,
      ...(random.chance(0.5) ? { text: `${lines.join('\n\n')}\n` } : {}),
      headers: { 'List-Unsubscribe': '<https://provergazette.example/unsubscribe>' },
    },
  };
};
