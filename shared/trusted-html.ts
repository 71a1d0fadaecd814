import { useMemo } from 'react';

/*
 * Trusted Types: in a browser that has them, the policy of server/http/security-headers.ts lets no text become markup unless one
 * of these two policies has let it through.
 */

const policies = typeof window === 'undefined' ? undefined : window.trustedTypes;
const foyer = policies?.createPolicy('foyer', { createHTML: (html) => html });

/** Markup of our own server, which has sanitised what editors wrote. The same object for the same text: React writes another one anew. */
export const useTrustedHtml = (html: string): { __html: string | TrustedHTML } =>
  useMemo(() => ({ __html: foyer?.createHTML(html) ?? html }), [html]);

/** The scripts of our build, at this origin. */
const OWN_SCRIPT = /^\/assets\/[\w-]+\.js$/;

/**
 * What libraries write by themselves; any other text that something wrote would be a fault. Where hydration fails, React
 * renders the document anew, the script element of the entry included; the browser does not run it a second time.
 */
export function trustOnly(known: readonly string[]): void {
  policies?.createPolicy('default', {
    createHTML(html) {
      if (!known.includes(html)) throw new TypeError('markup that nobody has let through');
      return html;
    },
    createScriptURL(address) {
      if (!OWN_SCRIPT.test(address)) throw new TypeError('script that is not of this site');
      return address;
    },
  });
}
