/**
 * People who compare and disclose without pause, each once. They look up their account, send the same request several
 * times at once, and disclose the matches. Every answer is checked against what is allowed.
 */
import { CATALOG, catalogFacts } from '../../../catalog/index.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { Person } from '../../support/server/announced-people.ts';
import { disclosureCall, disclosureOf, round2Call } from '../../support/server/comparison.ts';
import { lookUpCall } from '../../support/server/api-calls.ts';
import type { Call } from '../../support/server/api-calls.ts';

const COMPARERS = 4;
/** How often each request is sent at once. */
const AT_ONCE = 3;
/** Between two people, because a copy that starts needs the machine too. */
const PAUSE_MS = 100;

/** Says when failures are expected: for requests that were running while a copy was killed. */
export interface Killing {
  /** Kills that have begun. */
  begun: number;
  underWay: boolean;
}

/** What was answered and must therefore be stored for good. */
export interface Compared {
  /** Every person whose request reached a copy, with the number of replies. */
  people: { person: Person; replies: number }[];
  /** The people whose disclosure was acknowledged. */
  disclosed: Person[];
  /** Requests that failed because their copy was killed. */
  lost: number;
}

export interface Comparers {
  /** Resolves after this many more disclosures; rejects as soon as an answer is wrong. */
  disclosures(count: number): Promise<void>;
  /** Lets running requests end. Rejects if an answer was wrong. */
  stop(): Promise<void>;
}

interface Answer {
  status: number;
  body: Uint8Array<ArrayBuffer>;
}

export function startComparers(
  origin: string,
  announce: () => Promise<Person>,
  killing: Killing,
  compared: Compared,
): Comparers {
  const state: { stopped: boolean; failure: Error | null } = { stopped: false, failure: null };

  /** Whether a copy was being killed at any time since then. */
  const killed = (before: Killing): boolean => before.underWay || killing.begun !== before.begun;

  /** Null for a request that was lost when its copy was killed. */
  const ask = async (call: Call): Promise<Answer | null> => {
    const before = { ...killing };
    let cause: unknown;
    try {
      const answer = await fetch(origin + call.path, call);
      const body = new Uint8Array(await answer.arrayBuffer());
      if (answer.status !== 502 && answer.status !== 504) return { status: answer.status, body };
      cause = answer.status;
    } catch (error) {
      cause = error;
    }
    if (!killed(before)) {
      throw new Error(`${call.path} failed while no copy was killed`, { cause });
    }
    compared.lost += 1;
    return null;
  };

  /** Retries until there is an answer, as people do. */
  const insist = async (call: Call): Promise<unknown> => {
    for (;;) {
      const answer = await ask(call);
      if (answer === null) continue;
      const text = new TextDecoder().decode(answer.body);
      if (answer.status !== 200) throw new Error(`${call.path}: ${answer.status} ${text}`);
      return JSON.parse(text);
    }
  };

  const round2 = (person: Person): Promise<Answer | null> =>
    ask(round2Call(person.token, person.round1.message));

  const compare = async (person: Person): Promise<void> => {
    const known = await insist(lookUpCall(person));
    if (!(known as { exists: boolean }).exists) throw new Error('an account is gone');

    const before = { ...killing };
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => round2(person)));
    answers.push(await round2(person));
    const replies = answers.filter((answer): answer is Answer => answer?.status === 200);
    compared.people.push({ person, replies: replies.length });
    for (const answer of answers) {
      if (answer !== null && answer.status !== 200 && answer.status !== 409) {
        throw new Error(`round 2: ${answer.status} ${new TextDecoder().decode(answer.body)}`);
      }
    }
    // The one reply may have been lost when its copy was killed. Another copy then answered 409.
    const least = killed(before) ? 0 : 1;
    if (replies.length > 1 || replies.length < least) {
      throw new Error(`one request had ${replies.length} replies`);
    }
    const [reply] = replies;
    if (reply !== undefined) await disclose(person, reply.body);
  };

  const disclose = async (person: Person, body: Uint8Array): Promise<void> => {
    const disclosure = disclosureOf(person.round1.open(body), person.slots);
    const answer = (await insist(disclosureCall(person.token, disclosure))) as {
      accepted: { fact: string }[];
    };
    const accepted = answer.accepted.map(({ fact }) => fact);
    const asked = person.slots.map((slot) => catalogFacts(CATALOG).bySlot.get(slot)?.id);
    if (accepted.join() !== asked.join()) throw new Error(`disclosed ${asked.join()}: ${accepted.join()}`);
    compared.disclosed.push(person);
  };

  const comparer = async (): Promise<void> => {
    try {
      while (!state.stopped) {
        await compare(await announce());
        await wait(PAUSE_MS);
      }
    } catch (error) {
      state.failure ??= error as Error;
      state.stopped = true;
    }
  };
  const comparers = Array.from({ length: COMPARERS }, comparer);
  return {
    disclosures: async (count) => {
      const target = compared.disclosed.length + count;
      while (compared.disclosed.length < target) {
        if (state.failure !== null) throw state.failure;
        await wait(5);
      }
    },
    stop: async () => {
      state.stopped = true;
      await Promise.all(comparers);
      if (state.failure !== null) throw state.failure;
    },
  };
}
