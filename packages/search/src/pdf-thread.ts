import { parentPort } from 'node:worker_threads';
import { boundBuffers } from './bounded-buffers.ts';
import type { Job, ThreadMessage } from './pdf-extractor.ts';
import { pdfText, reasonOf } from './pdf-text.ts';

/* The worker thread that reads PDFs (pdf-extractor.ts). It may be terminated at any time. */

const buffers = boundBuffers();
// PDF.js falls back to its own inflate, whose memory is bounded: a few kilobytes could be inflated to gigabytes.
Reflect.deleteProperty(globalThis, 'DecompressionStream');
// A damaged document leaves promises behind that no code awaits. They must not end the thread while it reads the next one; whether
// a text was found decides its own promise, or the time that it takes.
process.on('unhandledRejection', () => {});

const send = (message: ThreadMessage) => parentPort?.postMessage(message);

parentPort?.on('message', async ({ bytes }: Job) => {
  buffers.reset();
  try {
    send({ kind: 'text', ...(await pdfText(bytes)) });
  } catch (error) {
    send({ kind: 'fault', reason: reasonOf(error) });
  }
});
send({ kind: 'ready' });
