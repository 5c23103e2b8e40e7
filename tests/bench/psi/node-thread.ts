import { parentPort, workerData } from 'node:worker_threads';
import { loadInNode } from '../peers/openmined.ts';
import { createJobs, type Jobs } from './jobs.ts';

const answer: unknown = await createJobs(loadInNode)[workerData as keyof Jobs]();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(answer);
