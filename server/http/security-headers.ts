import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Config } from '@foyer/config';
import helmet from 'helmet';

interface InlineSources {
  /** The hashes or nonces of inline elements. */
  styles?: readonly string[];
  scripts?: readonly string[];
}

/** Of X-Robots-Tag. */
export const NOT_LISTED = 'noindex, nofollow';

/** The content security policy: scripts of this origin, and inline only what is named; of other origins what the operator names. */
export function contentSecurityPolicy(config: Config): (inline?: InlineSources) => string {
  const { mediaOrigins, videoOrigins, cspSources, cspReportUrl } = config;
  /** A directive with its sources, ours and the operator's. */
  const directive = (name: Parameters<typeof cspSources.get>[0], ...ours: string[]) =>
    [name, ...orNone([...ours, ...(cspSources.get(name) ?? [])])].join(' ');
  const policy = [
    "default-src 'none'",
    directive('img-src', "'self'", 'data:', ...mediaOrigins),
    directive('media-src', "'self'", ...mediaOrigins),
    directive('frame-src', ...videoOrigins),
    directive('font-src', "'self'"),
    directive('connect-src', "'self'"),
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types foyer default',
    // Every browser has this older directive, and sends at once; `report-to` is ignored by some, and sends a minute later.
    ...(cspReportUrl ? [`report-uri ${cspReportUrl}`] : []),
  ].join('; ');
  return ({ styles = [], scripts = [] } = {}) =>
    `${policy}; ${directive('style-src', ...styles)}; ${directive('script-src', "'self'", ...scripts)}`;
}

const orNone = (sources: string[]): string[] => (sources.length > 0 ? sources : ["'none'"]);

/**
 * The security headers of every response, flat: name, value, name, …
 * @param policy of a page, which has inline elements
 */
export function securityHeaders(config: Config, policy = contentSecurityPolicy(config)()): string[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const set = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: config.site.origin.startsWith('https:') && {
      maxAge: 31_536_000,
      // Subdomains may be other sites: the operator decides.
      includeSubDomains: config.hstsSubdomains,
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // frame-ancestors in the policy does the same.
    xFrameOptions: false,
    // Only for browsers and plug-ins that no longer exist.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  set(request, response, () => {});
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  if (!config.site.indexable) response.setHeader('X-Robots-Tag', NOT_LISTED);
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}

/** Sets flat headers: name, value, name, … */
export function writeHeaders(response: ServerResponse, headers: readonly string[]): void {
  for (let index = 0; index < headers.length; index += 2) {
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
  }
}
