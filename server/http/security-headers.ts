import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Config } from '../config.ts';

interface InlineSources {
  /** The hashes or nonces of inline elements. */
  styles?: readonly string[];
  scripts?: readonly string[];
}

/** The content security policy: scripts of this origin, and inline only what is named. */
export function contentSecurityPolicy({ mediaOrigins, videoOrigins }: Config): (inline?: InlineSources) => string {
  const sources = (...origins: string[]) => origins.join(' ');
  const policy = [
    "default-src 'none'",
    `img-src ${sources("'self'", 'data:', ...mediaOrigins)}`,
    `media-src ${sources("'self'", ...mediaOrigins)}`,
    `frame-src ${videoOrigins.length > 0 ? sources(...videoOrigins) : "'none'"}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types foyer default',
  ].join('; ');
  return ({ styles = ["'none'"], scripts = [] } = {}) =>
    `${policy}; style-src ${sources(...styles)}; script-src ${sources("'self'", ...scripts)}`;
}

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
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}

/** Sets flat headers: name, value, name, … */
export function writeHeaders(response: ServerResponse, headers: readonly string[]): void {
  for (let index = 0; index < headers.length; index += 2) {
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
  }
}
