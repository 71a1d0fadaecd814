import { serveJobs } from '@foyer/runtime';
import { boundBuffers } from './bounded-buffers.ts';
import type { Job } from './pdf-extractor.ts';
import { pdfTextOrReason } from './pdf-text.ts';

/* The worker thread that reads PDFs (pdf-extractor.ts). It may be terminated at any time. */

const buffers = boundBuffers();
// PDF.js falls back to its own inflate, whose memory is bounded: a few kilobytes could be inflated to gigabytes.
Reflect.deleteProperty(globalThis, 'DecompressionStream');
// A damaged document leaves promises behind that no code awaits. They must not end the thread while it reads the next one; whether
// a text was found decides its own promise, or the time that it takes.
process.on('unhandledRejection', () => {});

serveJobs(({ bytes }: Job) => {
  buffers.reset();
  return pdfTextOrReason(bytes);
});
