const CHECK_INTERVAL_MS = 1000;

/** Development only: reloads the page when the server has a different version of it, after a change of code or content. */
export function reloadWhenChanged(): void {
  let lastEtag: string | null = null;
  setInterval(async () => {
    const response = await fetch(location.href, { method: 'HEAD' }).catch(() => null);
    const etag = response?.headers.get('etag') ?? null;
    if (lastEtag && etag && lastEtag !== etag) location.reload();
    lastEtag = etag ?? lastEtag;
  }, CHECK_INTERVAL_MS);
}
