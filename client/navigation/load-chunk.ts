import { session } from '../../shared/storage.ts';

/** A chunk that has not arrived by then has failed (docs/specification.md). */
const CHUNK_TIMEOUT_MS = 120_000;
/** The key in session storage that marks a reload for a chunk. */
const reloadKey = (id: string) => `reloaded-for-${id}`;

/**
 * Loads a view on demand. Rejects with 'Loading chunk {id} failed'. A deploy may have removed the chunk, so the first failure
 * loads the destination from the server instead.
 * @param destination the address of the page that needs the chunk
 */
export async function loadChunk<View>(id: string, load: () => Promise<View>, destination: () => string): Promise<View> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wanted = destination();
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), CHUNK_TIMEOUT_MS);
  });
  try {
    const view = await Promise.race([load(), timeout]);
    session.write(reloadKey(id), '');
    return view;
  } catch (cause) {
    // A visitor who has gone elsewhere, or is offline, keeps that page.
    const isWanted = destination() === wanted && navigator.onLine;
    if (isWanted && !session.read(reloadKey(id)) && session.write(reloadKey(id), 'true')) {
      const address = new URL(wanted, location.href).href;
      if (address === location.href) location.reload();
      else location.assign(address);
      // Never settles: the browser leaves the page.
      return new Promise(() => {});
    }
    const error = new Error(`Loading chunk ${id} failed`, { cause });
    console.error(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
