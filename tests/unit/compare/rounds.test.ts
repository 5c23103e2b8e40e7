import { beforeAll, describe, expect, it } from 'vitest';
import { SLOT_COUNT, comparisonContext } from '../../../catalog/index.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import type { Psi } from '../../../psi-wasm/index.ts';
import { toBase64 } from '../../../worker/account/keys.ts';
import { KeysSpent } from '../../../worker/compare/counterpart.ts';
import type { Counterpart } from '../../../worker/compare/counterpart.ts';
import { runRounds } from '../../../worker/compare/rounds.ts';
import type { RoundsResult } from '../../../worker/compare/rounds.ts';
import { AppFailure, failure } from '../../../worker/errors.ts';
import { CONTEXT } from '../../support/psi/context.ts';
import { bitsOf, slotsOf } from '../../support/psi/slots.ts';

const OWN = [3, 17, 41, 99];
const THEIRS = [17, 40, 99];

let psi: Psi;
beforeAll(async () => {
  psi = await initPsi();
});

/** A counterpart without a network, such as another device. It answers in the context that `read` returns. */
function inMemory(slots: readonly number[], read = (context: Uint8Array) => context): Counterpart {
  return {
    round2: async (publicKeys, message, context) => {
      const { request } = psi.readRequest(Uint8Array.from(message));
      const keys = psi.readPublicKeys(Uint8Array.from(publicKeys)).publicKeys;
      return psi.round2(keys, request, bitsOf(slots), read(context)).message;
    },
  };
}

interface Run {
  counterpart: Counterpart;
  psiPrivateKeys?: string;
  spend?: (keyId: Uint8Array) => Promise<boolean>;
}

function run({ counterpart, psiPrivateKeys, spend = async () => true }: Run): Promise<RoundsResult> {
  const keys = psiPrivateKeys ?? toBase64(psi.genKeys().privateKeys);
  return runRounds(psi, counterpart, { psiPrivateKeys: keys, bits: bitsOf(OWN), context: CONTEXT }, spend);
}

const code = (wanted: string) => expect.objectContaining({ name: AppFailure.name, code: wanted }) as Error;

describe('the rounds with a counterpart that is not a server', () => {
  it('find what both sides hold, with tokens', async () => {
    const { matches, tokens, session } = await run({ counterpart: inMemory(THEIRS) });
    expect(slotsOf(matches)).toEqual([17, 99]);
    expect(tokens).toHaveLength(16 * SLOT_COUNT);
    expect(session).toHaveLength(32);
  });

  it('pass on the public keys that belong to the private ones', async () => {
    const { privateKeys, publicKeys } = psi.genKeys();
    const handed: Uint8Array[] = [];
    const counterpart: Counterpart = {
      round2: (keys, message, context) => {
        handed.push(keys);
        return inMemory(THEIRS).round2(keys, message, context);
      },
    };
    await run({ counterpart, psiPrivateKeys: toBase64(privateKeys) });
    expect(handed).toEqual([publicKeys]);
  });

  it('find nothing when the counterpart answers for another catalog', async () => {
    const other = comparisonContext('waystamp', '0'.repeat(64));
    const { matches, tokens } = await run({ counterpart: inMemory(OWN, () => other) });
    expect([...matches, ...tokens].every((byte) => byte === 0)).toBe(true);
  });
});

describe('keys', () => {
  it('are marked as spent, by their id, before the request leaves', async () => {
    const { privateKeys, publicKeys } = psi.genKeys();
    const steps: unknown[] = [];
    const spend = async (keyId: Uint8Array): Promise<boolean> => {
      steps.push(keyId);
      return true;
    };
    const counterpart: Counterpart = {
      round2: (...round) => {
        steps.push('round 2');
        return inMemory(THEIRS).round2(...round);
      },
    };
    await run({ counterpart, psiPrivateKeys: toBase64(privateKeys), spend });
    expect(steps).toEqual([psi.readPublicKeys(publicKeys).keyId, 'round 2']);
  });

  it('that were spent before are not used', async () => {
    const counterpart: Counterpart = { round2: () => Promise.reject(new Error('asked')) };
    await expect(run({ counterpart, spend: async () => false })).rejects.toBeInstanceOf(KeysSpent);
  });

  it.each([
    ['of version 1', (bytes: Uint8Array) => bytes.fill(1, 2, 3)],
    ['whose seed does not belong to their id', (bytes: Uint8Array) => bytes.fill(7, 8, 40)],
    ['that are cut off', (bytes: Uint8Array) => bytes.subarray(1)],
  ])('%s are replaced by new ones, before they are spent', async (_, damage) => {
    const psiPrivateKeys = toBase64(damage(psi.genKeys().privateKeys));
    const spend = () => Promise.reject(new Error('spent'));
    await expect(run({ counterpart: inMemory(THEIRS), psiPrivateKeys, spend })).rejects.toBeInstanceOf(
      KeysSpent,
    );
  });
});

describe('a counterpart that gives no reply', () => {
  it('passes on its own failure', async () => {
    const offline: Counterpart = { round2: () => Promise.reject(failure('offline')) };
    await expect(run({ counterpart: offline })).rejects.toThrow(code('offline'));
    const spent: Counterpart = { round2: () => Promise.reject(new KeysSpent(undefined)) };
    await expect(run({ counterpart: spent })).rejects.toBeInstanceOf(KeysSpent);
  });

  it.each([
    ['breaks', () => Promise.reject(new TypeError('broken'))],
    ['sends nothing', async () => new Uint8Array(0)],
    ['sends the request back', async (_: Uint8Array, message: Uint8Array) => message],
  ])('fails the comparison when it %s', async (_, round2) => {
    await expect(run({ counterpart: { round2 } })).rejects.toThrow(code('comparison_failed'));
  });
});
