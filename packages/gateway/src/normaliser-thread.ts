import { workerData } from 'node:worker_threads';
import { serveJobs } from '@foyer/runtime';
import { AnswerNormaliser, type NormaliserOptions } from './normalise-answer.ts';
import type { Job } from './normaliser.ts';

/* The worker thread that normalises long answers (normaliser.ts). */

const normaliser = new AnswerNormaliser(workerData as NormaliserOptions);
serveJobs(({ call, response, calendar }: Job) => normaliser.normalise(call, response, calendar));
