import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { catalogFacts, comparisonContext } from '../../catalog/index.ts';
import { PsiError } from '../../psi-wasm/index.ts';
import { orNoAccount } from '../accounts/holdings.ts';
import type { Catalogs } from '../catalog/contract.ts';
import { type Db, UNNAMED } from '../database/db.ts';
import { answeredKeys, psiKeys, psiSessions } from '../database/schema.ts';
import type { Disclosures } from '../disclosures/contract.ts';
import type { Comparisons } from './contract.ts';
import { Refusal } from '../web/refusal.ts';
import type { PsiEngine, Round2Answer } from './engine.ts';
import { organiserSet } from './organiser-set.ts';
import type { ListedFacts } from './organiser-set.ts';
import { unreadable } from './unreadable.ts';

/** How long the person may take to choose what to disclose. Milliseconds. */
export const SESSION_MS = 15 * 60_000;

const UNREADABLE = 'The comparison request cannot be read.';

interface ComparisonDeps {
  db: Db;
  engine: PsiEngine;
  /** The facts that the organiser lists, as they are now; null: all of the catalog's. */
  listed: () => ListedFacts | null;
  catalogs: Catalogs;
  disclosures: Pick<Disclosures, 'record'>;
  /** Milliseconds since the epoch, for tests. */
  now?: () => number;
}

/** The server's side of a comparison, and the disclosure that may follow. */
export function createComparisons({
  db,
  engine,
  listed,
  catalogs,
  disclosures,
  now = Date.now,
}: ComparisonDeps): Comparisons {
  const keysOf = findKeys(db);
  const keep = keepFirst(db);

  const answer: Comparisons['answer'] = async (userId, bytes, { organiser, catalog: compared }) => {
    const { request, keyId } = readRequest(engine, bytes);
    const asked = await catalogs.byHash(compared);
    if (organiser !== asked.organiser.slug) {
      throw new Refusal(404, 'This organiser asks something else. Read what is asked now.', {
        code: 'catalog_unknown',
      });
    }
    const [keys] = await keysOf.execute({ userId });
    if (keys === undefined) throw new Refusal(404, 'There is no account with this address.');
    if (!equal(keys.keyId, keyId)) {
      throw new Refusal(409, 'These keys were replaced, perhaps from another device. New keys are needed.', {
        code: 'keys_replaced',
      });
    }
    if (keys.answered !== null) throw keysUsed();

    const { publicKeys } = keys;
    // The list is the current organiser's.
    const { bits } = organiserSet(asked, organiser === catalogs.get().organiser.slug ? listed() : null);
    const context = comparisonContext(organiser, compared);
    const round2 = await refuseBadRequest(engine.round2({ publicKeys, request, bits, context }));
    const { session, state } = round2;
    const kept = await orNoAccount(
      keep.execute({
        keyId,
        id: session,
        user_id: userId,
        state,
        expires_at: new Date(now() + SESSION_MS),
        catalog: compared,
      }),
    );
    // The reply goes out only after this is stored.
    if (kept.length === 0) throw keysUsed();
    return round2.reply;
  };

  const disclose: Comparisons['disclose'] = async (userId, sessionId, chosen) => {
    const [session] = await db
      .select({
        state: psiSessions.state,
        expiresAt: psiSessions.expiresAt,
        catalog: psiSessions.catalog,
      })
      .from(psiSessions)
      .where(and(eq(psiSessions.id, sessionId), eq(psiSessions.userId, userId)));
    if (session === undefined) {
      throw new Refusal(404, 'This comparison is not known any more. Compare again to disclose.');
    }
    if (session.expiresAt.getTime() <= now()) {
      throw new Refusal(410, 'This comparison is more than 15 minutes old. Compare again to disclose.');
    }
    const compared = session.catalog ?? catalogs.hash();
    const asked = await catalogs.byHash(compared);
    const facts = catalogFacts(asked).bySlot;
    const state = readState(engine, session.state);
    const accepted: string[] = [];
    let wrong = 0;
    // Every token is checked, so that the time taken does not tell which one was wrong.
    for (const { slot, token } of chosen) {
      const fact = facts.get(slot);
      if (!engine.psi.checkToken(state, slot, token) || fact === undefined) wrong += 1;
      else accepted.push(fact.id);
    }
    if (wrong > 0) throw new Refusal(403, 'A token is not the right one. Nothing was recorded.');
    return orNoAccount(
      disclosures.record(userId, { organiser: asked.organiser.slug, catalog: compared }, accepted),
    );
  };

  return { answer, disclose };
}

/** The keys that an account announced last, and whether they had their answer. */
function findKeys(db: Db) {
  return db
    .select({
      keyId: psiKeys.keyId,
      // In text of its own: the driver's is a third longer, and read into bytes on the event loop.
      publicKeys: sql<string>`encode(${psiKeys.publicKeys}, 'base64')`,
      answered: answeredKeys.answeredAt,
    })
    .from(psiKeys)
    .leftJoin(answeredKeys, eq(answeredKeys.keyId, psiKeys.keyId))
    .where(eq(psiKeys.userId, sql.placeholder('userId')))
    .prepare(UNNAMED);
}

/**
 * Stores a session if its key id has none yet. The key id's primary key decides which of several requests with the
 * same keys is answered, in whatever process they arrive; one statement is one transaction and one trip.
 */
function keepFirst(db: Db) {
  const first = db.$with('first').as(
    db
      .insert(answeredKeys)
      .values({ keyId: sql.placeholder('keyId') })
      .onConflictDoNothing()
      .returning({ keyId: answeredKeys.keyId }),
  );
  const { id, userId, state, expiresAt, catalog } = psiSessions;
  return db
    .with(first)
    .insert(psiSessions)
    .select(
      sql`select ${value(id)}, ${value(userId)}, ${value(state)}, ${value(expiresAt)}, ${value(catalog)} from ${first}`,
    )
    .returning({ id })
    .prepare(UNNAMED);
}

/** A value of a column, by the column's name. */
function value(column: PgColumn) {
  return sql`${sql.param(sql.placeholder(column.name), column)}`;
}

/** An older version of this server may have kept the state. */
function readState(engine: PsiEngine, kept: Uint8Array) {
  try {
    return engine.psi.readServerState(kept).state;
  } catch (cause) {
    if (!(cause instanceof PsiError) || cause.code !== 'bad_version') throw cause;
    throw new Refusal(410, 'The server was updated since this comparison. Compare again to disclose.', {
      cause,
    });
  }
}

function readRequest(engine: PsiEngine, bytes: Uint8Array) {
  try {
    return engine.psi.readRequest(bytes);
  } catch (cause) {
    throw unreadable(cause, UNREADABLE);
  }
}

async function refuseBadRequest(round2: Promise<Round2Answer>): Promise<Round2Answer> {
  try {
    return await round2;
  } catch (cause) {
    throw unreadable(cause, UNREADABLE);
  }
}

function keysUsed(): Refusal {
  return new Refusal(409, 'These keys have had their answer. New keys are needed.', { code: 'keys_used' });
}

function equal(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
