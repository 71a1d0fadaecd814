import { useMemo } from 'react';

/*
 * Trusted Types: in a browser that has them, the policy of server/http/security.ts lets no text become markup unless one
 * of these two policies has let it through.
 */

const policies = typeof window === 'undefined' ? undefined : window.trustedTypes;
const foyer = policies?.createPolicy('foyer', { createHTML: (html) => html });

/** Markup of our own server, which has sanitised what editors wrote. The same object for the same text: React writes another one anew. */
export const useTrustedHtml = (html: string): { __html: string | TrustedHTML } =>
  useMemo(() => ({ __html: foyer?.createHTML(html) ?? html }), [html]);

/** What libraries write by themselves; any other text that something wrote would be a fault. */
export function trustOnly(known: readonly string[]): void {
  policies?.createPolicy('default', {
    createHTML(html) {
      if (!known.includes(html)) throw new TypeError('markup that nobody has let through');
      return html;
    },
  });
}
