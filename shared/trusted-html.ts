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

/**
 * Creates the default policy, for markup that libraries write. It refuses any other markup, and any script's address.
 * @param approved the markup of the libraries
 */
export function createDefaultPolicy(approved: readonly string[]): void {
  policies?.createPolicy('default', {
    createHTML(html) {
      if (!approved.includes(html)) throw new TypeError('markup that no Trusted Types policy has approved');
      return html;
    },
  });
}
