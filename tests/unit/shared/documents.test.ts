import { expect, it } from 'vitest';
import english from '../../../packages/messages/src/en.ts';
import { describe } from '../../../shared/ui/Documents.tsx';

it.each([
  ['/media/form.pdf', undefined, 'PDF'],
  ['/media/form.docx', 'application/octet-stream', 'Word'],
  ['/files/12', 'application/pdf', 'PDF'],
  ['/files/12', 'application/msword', 'Word'],
  ['/files/12', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'Word'],
  ['/files/12', 'application/vnd.ms-excel', 'Excel'],
  ['/files/12', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Excel'],
  ['/files/12', 'application/vnd.openxmlformats-officedocument.presentationml.presentation', 'PPTX'],
  ['/files/12', 'text/plain; charset=utf-8', 'PLAIN'],
  ['/files/12', 'image/JPEG', 'JPG'],
  ['/files/12', 'application/octet-stream', 'file'],
  ['/files/12', undefined, 'file'],
])('a document %s of type %s is described as %s', (location, mime, type) => {
  expect(describe({ location, mime, size: 45_000, sources: [] }, english)).toBe(`${type}, 45\u00a0kB`);
});
