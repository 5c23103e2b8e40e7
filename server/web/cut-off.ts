import { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { Refusal } from './refusal.ts';

/**
 * What an error in a route really was: where the caller hung up in the middle of the request, reading the rest of it
 * fails, and that is no fault of ours.
 */
export function orCutOff(error: Error, { env }: Pick<Context, 'env'>): Error {
  const given: unknown = env;
  if (typeof given !== 'object' || given === null || !('incoming' in given)) return error;
  const { incoming } = given;
  const cutOff = incoming instanceof IncomingMessage && incoming.destroyed && !incoming.complete;
  return cutOff ? new Refusal(400, 'The request was cut off.', { cause: error }) : error;
}
