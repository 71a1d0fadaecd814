import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Config } from '../config.ts';

/** The content security policy of a page: nothing inline, except, with a nonce, the scripts by which React moves streamed blocks into place. */
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

/** The headers that every answer carries, made once, flat; a streamed page names its nonce in a policy of its own. */
export function securityHeaders(config: Config): string[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const set = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: config.site.origin.startsWith('https:') && {
      maxAge: 31_536_000,
      // Binds hosts that are not ours to answer for: the operator decides.
      includeSubDomains: config.hstsSubdomains,
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // The policy's frame-ancestors says it.
    xFrameOptions: false,
    // For browsers and plug-ins that are no more.
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

/** Sets headers given flat. */
export function writeHeaders(response: ServerResponse, headers: readonly string[]): void {
  for (let index = 0; index < headers.length; index += 2) {
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
  }
}
