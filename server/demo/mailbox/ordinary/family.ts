import type { OrdinaryMaker } from './maker.ts';
import { FAMILY, FRIENDS, OWNER_FIRST_NAME, mailbox, signOff } from './people.ts';

const LINES = [
  ['Sonntag', 'Kommst du am Sonntag zum Essen? Es gibt Rösti, und Lea bringt den Kleinen mit.'],
  ['Fotos vom See', 'Hier die Bilder. Das dritte ist unscharf, aber alle lachen.'],
  ['Schlüssel', 'Der Schlüssel liegt wieder bei Frau Brunner. Bitte denk an die Pflanzen.'],
  ['Geburtstag', 'Weißt du schon, was wir Oma schenken? Ich hätte eine Idee mit Büchern.'],
  ['Un petit bonjour', 'Ça fait longtemps ! On se voit à ton retour ? Le café est toujours là.'],
  ['Recipe', 'The soup from last week: two leeks, one potato, much pepper. That is all of it.'],
  ['元気？', '最近どうですか。春になったらまた山に行きましょう。'],
  ['Paseo', '¿Te apetece dar una vuelta el sábado? Dicen que hará buen tiempo.'],
] as const;

/** Family and friends, in the languages that they write. */
export const family: OrdinaryMaker = (random) => {
  const from = random.chance(0.6) ? random.pick(FAMILY) : random.pick(FRIENDS);
  const [subject, line] = random.pick(LINES);
  const photo = subject === 'Fotos vom See' && random.chance(0.5);
  return {
    labels: ['INBOX', 'CATEGORY_PERSONAL'],
    mime: {
      from: mailbox(from),
      subject: random.chance(0.3) ? `Re: ${subject}` : subject,
      text: `${OWNER_FIRST_NAME},\n\n${line}${signOff(random, from)}\n`,
      ...(random.chance(0.5) ? { textEncoding: 'B' as const } : {}),
      ...(photo
        ? {
            attachments: [
              { filename: 'see-3.jpg', content: Buffer.alloc(random.between(4_000, 20_000), 0xd8) },
            ],
          }
        : {}),
    },
  };
};
