import { parentPort, workerData } from 'node:worker_threads';
import { AnswerNormaliser, type NormaliserOptions } from './normalise-answer.ts';
import type { Job } from './normaliser.ts';

/* The worker thread that normalises long answers (normaliser.ts). */

const normaliser = new AnswerNormaliser(workerData as NormaliserOptions);
parentPort?.on('message', ({ id, call, response, calendar }: Job) => {
  parentPort?.postMessage({ id, result: normaliser.normalise(call, response, calendar) });
});
