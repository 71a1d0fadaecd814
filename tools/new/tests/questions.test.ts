import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { askForMissing, type Given } from '../src/questions.ts';

/* What is asked on a terminal: only what is not given, again until the answer can be used. */

async function answered(given: Given, answers: string[]) {
  const input = new PassThrough();
  const output = new PassThrough();
  const shown = text(output);
  const result = askForMissing(given, { input, output });
  let next = 0;
  output.on('data', (chunk: Buffer) => {
    if (!String(chunk).trimEnd().endsWith('?') && !String(chunk).trimEnd().endsWith(')')) return;
    const answer = answers[next];
    next += 1;
    if (answer === undefined) input.end();
    else input.write(`${answer}\n`);
  });
  try {
    return { result: await result, asked: next, shown };
  } finally {
    output.end();
  }
}

it('asks for everything if nothing is given', async () => {
  const { result, asked } = await answered({}, ['../site', 'school', 'Hamro Kosh', '#ffd400', 'ne, en']);
  expect(asked).toBe(5);
  expect(result).toEqual({
    dir: '../site',
    profile: 'school',
    name: 'Hamro Kosh',
    accent: '#ffd400',
    locales: ['ne', 'en'],
  });
});

it('takes the defaults, and asks only for what is missing', async () => {
  const { result, asked } = await answered({ dir: 'x', name: 'Hamro Kosh' }, ['', '', '']);
  expect(asked).toBe(3);
  expect(result).toEqual({ dir: 'x', profile: 'company', name: 'Hamro Kosh', accent: undefined, locales: ['en'] });
});

it('says what is expected, and asks again', async () => {
  const { result, asked, shown } = await answered({ dir: 'x' }, [
    'bank',
    'NGO',
    '',
    'Hamro Kosh',
    'greenish',
    '',
    'en,fr',
    'en',
  ]);
  expect(result).toMatchObject({ profile: 'ngo', name: 'Hamro Kosh', locales: ['en'] });
  expect(asked).toBe(8);
  const lines = await shown;
  expect(lines).toContain('the kind of organisation bank: expected company, cooperative');
  expect(lines).toContain('the name: expected one line of 1 to 200 characters\n');
  expect(lines).toContain('the accent greenish: expected a CSS colour');
  expect(lines).toContain('the languages en,fr: expected en, ne');
});

it('ends with a sentence when the terminal is closed', async () => {
  await expect(answered({ dir: 'x' }, ['', 'Hamro Kosh'])).rejects.toThrow('ended before the last question');
});
