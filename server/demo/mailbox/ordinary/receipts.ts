import type { OrdinaryMaker } from './maker.ts';

const SHOPS = [
  ['Fahrradkeller', 'shop@fahrradkeller.example', ['Inner tube 28"', 'Brake pads', 'Chain oil']],
  ['Paper & Thread', 'orders@paperandthread.example', ['Notebook A5', 'Bookbinding needle', 'Linen thread']],
  ['Kaffee Nord', 'bestellung@kaffee-nord.example', ['Espresso 1 kg', 'Filter papers', 'Gift box']],
  [
    'Gridline Hosting',
    'billing@gridline.example',
    ['Small server, one month', 'Domain renewal', 'Backup space'],
  ],
  ['The Long Shelf', 'hello@longshelf.example', ['Atlas of Remote Islands', 'A field guide to moss', 'Maps']],
  ['Bäckerei Sommer', 'rechnung@baeckerei-sommer.example', ['Rye bread', 'Plum cake', 'Coffee']],
] as const;

/** Order confirmations and invoices of shops: booking words in plenty, never an event. */
export const receipts: OrdinaryMaker = (random) => {
  const [shop, address, items] = random.pick(SHOPS);
  const number = random.between(100_000, 999_999);
  const lines = items.map((item) => ({
    item,
    count: random.between(1, 3),
    price: random.between(290, 6_900),
  }));
  const total = lines.reduce((sum, line) => sum + line.count * line.price, 0);
  const rows = lines
    .map(
      (line) => `<tr><td>${line.count} × ${line.item}</td><td>€ ${(line.price / 100).toFixed(2)}</td></tr>`,
    )
    .join('\n');
  const subject = random.pick([
    `Your order #${number} from ${shop}`,
    `Receipt for order ${number}`,
    `${shop}: Rechnung ${number}`,
    `Invoice ${number} from ${shop}`,
  ]);
  const text = `Thank you for your order ${number}.\n\n${lines
    .map((line) => `${line.count} x ${line.item}`)
    .join('\n')}\n\nTotal: EUR ${(total / 100).toFixed(2)}\n`;
  return {
    labels: ['INBOX', 'CATEGORY_UPDATES'],
    signed: true,
    mime: {
      from: { name: shop, address },
      subject,
      ...(random.chance(0.5) ? { text } : {}),
      html: `<html><body><h2>Thank you</h2><p>Order <b>${number}</b></p><table>${rows}</table><p>Total € ${(total / 100).toFixed(2)}</p></body></html>`,
      ...(random.chance(0.2)
        ? {
            attachments: [
              { filename: `invoice-${number}.pdf`, content: Buffer.from(`%PDF-1.4\n% invoice ${number}\n`) },
            ],
          }
        : {}),
    },
  };
};
