import { expect, it } from 'vitest';
import type { View } from '../../../server/preview/content-view.ts';
import { PreviewViews } from '../../../server/preview/preview-views.ts';

/** Views whose sites say when they are opened and closed. */
function create(failures = 0) {
  const events: string[] = [];
  let left = failures;
  const views = new PreviewViews(async ({ at }: View) => {
    if (left > 0) {
      left -= 1;
      throw new Error('not now');
    }
    events.push(`open ${at}`);
    return { app: () => {}, forget: () => {}, close: async () => void events.push(`close ${at}`) };
  });
  return { views, events };
}
const ended = Promise.resolve();
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('opens each view once, and closes the least recently used of more than four', async () => {
  const { views, events } = create();
  for (const at of [1, 2, 3, 4, 1, 5]) await views.siteFor({ at }, ended);
  await settle();
  expect(events).toEqual(['open 1', 'open 2', 'open 3', 'open 4', 'open 5', 'close 2']);
  await views.siteFor({}, ended);
  await views.close();
  expect(events.filter((event) => event.startsWith('close'))).toHaveLength(6);
});

it('closes a view only after its requests', async () => {
  const { views, events } = create();
  let end: () => void = () => {};
  await views.siteFor({ at: 1 }, new Promise<void>((resolve) => (end = resolve)));
  for (const at of [2, 3, 4, 5]) await views.siteFor({ at }, ended);
  await settle();
  expect(events).not.toContain('close 1');
  end();
  await settle();
  expect(events).toContain('close 1');
});

it('opens a view again that could not be opened', async () => {
  const { views, events } = create(1);
  await expect(views.siteFor({ at: 1 }, ended)).rejects.toThrow('not now');
  await settle();
  await views.siteFor({ at: 1 }, ended);
  expect(events).toEqual(['open 1']);
});
