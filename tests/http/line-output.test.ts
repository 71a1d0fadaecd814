import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { forwardLines, LineOutput } from '../../packages/runtime/src/line-output.ts';
import { openFifo } from '../support/server.ts';

/* Lines on their way to a file, and to a pipe that is read, read late, or not read any more. */

const QUEUE_BYTES = 100_000;
/** What a pipe of Linux holds, and more. */
const MANY_LINES = 5_000;
const notice = (dropped: number) => `dropped ${dropped}\n`;
const line = (number: number) => `line ${number} ${'x'.repeat(100)}\n`;
const numberOf = (text: string) => Number(/^line (\d+) x{100}$/.exec(text)?.[1]);

const open: number[] = [];
let dir: string | undefined;
afterEach(() => {
  for (const fd of open.splice(0)) closeSync(fd);
  if (dir) rmSync(dir, { recursive: true });
  dir = undefined;
});

function pipe(queueBytes = QUEUE_BYTES) {
  const { stdout: reader, writeEnd } = openFifo();
  open.push(writeEnd);
  return { reader, output: new LineOutput(writeEnd, notice, queueBytes) };
}

function fileOutput(path: string, flags: string): LineOutput {
  const fd = openSync(path, flags);
  open.push(fd);
  return new LineOutput(fd, notice, QUEUE_BYTES);
}

/** The lines that come until the last of them is the one that is waited for. */
async function readUntil(reader: NodeJS.ReadableStream, last: string): Promise<string[]> {
  let read = '';
  for await (const chunk of reader) {
    read += chunk;
    if (read.endsWith(last)) break;
  }
  return read.trimEnd().split('\n');
}

describe('a pipe', () => {
  it('that is read gets every line, in order', async () => {
    const { reader, output } = pipe(MANY_LINES * line(MANY_LINES).length);
    for (let number = 1; number <= MANY_LINES; number += 1) output.write(line(number));
    const numbers = (await readUntil(reader, line(MANY_LINES))).map(numberOf);
    expect(numbers).toEqual(Array.from({ length: MANY_LINES }, (_, index) => index + 1));
    expect(output.droppedLines).toBe(0);
  });

  it('that is read late gets the newest lines whole, after a line that says how many are missing', async () => {
    const { reader, output } = pipe();
    for (let number = 1; number <= MANY_LINES; number += 1) output.write(line(number));
    const before = output.droppedLines;
    expect(before).toBeGreaterThan(0);
    const lines = await readUntil(reader, line(MANY_LINES));
    const gap = lines.findIndex((text) => !text.startsWith('line'));
    expect(lines[gap]).toBe(`dropped ${output.droppedLines}`);
    expect(output.droppedLines).toBe(before);
    const numbers = lines.toSpliced(gap, 1).map(numberOf);
    expect(numbers).toHaveLength(MANY_LINES - before);
    expect(numbers.slice(0, gap)).toEqual(Array.from({ length: gap }, (_, index) => index + 1));
    expect(numbers.slice(gap)).toEqual(
      Array.from({ length: numbers.length - gap }, (_, index) => gap + before + 1 + index),
    );
  });

  it('that is not read does not keep the process from its end, which writes what still goes in', async () => {
    const { reader, output } = pipe();
    output.write(line(1));
    output.finish();
    for (let number = 2; number <= MANY_LINES; number += 1) output.write(line(number));
    output.finish();
    const [first] = await readUntil(reader, line(MANY_LINES));
    expect(numberOf(first ?? '')).toBe(1);
  });

  it('whose reader is gone loses lines, which are counted', async () => {
    const { reader, output } = pipe();
    const closed = new Promise((resolve) => reader.once('close', resolve));
    reader.destroy();
    await closed;
    for (let number = 1; number <= MANY_LINES; number += 1) output.write(line(number));
    output.finish();
    expect(output.droppedLines).toBe(MANY_LINES);
  });
});

describe('a file', () => {
  it('gets every line', () => {
    dir = mkdtempSync(join(tmpdir(), 'foyer-lines-'));
    const path = join(dir, 'log');
    const output = fileOutput(path, 'a');
    for (let number = 1; number <= MANY_LINES; number += 1) output.write(line(number));
    output.finish();
    const numbers = readFileSync(path, 'utf8').trimEnd().split('\n').map(numberOf);
    expect(numbers).toEqual(Array.from({ length: MANY_LINES }, (_, index) => index + 1));
  });

  it('on a full disk loses lines, which are counted', () => {
    const output = fileOutput('/dev/full', 'w');
    for (let number = 1; number <= MANY_LINES; number += 1) output.write(line(number));
    output.finish();
    expect(output.droppedLines).toBe(MANY_LINES);
  });
});

it('passes on whole lines of a stream, and no part of one', async () => {
  const { reader, output } = pipe();
  const from = new PassThrough();
  forwardLines(from, output);
  const read = text(reader);
  for (const chunk of ['one\ntw', 'o\nth', 'r', 'ee\n', 'fo']) from.write(chunk);
  await expect.poll(() => from.readableLength).toBe(0);
  output.finish();
  for (const fd of open.splice(0)) closeSync(fd);
  expect(await read).toBe('one\ntwo\nthree\n');
});
