import { session } from '../storage.ts';

/** SPEC 9: a screen's chunk that has not come by then does not come. */
const TIMEOUT = 120_000;
/** Where it is kept that the page was loaded anew for a screen. */
const reloaded = (id: string) => `reloaded-for-${id}`;

/**
 * Loads a screen on demand; rejects with 'Loading chunk {id} failed'. A deploy may have taken the chunk away: then the
 * page that wants it is loaded anew, once.
 * @param destination the address of the page that wants it
 */
export async function loadChunk<Screen>(
  id: string,
  load: () => Promise<Screen>,
  destination: () => string,
): Promise<Screen> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), TIMEOUT);
  });
  try {
    const screen = await Promise.race([load(), timeout]);
    session.write(reloaded(id), '');
    return screen;
  } catch (cause) {
    if (!session.read(reloaded(id)) && session.write(reloaded(id), 'true')) {
      const address = new URL(destination(), location.href).href;
      if (address === location.href) location.reload();
      else location.assign(address);
      // The page is on its way out: nothing more is to be shown on it.
      return new Promise(() => {});
    }
    const error = new Error(`Loading chunk ${id} failed`, { cause });
    console.error(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
