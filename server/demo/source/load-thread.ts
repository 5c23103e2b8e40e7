/** The thread that makes the mailbox; posts it once and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import type { TransferListItem } from 'node:worker_threads';
import { loadOrderSchema, openSource } from './source.ts';

const { source, seed } = loadOrderSchema.parse(workerData);
const loaded = await openSource(source, seed);
// Small buffers share a pool; only a separate buffer can be transferred.
const copies = new Map<Uint8Array, Uint8Array<ArrayBuffer>>();
const entries = loaded.entries.map((entry) => {
  const raw = copies.get(entry.raw) ?? new Uint8Array(entry.raw);
  copies.set(entry.raw, raw);
  return { ...entry, raw };
});
const buffers: TransferListItem[] = [...copies.values()].map((raw) => raw.buffer);
parentPort?.postMessage({ ...loaded, entries }, buffers);
