/** The words of an error, and of what else the worker says. */
import type { AppError, ErrorCode, Notice } from '../../worker/contract.ts';
import { textsOf } from '../language/language.ts';
import { errorPartTexts, errorTexts, noticeTexts, otherFileTexts, pageErrorTexts } from './en/errors.ts';

/** An error of the page itself, which has words of its own. */
export interface PageError extends AppError {
  own: 'workerNotStarted' | 'workerStopped' | 'signInNotBegun' | 'signInForeign' | 'signInFailed';
  /** Why the sign-in failed, as the provider said. */
  reason?: string;
}

/** Makes an error of the page. */
export function pageError(code: ErrorCode, own: PageError['own'], reason: string | null = null): PageError {
  return { code, message: own, own, ...(reason === null ? {} : { reason }) };
}

/** What happened, what is safe, and what to do next. */
export function errorText(error: AppError | PageError): string {
  if ('own' in error) return pageErrorText(error);
  const { code, retryAfter, serverError, id, is } = error;
  if (is !== undefined) return textsOf(otherFileTexts)[is];
  const text = textsOf(errorTexts)[code];
  if (typeof text === 'string') return text;
  const parts = textsOf(errorPartTexts);
  const otherwise = code === 'disclosure_refused' ? parts.compareAgain : parts.noAnswer;
  return text({
    when: retryAfter === undefined ? parts.soon : parts.inSeconds(Math.max(1, Math.ceil(retryAfter))),
    serverError: serverError ?? otherwise,
    id: id ?? parts.unknownId,
  });
}

function pageErrorText({ own, reason }: PageError): string {
  const texts = textsOf(pageErrorTexts);
  return own === 'signInFailed' ? texts.signInFailed({ reason: reason ?? texts.noCode }) : texts[own];
}

export function noticeText(notice: Notice): string {
  const texts = textsOf(noticeTexts);
  if (notice.code === 'renewal_late') return texts.renewal_late({ error: errorText(notice.error) });
  return texts[notice.code];
}
