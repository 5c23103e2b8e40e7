/** HTML as mail programs are given it: tables, paragraphs, links. */

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Paragraphs of plain text as HTML: web addresses become links, `**` makes bold, single line feeds are kept. */
export function paragraphsAsHtml(paragraphs: readonly string[]): string {
  return paragraphs
    .map((paragraph) => {
      const inner = escaped(paragraph)
        .replaceAll(/https:\/\/[\w./?=%#&;-]*[\w/=]/g, (url) => `<a href="${url}">${url}</a>`)
        .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
        .replaceAll('\n', '<br>\n');
      return `<p>${inner}</p>`;
    })
    .join('\n');
}

/** The same paragraphs for the plain version, where `**` stays as it is written. */
export function paragraphsAsText(paragraphs: readonly string[]): string {
  return paragraphs.join('\n\n');
}
