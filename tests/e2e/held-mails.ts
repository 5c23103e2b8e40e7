/** Holds a scan where a test wants to look, by delaying the answers to its requests for mails. */
import type { BrowserContext, Page, Route } from '@playwright/test';

const MAIL = /\/gmail\/v1\/users\/me\/messages\/([^/?]+)/;

interface AskedMail {
  id: string;
  /** Whose worker asked. */
  page: Page;
}

export interface HeldMails {
  /** Every mail requested, in order, repeats included. */
  readonly asked: readonly AskedMail[];
  /** How many requests wait. */
  waiting: () => number;
  /** Answers this many more, starting with those that wait. */
  letThrough(mails: number): Promise<void>;
  /** Never answers those that wait, because the requester is gone. */
  forget(): void;
  /** Answers those that wait, and all later ones, in this way. */
  answer(answer: (route: Route) => Promise<void>): Promise<void>;
  /** Answers those that wait, and stops intercepting. */
  end(): Promise<void>;
}

/** Lets this many mails through and holds all others. */
export async function holdMails(context: BrowserContext, mails: number): Promise<HeldMails> {
  const asked: AskedMail[] = [];
  let waiting: Route[] = [];
  let left = mails;
  let answerAll: ((route: Route) => Promise<void>) | null = null;

  context.on('request', (request) => {
    const id = MAIL.exec(request.url())?.[1];
    if (id !== undefined) asked.push({ id, page: request.frame().page() });
  });
  await context.route(MAIL, async (route) => {
    if (answerAll !== null) {
      await answerAll(route);
    } else if (left > 0) {
      left -= 1;
      await route.continue();
    } else {
      waiting.push(route);
    }
  });

  const answer = async (how: (route: Route) => Promise<void>): Promise<void> => {
    answerAll = how;
    await Promise.all(waiting.splice(0).map(how));
  };
  return {
    asked,
    waiting: () => waiting.length,
    letThrough: async (more) => {
      const first = waiting.splice(0, more);
      left += more - first.length;
      await Promise.all(first.map((route) => route.continue()));
    },
    forget: () => {
      waiting = [];
    },
    answer,
    end: async () => {
      await answer((route) => route.continue());
      await context.unroute(MAIL);
    },
  };
}
