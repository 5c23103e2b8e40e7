import { describe, expect, it } from 'vitest';
import { createTokenMemory } from '../../../../server/demo/oauth/token-memory.ts';

const ENTRIES = 10_000;

describe('the memory of tokens', () => {
  it('returns the latest result', () => {
    const memory = createTokenMemory<number>();
    expect(memory.get('a token')).toBeUndefined();
    memory.set('a token', 1);
    memory.set('a token', 2);
    expect(memory.get('a token')).toBe(2);
    expect(memory.get('another token')).toBeUndefined();
  });

  it('forgets the oldest when it is full, and setting a token again makes it the newest', () => {
    const memory = createTokenMemory<number>();
    memory.set('first', -1);
    memory.set('second', -2);
    memory.set('first', -3);
    for (let count = 0; count < ENTRIES - 1; count += 1) memory.set(`token ${count}`, count);
    expect(memory.get('second')).toBeUndefined();
    expect(memory.get('first')).toBe(-3);
    expect(memory.get('token 0')).toBe(0);
    memory.set('one more', 0);
    expect(memory.get('first')).toBeUndefined();
  });
});
