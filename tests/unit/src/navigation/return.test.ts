import { describe, expect, it, vi } from 'vitest';
import type { HistoryWindow } from '../../../../src/navigation/entries.ts';
import { notePlace, returnToPlace } from '../../../../src/navigation/return.ts';

const INVITED = { organiser: 'devcon', catalog: 'ab'.repeat(32) };

function keptIn(values: Map<string, string>) {
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

function answered(storage: ReturnType<typeof keptIn>, pathname = '/', hash = ''): unknown[] {
  const replaceState = vi.fn<History['replaceState']>();
  const target = {
    history: { replaceState },
    location: { origin: 'https://app.example', pathname, hash },
  } as unknown as HistoryWindow;
  returnToPlace(storage, target);
  return replaceState.mock.calls.flat();
}

describe('the address of a sign-in’s answer', () => {
  it('is replaced by the place where the person was, once', () => {
    const storage = keptIn(new Map());
    notePlace(storage, { address: '/ledger', invitation: INVITED });
    expect(answered(storage)).toEqual([
      { depth: 0, sheets: 0, invitation: INVITED },
      '',
      'https://app.example/ledger',
    ]);
    expect(answered(storage)).toEqual([
      { depth: 0, sheets: 0, invitation: null },
      '',
      'https://app.example/',
    ]);
  });

  it.each(['//evil.example/', 'https://evil.example/', '/api/config', 'null'])(
    'is not replaced by %s',
    (address) => {
      const storage = keptIn(new Map([['left-from', JSON.stringify({ address, invitation: INVITED })]]));
      expect(answered(storage)).toEqual([
        { depth: 0, sheets: 0, invitation: null },
        '',
        'https://app.example/',
      ]);
    },
  );

  it('is replaced by the start on this host, with the pin, when no place was noted', () => {
    const hash = `#${INVITED.catalog}`;
    const [, , address] = answered(keptIn(new Map()), '//evil.example', hash);
    expect(new URL(String(address)).href).toBe(`https://app.example//evil.example${hash}`);
  });

  it('survives a malformed note', () => {
    expect(answered(keptIn(new Map([['left-from', '{']])))).toHaveLength(3);
  });
});
