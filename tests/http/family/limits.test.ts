import { afterEach, expect, it } from 'vitest';
import { limited } from '../../support/family/guarded.ts';
import { standard } from '../../support/family/index.ts';
import { SIMPLE_PAGINATOR } from '../../support/family/paginators.ts';
import { type FamilySite, SCREENS, screenOf, screensOver, startFamilySite } from '../../support/family/screens.ts';

/* What visitors and the operator get over an API that does not give all that it has. */

let site: FamilySite;
afterEach(() => site.close());

it('422 after 18 calls pauses all calls; every screen is shown once the API answers again', async () => {
  const { screens } = await screensOver(standard());
  const { form, renew, refused } = limited(18);
  site = await startFamilySite(form);
  const first = new Map<string, string>();
  for (const path of SCREENS) first.set(path, await screenOf(site, path));
  const refusedScreens = [...first].filter(([path, screen]) => screen !== screens.get(path));
  expect(refusedScreens.length).toBeGreaterThan(0);
  for (const [path, screen] of refusedScreens) expect(screen, path).toMatch(/^503\n/);
  // One call finds out, and further ones ask whether it is over: not one for each of the screens.
  expect(refused()).toBeLessThan(refusedScreens.length);
  for (const path of SCREENS) {
    await expect
      .poll(() => {
        renew();
        return screenOf(site, path);
      })
      .toBe(screens.get(path));
  }
});

it('pages without their number: the first one is shown, and the log says that there are more', async () => {
  site = await startFamilySite(SIMPLE_PAGINATOR);
  expect(await screenOf(site, '/blogs')).toMatch(/^200\n[\s\S]*Blog number 3</);
  expect(site.log).toContainEqual(
    expect.objectContaining({
      msg: 'content does not fit',
      call: 'blogs',
      dropped: expect.arrayContaining([
        { path: 'blogs', reason: expect.stringMatching(/^further pages, as next_page_url says: /) },
      ]),
    }),
  );
});
