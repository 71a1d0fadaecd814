import { describe, expect, it } from 'vitest';
import { movePolicyOfStyles } from '../../../server/export/page-policy.ts';

const POLICY = "default-src 'none'; style-src 'self' 'sha256-a+/=' 'sha256-b=' https://map.example; script-src 'self'";
const HTML = '<!DOCTYPE html><html><head><meta charSet="utf-8"/><title>A</title>';

describe('the policy of an exported page', () => {
  it('has the hashes of its styles in the page, and none in the header that all pages share', () => {
    const { html, policy } = movePolicyOfStyles(HTML, POLICY);
    expect(html).toBe(
      '<!DOCTYPE html><html><head><meta charSet="utf-8"/><meta http-equiv="Content-Security-Policy" ' +
        `content="style-src 'self' 'sha256-a+/=' 'sha256-b=' https://map.example"/><title>A</title>`,
    );
    expect(policy).toBe("default-src 'none'; style-src 'self' https://map.example 'unsafe-inline'; script-src 'self'");
  });

  it.each([
    ['a page without a head', '<p>Hello</p>', POLICY],
    ['a page without a policy', HTML, ''],
  ])('%s is not exported: its header would allow any style', (_, html, policy) => {
    expect(() => movePolicyOfStyles(html, policy)).toThrow('has no place in it');
  });
});
