/** The head begins with it. */
const CHARSET = '<meta charSet="utf-8"/>';

/**
 * Hosts send one Content-Security-Policy for all pages, and each screen has inline styles of its own: what allows them moves from the
 * header into the page, and a browser obeys both.
 * @param policy of the page as the server sends it
 * @throws if the page has no place for it: its header would allow any inline style
 */
export function movePolicyOfStyles(html: string, policy: string): { html: string; policy: string } {
  const [ofStyles] = /style-src [^;]*/.exec(policy) ?? [];
  if (!ofStyles || !html.includes(CHARSET)) throw new Error('the policy of its styles has no place in it');
  const withoutHashes = ofStyles.replaceAll(/ 'sha256-[^']*'/g, '');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${ofStyles}"/>`;
  return {
    html: html.replace(CHARSET, CHARSET + meta),
    policy: policy.replace(ofStyles, `${withoutHashes} 'unsafe-inline'`),
  };
}
