import { describe, expect, it } from 'vitest';
import { plainLine } from '../../../server/operator/log.ts';

const line = (level: number, fields: object): string => `${JSON.stringify({ level, time: 1, ...fields })}\n`;

describe('a log line for people', () => {
  it('is a warning’s sentence alone', () => {
    expect(plainLine(line(40, { stale: 26, of: 26, unanswered: ['lu.ma'], msg: 'it is stale' }))).toBe(
      'Warning: It is stale.\n',
    );
  });

  it('is a warning’s sentence, followed by what went wrong', () => {
    expect(plainLine(line(40, { error: 'Error', code: 'ECONNREFUSED', of: 3, msg: 'not ready' }))).toBe(
      'Warning: Not ready. {"error":"Error","code":"ECONNREFUSED"}\n',
    );
  });

  it('contains nothing that a terminal obeys or hides', () => {
    const told = plainLine(line(50, { reason: 'a\u009b31m\u2028b\u202ec\u0007', msg: 'it\u001b[2J failed' }));
    expect(told).toBe('Error: It\\u001b[2J failed. {"reason":"a\\u009b31m\\u2028b\\u202ec\\u0007"}\n');
  });

  it('is the line itself when it is not a log entry', () => {
    expect(plainLine('{"level":"x"}\n')).toBe('{"level":"x"}\n');
  });

  it('says where a fault happened', () => {
    const fault = { error: 'TypeError', at: ['at x (a.ts:1:2)'], msg: 'a request failed' };
    const told = 'Error: A request failed. {"error":"TypeError","at":["at x (a.ts:1:2)"]}\n';
    expect([plainLine(line(50, fault)), plainLine(line(60, fault))]).toEqual([told, told]);
  });

  it('begins with what happened when it is not a warning', () => {
    expect(plainLine(line(30, { msg: 'stopping', signal: 'SIGINT' }))).toBe(
      'Stopping. {"signal":"SIGINT"}\n',
    );
    expect(plainLine(line(20, { msg: 'stopping' }))).toBe('Stopping.\n');
  });

  it('exists for an entry without a message', () => {
    expect(plainLine(line(50, { code: 'EIO' }))).toBe('Error: . {"code":"EIO"}\n');
  });
});
