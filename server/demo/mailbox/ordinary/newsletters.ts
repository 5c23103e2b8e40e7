import type { OrdinaryMaker } from './maker.ts';

const LETTERS = [
  ['Slow Web Weekly', 'letters@slowweb.example', ['On small tools', 'What a page weighs', 'The quiet feed']],
  [
    'Lattice Notes',
    'hello@latticenotes.example',
    ['Noise is a budget', 'Rings and why', 'A proof, in pictures'],
  ],
  ['Stadtgarten', 'post@stadtgarten.example', ['Tomaten im Mai', 'Was jetzt blüht', 'Kompost, richtig']],
  [
    'Le Petit Atelier',
    'bonjour@petitatelier.example',
    ['Reliure à la main', 'Cinq papiers', 'Le carnet du mois'],
  ],
  [
    'Night Train Digest',
    'editor@nighttrain.example',
    ['New sleeper lines', 'Two days in Trieste', 'Couchette or seat'],
  ],
  [
    'Rust in Small Rooms',
    'news@rustrooms.example',
    ['Const generics', 'Lifetimes again', 'A tiny allocator'],
  ],
] as const;
const PARAGRAPHS = [
  'We spent the month taking things apart and putting most of them back together.',
  'Three readers wrote in with better numbers than ours, so the table below is theirs.',
  'If you only have five minutes, read the second piece. It is the short one.',
  'The pictures are from last autumn, when the light was still good enough.',
  'Next issue in two weeks, a little shorter, with the promised index.',
] as const;

/** Newsletters: HTML with an unsubscribe header, mostly without a text part. */
export const newsletters: OrdinaryMaker = (random) => {
  const [name, address, titles] = random.pick(LETTERS);
  const issue = random.between(1, 210);
  const title = random.pick(titles);
  const paragraphs = [random.pick(PARAGRAPHS), random.pick(PARAGRAPHS), random.pick(PARAGRAPHS)];
  const html = `<!doctype html><html><head><style>p{font:16px/1.5 serif}</style></head><body><h1>${title}</h1>${paragraphs
    .map((p) => `<p>${p}</p>`)
    .join('\n')}<p><a href="https://${address.split('@')[1]}/unsubscribe">Unsubscribe</a></p></body></html>`;
  return {
    labels: ['INBOX', 'CATEGORY_PROMOTIONS', ...(random.chance(0.6) ? (['UNREAD'] as const) : [])],
    signed: true,
    mime: {
      from: { name, address },
      subject: `${name} #${issue}: ${title}`,
      html,
      ...(random.chance(0.3) ? { text: `${title}\n\n${paragraphs.join('\n\n')}\n` } : {}),
      headers: {
        'List-Id': `${name} <${address.replace('@', '.')}>`,
        'List-Unsubscribe': `<https://${address.split('@')[1]}/unsubscribe>`,
      },
    },
  };
};
