import { parentPort, workerData } from 'node:worker_threads';
import { AnswerNormaliser } from './normalise-answer.ts';
import type { Job, JobOptions } from './normaliser.ts';

/* The worker thread that normalises long answers (normaliser.ts). */

const normaliser = new AnswerNormaliser(workerData as JobOptions);
parentPort?.on('message', ({ id, call, response }: Job) => {
  parentPort?.postMessage({ id, result: normaliser.normalise(call, response) });
});
