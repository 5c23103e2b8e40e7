import { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { Refusal } from './refusal.ts';

/**
 * Recognises an aborted request: if the caller hung up in the middle, reading the rest fails, which is not our fault.
 */
export function orCutOff(error: Error, { env }: Pick<Context, 'env'>): Error {
  const given: unknown = env;
  if (typeof given !== 'object' || given === null || !('incoming' in given)) return error;
  const { incoming } = given;
  const cutOff = incoming instanceof IncomingMessage && incoming.destroyed && !incoming.complete;
  return cutOff ? new Refusal(400, 'The request was cut off.', { cause: error }) : error;
}
