const CHARSET = '<meta charSet="utf-8"/>';

/**
 * Hosts send one Content-Security-Policy for all pages, and each screen has inline styles of its own: what allows them moves from the
 * header into the page, and a browser obeys both.
 * @param policy of the page as the server sends it
 */
export function movePolicyOfStyles(html: string, policy: string): { html: string; policy: string } {
  const [ofStyles = ''] = /style-src [^;]*/.exec(policy) ?? [];
  const withoutHashes = ofStyles.replaceAll(/ 'sha256-[^']*'/g, '');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${ofStyles}"/>`;
  return {
    html: html.replace(CHARSET, CHARSET + meta),
    policy: policy.replace(ofStyles, `${withoutHashes} 'unsafe-inline'`),
  };
}
