import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectApi } from '../../../tools/connect/src/connect-api.ts';
import { runCommand } from '../../support/commands.ts';
import { FORMS } from '../../support/family/index.ts';
import { startFamily } from '../../support/family/server.ts';

/* What connect proposes for the forms of the family that need a mapping. */

async function connectTo(name: string) {
  const form = FORMS.find((known) => known.name.startsWith(name));
  if (!form) throw new Error(`there is no form ${name}`);
  const upstream = await startFamily(form);
  const dir = await mkdtemp(join(tmpdir(), 'foyer-connect-test-'));
  try {
    const { stdout } = await runCommand(connectApi, [upstream.url, '--json'], { DATA_DIR: dir });
    return JSON.parse(stdout);
  } finally {
    await upstream.close();
    await rm(dir, { recursive: true });
  }
}

it.each<[form: string, usable: number, usableThen: number, mapping: object]>([
  ['a wrapper within a wrapper', 20, 30, { data: 'response.payload' }],
  ['other names of fields', 18, 30, { calls: { bod: { fields: { name: 'full_name', designation: 'post' } } } }],
  ['other paths below', 21, 28, { calls: { notice: { path: 'notices' } } }],
  ['lists only', 23, 27, { calls: { 'blogs/{id}': { path: 'blogs' } } }],
  ['WordPress', 0, 19, { calls: { blogs: { path: 'posts', fields: { name: 'title.rendered' } } } }],
])('%s', async (name, usable, usableThen, mapping) => {
  const document = await connectTo(name);
  expect(document.usable).toBeLessThanOrEqual(usable);
  expect(document.proposal.usable).toBeGreaterThanOrEqual(usableThen);
  expect(document.proposal.mapping).toMatchObject(mapping);
});

it.each(["dates as '01/10/2026'", "dates as '32 Sharwan 2081'"])('%s: nothing is left out any more', async (name) => {
  const document = await connectTo(name);
  expect(document.calls.flatMap(({ faults }: { faults: { kind: string }[] }) => faults)).toContainEqual(
    expect.objectContaining({ kind: 'dropped', field: expect.stringMatching(/_at$|deadline|date/) }),
  );
  const { mapping, lines } = document.proposal;
  expect(mapping.dates).toEqual(lines[0].value);
  expect(lines).toHaveLength(1);
});
