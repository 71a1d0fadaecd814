import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../packages/config/src/config.ts';
import { contentSecurityPolicy, securityHeaders } from '../../../server/http/security-headers.ts';

const HTTPS = { SITE_URL: 'https://www.himal.example' };
const policyOf = (environment: Record<string, string> = {}, inline = {}) =>
  contentSecurityPolicy(readConfig({ ...HTTPS, ...environment }))(inline).split('; ');
const headersOf = (environment: Record<string, string> = {}) => {
  const flat = securityHeaders(readConfig({ ...HTTPS, ...environment }));
  const pairs = flat.flatMap((name, index) => (index % 2 === 0 ? [[name.toLowerCase(), flat[index + 1]]] : []));
  return Object.fromEntries(pairs);
};

describe('a browser', () => {
  it('loads files of this site alone, and runs nothing inline', () => {
    expect(policyOf()).toEqual([
      "default-src 'none'",
      "img-src 'self' data:",
      "media-src 'self'",
      "frame-src 'none'",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types foyer default',
      "style-src 'none'",
      "script-src 'self'",
    ]);
  });

  it('shows pictures, sound and videos of the origins that the operator names', () => {
    expect(
      policyOf({ MEDIA_ORIGINS: 'https://media.example https://cdn.example', VIDEO_ORIGINS: 'https://video.example' }),
    ).toEqual(
      expect.arrayContaining([
        "img-src 'self' data: https://media.example https://cdn.example",
        "media-src 'self' https://media.example https://cdn.example",
        'frame-src https://video.example',
      ]),
    );
  });

  it('loads from the hosts that the operator names for a directive, beside those of the site', () => {
    const CSP_SOURCES = 'script-src https://stats.example; connect-src https://stats.example wss://live.example:8443;';
    const more = ' img-src https://*.tiles.example; frame-src https://map.example; style-src https://map.example';
    const inline = { scripts: ["'sha256-b'"] };
    expect(policyOf({ CSP_SOURCES: CSP_SOURCES + more, MEDIA_ORIGINS: 'https://media.example' }, inline)).toEqual(
      expect.arrayContaining([
        "script-src 'self' 'sha256-b' https://stats.example",
        "connect-src 'self' https://stats.example wss://live.example:8443",
        "img-src 'self' data: https://media.example https://*.tiles.example",
        'frame-src https://map.example',
        'style-src https://map.example',
        "font-src 'self'",
      ]),
    );
  });

  it('has what it blocks reported where the operator names', () => {
    const CSP_REPORT_URL = 'https://reports.example/csp?key=public';
    expect(policyOf({ CSP_REPORT_URL })).toContain(`report-uri ${CSP_REPORT_URL}`);
    expect(policyOf().join()).not.toContain('report');
  });

  it('runs the inline elements that a page names, beside the files of the site', () => {
    const policy = policyOf({}, { styles: ["'sha256-a'"], scripts: ["'sha256-b'", "'sha256-c'"] });
    expect(policy).toContain("style-src 'sha256-a'");
    expect(policy).toContain("script-src 'self' 'sha256-b' 'sha256-c'");
  });

  it('gets the restrictions with every response', () => {
    const { 'content-security-policy': policy, 'permissions-policy': permissions, ...headers } = headersOf();
    expect(headers).toEqual({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
    });
    expect(policy).toBe(policyOf().join('; '));
    for (const feature of ['camera', 'microphone', 'payment', 'usb']) expect(permissions).toContain(`${feature}=()`);
  });

  it('is bound to https by a site on https only, and for its subdomains only if the operator says so', () => {
    expect(headersOf({ SITE_URL: 'http://www.himal.example' })).not.toHaveProperty('strict-transport-security');
    expect(headersOf({ HSTS_SUBDOMAINS: 'true' })['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    );
  });
});
