/** What a sample's text and HTML are made of, for systems whose mails differ in little more than their frame. */
import { escaped, paragraphsAsHtml, paragraphsAsText } from './html.ts';
import type { Sample, Source } from './sample.ts';

export interface Draft extends Omit<Sample, 'source' | 'order' | 'text' | 'html'> {
  /** Left out when the mail names none. */
  order?: string;
  /** Paragraphs (`paragraphsAsHtml`). */
  body: readonly string[];
  /** Both versions when left out. */
  shape?: 'text' | 'html' | 'both';
}

/** What a system puts around the text by itself. */
export interface Frame {
  /** Above the text, in larger letters. */
  head?: readonly string[];
  /** Below the text, in small letters. */
  foot?: readonly string[];
  /** Further header fields. */
  headers?: Readonly<Record<string, string>>;
  /** The colour that the system is known by. */
  colour?: string;
}

/** The sample of a draft, in the frame of what sends it. */
export function framed(source: Source, draft: Draft, frame: Frame = {}): Sample {
  const { order = null, body, shape = 'both', headers, ...rest } = draft;
  const { head = [], foot = [] } = frame;
  return {
    ...rest,
    source,
    order,
    headers: { ...frame.headers, ...headers },
    ...(shape === 'html' ? {} : { text: paragraphsAsText([...head, ...body, ...foot]) }),
    ...(shape === 'text' ? {} : { html: page(draft, frame) }),
  };
}

function page({ subject, language, body }: Draft, { head = [], foot = [], colour = '#333' }: Frame): string {
  const direction = language === 'ar' || language === 'he' ? ' dir="rtl"' : '';
  return `<!DOCTYPE html>
<html lang="${language}"${direction}><head><meta charset="utf-8"><title>${escaped(subject)}</title>
<style>td { font-family: Helvetica, Arial, sans-serif; color: #222 } a { color: ${colour} } .foot td { font-size: 12px; color: #777 }</style></head>
<body style="margin:0;background:#f6f6f6"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="600" style="background:#fff">
<tr><td style="font-size:20px;padding:24px 24px 0">${paragraphsAsHtml(head)}</td></tr>
<tr><td style="font-size:15px;padding:0 24px 24px">${paragraphsAsHtml(body)}</td></tr>
</table>
<table role="presentation" width="600" class="foot"><tr><td style="padding:12px 24px">${paragraphsAsHtml(foot)}</td></tr></table>
</td></tr></table></body></html>
`;
}
