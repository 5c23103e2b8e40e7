import { describe, expect, it } from 'vitest';
import { RSA_2048 } from '../../support/mail/test-keys.ts';
import {
  changedCatalog,
  evidenceIds,
  fixture,
  letter,
  mailboxOf,
  ticket,
  withPagesOfNewMail,
} from '../../support/scan/scan-fixture.ts';

describe('a repeated scan', () => {
  it('reads only new mail: 10 new mails cost at most 300 units', async () => {
    for (const thorough of [false, true]) {
      const { scan, gmail, evidence } = await fixture(mailboxOf(300, 20));
      await scan({ thorough });
      const before = gmail.units;
      gmail.deliver(
        ...Array.from({ length: 8 }, (_, index) => letter(`new${index}`)),
        ticket('new-a'),
        ticket('new-b'),
      );
      expect(await scan({ thorough })).toMatchObject({ phase: 'done', evidenceMails: 22 });
      expect(gmail.units - before).toBeLessThanOrEqual(300);
      expect(evidenceIds(await evidence())).toContain('new-b');
    }
  });

  it('costs next to nothing without new mail', async () => {
    const { scan, gmail } = await fixture(mailboxOf(100, 10));
    await scan();
    const before = gmail.units;
    expect(await scan()).toMatchObject({ phase: 'done', evidenceMails: 10 });
    expect(gmail.units - before).toBe(3);
  });

  it('lists everything again when the history has expired, and reads no mail twice', async () => {
    const { scan, gmail, evidence } = await fixture(mailboxOf(100, 10));
    await scan();
    gmail.deliver(ticket('new'));
    gmail.historyExpired = true;
    const before = gmail.count('raw');
    await scan();
    expect(gmail.count('raw') - before).toBe(1);
    expect(evidenceIds(await evidence())).toHaveLength(11);
  });

  it('reads every page of the history', async () => {
    const { scan, evidence } = await withPagesOfNewMail();
    await scan();
    expect(evidenceIds(await evidence())).toHaveLength(13);
  });

  it('reads every header the first time it is thorough, and no candidate twice', async () => {
    const { scan, gmail } = await fixture(mailboxOf(50, 10));
    await scan();
    await scan({ thorough: true });
    expect(gmail.count('raw') + gmail.count('full')).toBe(10);
    // The first scan kept the candidates' headers.
    expect(gmail.count('metadata')).toBe(50);
  });

  it('reads every candidate again when the catalog has changed', async () => {
    const { scan, gmail } = await fixture(mailboxOf(10, 4));
    await scan();
    await scan({ catalog: changedCatalog() });
    expect(gmail.count('raw')).toBe(8);
  });

  it('reads mail again that was judged while its key could not be looked up', async () => {
    const { scan, gmail, evidence } = await fixture([ticket('t1', { signed: true }), ticket('t2')]);
    const silent = (): Promise<never> => Promise.reject(new Error('no connection'));
    const reasons = async () => (await evidence()).map(({ messageId, reason }) => [messageId, reason]);
    await scan({ lookup: silent });
    expect(await reasons()).toEqual([
      ['t1', 'key-unknown'],
      ['t2', 'unsigned'],
    ]);
    expect(await scan({ lookup: silent })).toMatchObject({ phase: 'done', evidenceMails: 2 });
    expect(gmail.count('raw')).toBe(3);
    const lookup = () => Promise.resolve([RSA_2048.record]);
    expect(await scan({ lookup })).toMatchObject({ phase: 'done', evidenceMails: 2 });
    expect(await reasons()).toEqual([
      ['t1', 'signature-failed'],
      ['t2', 'unsigned'],
    ]);
    await scan({ lookup });
    expect(gmail.count('raw')).toBe(4);
  });

  it('deletes the findings when the mailbox belongs to another person', async () => {
    const { scan, gmail, evidence } = await fixture(mailboxOf(10, 4));
    await scan();
    gmail.mails = [ticket('other')];
    Object.assign(gmail, { address: 'eve@mail.example' });
    expect(await scan()).toMatchObject({ evidenceMails: 1 });
    expect(evidenceIds(await evidence())).toEqual(['other']);
  });
});
