import { type Language, paragraph } from './prose.ts';
import type { Seeded } from './seeded.ts';

const FONT =
  "font-family:'Helvetica Neue',Helvetica,Arial,sans-serif;font-size:16px;line-height:24px;color:#333333";
const TABLE = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">';
const STYLE_SHEET = Array.from(
  { length: 24 },
  (_, at) => `      .block-${at} td { padding: ${at}px 24px !important; font-size: ${12 + at}px; }`,
).join('\r\n');

/** HTML as mailing services write it: nested tables, styles on every element, links that count clicks. */
export function marketingHtml(
  seeded: Seeded,
  language: Language,
  title: string,
  articles: number,
  notice = '',
): string {
  const rows = Array.from({ length: articles }, () => article(seeded, language));
  return [
    `<!doctype html>\r\n<html lang="${language}">\r\n  <head>\r\n    <meta charset="utf-8">\r\n    <title>${title}</title>`,
    `    <style type="text/css">\r\n${STYLE_SHEET}\r\n    </style>\r\n  </head>`,
    `  <body style="margin:0;padding:0;background-color:#f4f4f4">`,
    `    <div style="display:none;max-height:0;overflow:hidden">${title}&nbsp;&zwnj;&nbsp;&zwnj;</div>`,
    `    ${TABLE}\r\n      <tr>\r\n        <td align="center" style="${FONT};font-weight:bold">${title}</td>\r\n      </tr>`,
    `      <tr>\r\n        <td style="${FONT}">${notice}</td>\r\n      </tr>`,
    ...rows,
    `      <tr>\r\n        <td style="${FONT};font-size:12px">&copy; 2024 &middot; <a href="${link(seeded)}">Unsubscribe</a></td>\r\n      </tr>`,
    '    </table>\r\n  </body>\r\n</html>',
  ].join('\r\n');
}

function article(seeded: Seeded, language: Language): string {
  return [
    '      <tr>',
    `        <td class="block-${seeded.below(24)}" valign="top" style="padding:12px 24px;background-color:#ffffff">`,
    `          ${TABLE}`,
    '            <tr>',
    `              <td width="120" style="padding-right:12px"><a href="${link(seeded)}"><img src="${link(seeded)}.png" width="120" height="80" alt="" style="display:block;border:0"></a></td>`,
    `              <td style="${FONT}"><strong>${paragraph(seeded, language, 1)}</strong><br>`,
    `                ${paragraph(seeded, language, 3)} <a href="${link(seeded)}" style="color:#0066cc;text-decoration:underline">&rarr;</a></td>`,
    '            </tr>',
    '          </table>',
    '        </td>',
    '      </tr>',
  ].join('\r\n');
}

function link(seeded: Seeded): string {
  const token = Array.from({ length: 8 }, () => seeded.below(2 ** 32).toString(36)).join('');
  return `https://click.letters.example/c/${token}?utm_source=mail&amp;utm_medium=letter&amp;utm_campaign=${seeded.below(1000)}`;
}
