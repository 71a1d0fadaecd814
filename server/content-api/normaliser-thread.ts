import { parentPort, workerData } from 'node:worker_threads';
import { AnswerReader } from './normalise-answer.ts';
import type { Job, JobOptions } from './normaliser.ts';

/* The thread that reads long answers (reader.ts). */

const reader = new AnswerReader(workerData as JobOptions);
parentPort?.on('message', ({ id, call, response }: Job) => {
  parentPort?.postMessage({ id, outcome: reader.read(call, response) });
});
