import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Config } from '../config.ts';

/** The content security policy of a page: nothing inline. A streamed page has a nonce, for the scripts by which React moves blocks into place. */
export function contentSecurityPolicy({ mediaOrigins, videoOrigins }: Config): (nonce?: string) => string {
  const sources = (...origins: string[]) => origins.join(' ');
  const policy = [
    "default-src 'none'",
    `img-src ${sources("'self'", 'data:', ...mediaOrigins)}`,
    `media-src ${sources("'self'", ...mediaOrigins)}`,
    `frame-src ${videoOrigins.length > 0 ? sources(...videoOrigins) : "'none'"}`,
    "style-src 'self'",
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
  return (nonce) => `${policy}; script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`;
}

/** The security headers of every response, flat: name, value, name, … A streamed page replaces the policy by one with its nonce. */
export function securityHeaders(config: Config): string[] {
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
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(config)());
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}

/** Sets flat headers: name, value, name, … */
export function writeHeaders(response: ServerResponse, headers: readonly string[]): void {
  for (let index = 0; index < headers.length; index += 2) {
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
  }
}
