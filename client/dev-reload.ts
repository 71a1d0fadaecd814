const INTERVAL = 1000;

/** In development: reloads the page once the server has another one, because of new code or new content. */
export function reloadWhenChanged(): void {
  let known: string | null = null;
  setInterval(async () => {
    const response = await fetch(location.href, { method: 'HEAD' }).catch(() => null);
    const etag = response?.headers.get('etag') ?? null;
    if (known && etag && known !== etag) location.reload();
    known = etag ?? known;
  }, INTERVAL);
}
