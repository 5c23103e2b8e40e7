/** The labelled corpus itself: complete, varied, and readable as mail. What the rules make of it is tested elsewhere. */
import { expect, test } from 'vitest';
import { CATALOG } from '../../../catalog/index.ts';
import { parseMail } from '../../../mail/mime/parse-mail.ts';
import type { MailKind } from '../../../worker/records.ts';
import { CORPUS, HELD_OUT } from '../../corpus/index.ts';
import { renderSample } from '../../corpus/render.ts';

/** A record, so that a new kind does not compile before it is listed here. */
const EVERY_KIND: Readonly<Record<MailKind, true>> = {
  confirmation: true,
  role: true,
  attendance: true,
  logistics: true,
  pending: true,
  negative: true,
  bulk: true,
  automatic: true,
  'other-person': true,
};
const KINDS = Object.keys(EVERY_KIND);

test('no two samples share an id', () => {
  const ids = CORPUS.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test('an id names the source, language and state', () => {
  const others = CORPUS.filter(({ id, source, language, state }) => {
    const named = `${source}-${language}-${state}`;
    return id !== named && !/^-\d+$/.test(id.startsWith(named) ? id.slice(named.length) : '');
  });
  expect(others.map(({ id }) => id)).toEqual([]);
});

test('it holds every kind and every event, in many languages', () => {
  expect(KINDS.filter((kind) => CORPUS.every((sample) => sample.kind !== kind))).toEqual([]);
  const events = CATALOG.events.map(({ key }) => key);
  expect(events.filter((key) => CORPUS.every(({ event }) => event !== key))).toEqual([]);
  expect(CORPUS.map(({ event }) => event).filter((event) => !events.includes(event))).toEqual([]);
  expect(new Set(CORPUS.map(({ language }) => language)).size).toBeGreaterThanOrEqual(15);
  expect(CORPUS.length).toBeGreaterThanOrEqual(700);
});

test('a fifth of it is held out, of every kind', () => {
  expect(HELD_OUT.length / CORPUS.length).toBeGreaterThan(0.17);
  expect(HELD_OUT.length / CORPUS.length).toBeLessThan(0.23);
  expect(KINDS.filter((kind) => HELD_OUT.every((sample) => sample.kind !== kind))).toEqual([]);
});

test('an order that a sample names stands in the mail', () => {
  const missing = CORPUS.filter(
    ({ order, subject, text = '', html = '', headers = {} }) =>
      order !== null &&
      ![subject, text, html, ...Object.values(headers)].some((part) => part.toUpperCase().includes(order)),
  );
  expect(missing.map(({ id }) => id)).toEqual([]);
});

test('every sample becomes a mail that is read back', { timeout: 120_000 }, async () => {
  for (const sample of CORPUS) {
    const raw = await renderSample(sample);
    const read = await parseMail(raw);
    expect({
      id: sample.id,
      subject: read.subject,
      empty: read.text === '',
      unreadable: read.unreadable,
    }).toEqual({
      id: sample.id,
      subject: sample.subject,
      empty: false,
      unreadable: null,
    });
    expect(await renderSample(sample)).toEqual(raw);
  }
});
