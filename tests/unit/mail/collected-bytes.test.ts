import { describe, expect, test } from 'vitest';
import { CollectedBytes } from '../../../mail/mbox/collected-bytes.ts';
import { MboxSplitter } from '../../../mail/mbox/splitter.ts';
import { bytes } from '../../support/mail/reference-signer.ts';

const MEGABYTE = 1024 * 1024;
const SEPARATOR = 'From a@b Mon Jan  1 00:00:00 2024\n';

/** Bytes that depend on their position, so that misplaced ones are noticed. */
const counted = (length: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) % 251);

describe('bytes that arrive in pieces', () => {
  test.each([
    [0, 1],
    [5_000, 1],
    [5_000, 7],
    [6 * MEGABYTE, 1_000],
    [6 * MEGABYTE, 5 * MEGABYTE],
    [66 * MEGABYTE, 3 * MEGABYTE + 1],
  ])('give the same %i bytes in pieces of %i', (length, size) => {
    const whole = counted(length);
    const collected = new CollectedBytes();
    for (let at = 0; at < length; at += size) collected.add(whole.subarray(at, at + size));
    expect(collected.length).toBe(length);
    expect(Buffer.compare(collected.whole(), whole)).toBe(0);
  });

  test('are copied once there are many pieces, which are then released', () => {
    const collected = new CollectedBytes();
    const buffer = counted(256);
    for (let at = 0; at < 256; at += 1) collected.add(buffer.subarray(at, at + 1));
    buffer.fill(0);
    expect(Buffer.compare(collected.whole(), counted(256))).toBe(0);
  });
});

test.each([2_000, 300_000])('a mail of %i quoted lines is unquoted, whole or cut', (lines) => {
  const splitter = new MboxSplitter(0, MEGABYTE);
  const file = bytes(`${SEPARATOR}Subject: x\n\n${'>From \n'.repeat(lines)}`) as Uint8Array<ArrayBuffer>;
  for (let at = 0; at < file.length; at += 1_000) splitter.push(file.subarray(at, at + 1_000));
  const [mail] = splitter.end();
  const whole = `Subject: x\n\n${'From \n'.repeat(lines)}`;
  const read = Buffer.from(mail?.raw ?? []).toString();
  expect(mail?.whole).toBe(whole.length <= MEGABYTE);
  expect(read).toBe(mail?.whole === true ? whole : whole.slice(0, 64 * 1024));
});
