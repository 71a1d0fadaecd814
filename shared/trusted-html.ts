import { useMemo } from 'react';

/*
 * Trusted Types: in a browser that supports them, the content security policy (server/http/security-headers.ts) refuses a string
 * as markup unless one of these two policies has approved it.
 */

const policies = typeof window === 'undefined' ? undefined : window.trustedTypes;
const foyer = policies?.createPolicy('foyer', { createHTML: (html) => html });

/** Approves HTML that our server has sanitised. The same text gives the same object: React would write another object to the DOM again. */
export const useTrustedHtml = (html: string): { __html: string | TrustedHTML } =>
  useMemo(() => ({ __html: foyer?.createHTML(html) ?? html }), [html]);

/** The scripts of our build, on this origin. */
const OWN_SCRIPT = /^\/assets\/[\w-]+\.js$/;

/**
 * Creates the default policy, for markup that libraries write. It refuses any other markup. If hydration fails, React renders
 * the document again with the entry's script element, so scripts of our build are approved; the browser does not run it twice.
 * @param approved the markup of the libraries
 */
export function createDefaultPolicy(approved: readonly string[]): void {
  policies?.createPolicy('default', {
    createHTML(html) {
      if (!approved.includes(html)) throw new TypeError('markup that no Trusted Types policy has approved');
      return html;
    },
    createScriptURL(address) {
      if (!OWN_SCRIPT.test(address)) throw new TypeError('script that is not of this site');
      return address;
    },
  });
}
