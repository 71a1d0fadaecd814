import { type FailureCode, type FailureWords, quoted } from '@foyer/gateway';
import { codesOf } from '@foyer/runtime';

/* What it means that a request got no response, or only a part of one. */

const CHAIN =
  'is of an authority that this machine does not know, or comes without the certificates between: let the server send its whole chain, or name the file of its authority (PEM) in NODE_EXTRA_CA_CERTS';
const TOO_SLOW = 'set UPSTREAM_TIMEOUT to more milliseconds, or make the API faster';
const BROKEN_OFF = 'look into the log of the API and of a proxy in front of it';

type Words = (host: string, error: Error) => string;

const certificate =
  (words: string): Words =>
  (host) =>
    `The TLS certificate of ${host} ${words}`;
const noWay: Words = (host) =>
  `No network leads from this machine to ${host}: correct its network or firewall, or FRONTAPI_URL`;
const noName: Words = (host) =>
  `There is no host ${host}: correct FRONTAPI_URL, or the name service (DNS) of this machine`;
const noConnection: Words = (host) =>
  `No connection to ${host} in time: let its firewall admit this server, correct the port in FRONTAPI_URL, or set UPSTREAM_TIMEOUT to more milliseconds`;
const tooSlow: Words = (host) => `${host} gives no answer in time: ${TOO_SLOW}`;
const closed: Words = (host) => `${host} closed the connection before its answer was complete: ${BROKEN_OFF}`;
const badEncoding: Words = (host) =>
  `${host} compresses its answer wrongly, or closed the connection before its end: ${BROKEN_OFF}`;

/** By the code of the error or of one of its causes. */
const BY_CODE: Record<string, [FailureCode, Words]> = {
  ENOTFOUND: ['unknown-host', noName],
  EAI_AGAIN: ['unknown-host', noName],
  EAI_NODATA: ['unknown-host', noName],
  ECONNREFUSED: [
    'refused',
    (host) => `${host} refuses the connection: start the API, or correct the host and the port in FRONTAPI_URL`,
  ],
  EHOSTUNREACH: ['unreachable', noWay],
  ENETUNREACH: ['unreachable', noWay],
  UND_ERR_CONNECT_TIMEOUT: ['connect-timeout', noConnection],
  ETIMEDOUT: ['connect-timeout', noConnection],
  UND_ERR_HEADERS_TIMEOUT: ['timeout', tooSlow],
  UND_ERR_BODY_TIMEOUT: ['timeout', tooSlow],
  ECONNRESET: ['reset', closed],
  EPIPE: ['reset', closed],
  UND_ERR_SOCKET: ['reset', closed],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['reset', closed],
  Z_BUF_ERROR: ['bad-encoding', badEncoding],
  Z_DATA_ERROR: ['bad-encoding', badEncoding],
  CERT_HAS_EXPIRED: ['tls-expired', certificate('has expired: renew it, or correct the clock of this machine')],
  CERT_NOT_YET_VALID: [
    'tls-not-yet-valid',
    certificate('is not valid yet: correct the clock of this machine, or the certificate'),
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    'tls-self-signed',
    certificate(
      'is self-signed: let the server use one of a known authority, or name the file of the certificate (PEM) in NODE_EXTRA_CA_CERTS',
    ),
  ],
  SELF_SIGNED_CERT_IN_CHAIN: ['tls-unknown-authority', certificate(CHAIN)],
  UNABLE_TO_GET_ISSUER_CERT: ['tls-unknown-authority', certificate(CHAIN)],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['tls-unknown-authority', certificate(CHAIN)],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['tls-unknown-authority', certificate(CHAIN)],
  CERT_UNTRUSTED: ['tls-unknown-authority', certificate(CHAIN)],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'tls-wrong-name',
    (host, error) =>
      `The TLS certificate of ${host} is for ${namesIn(error)}: correct the host in FRONTAPI_URL, or the certificate`,
  ],
};

/** The names in the certificate of Node's error. */
function namesIn(error: Error): string {
  const certificate: unknown = 'cert' in error ? error.cert : undefined;
  if (typeof certificate !== 'object' || certificate === null || !('subjectaltname' in certificate))
    return 'other names';
  return quoted(String(certificate.subjectaltname).replace(/\b(?:DNS|IP Address):/g, ''));
}

/** Says of an error of the connection what it is and what to do. @param hasConnected the host has accepted a connection before */
export function connectionWords(url: URL, error: unknown, hasConnected: boolean): FailureWords {
  const { host, protocol } = url;
  if (!(error instanceof Error)) return unknown(host, String(error));
  if (error.name === 'TimeoutError')
    return hasConnected ? words('timeout', tooSlow(host, error)) : words('connect-timeout', noConnection(host, error));
  const codes = codesOf(error);
  if (protocol === 'https:' && /wrong version number|packet length too long|http request/i.test(error.message))
    return words(
      'plain-http',
      `${host} speaks plain HTTP, not TLS: begin FRONTAPI_URL with http://, or name its port for TLS`,
    );
  if (error.name === 'HTTPParserError') return notHttp(host, error);
  const known = codes.flatMap((code) => (Object.hasOwn(BY_CODE, code) ? [BY_CODE[code]] : []))[0];
  if (known) {
    const [code, sentence] = known;
    const hint = code === 'reset' && protocol === 'http:' ? '. If it speaks TLS, begin FRONTAPI_URL with https://' : '';
    return words(code, `${sentence(host, error)}${hint}`, codes[0]);
  }
  const tls = codes.find((code) => /CERT|TLS|SSL|EPROTO/.test(code));
  if (tls !== undefined)
    return words(
      'tls-failed',
      `No TLS connection to ${host}: let it offer TLS 1.2 or 1.3, with a certificate that is valid`,
      tls,
    );
  return codes.some((code) => /BROTLI|^Z_|^ERR__ERROR/.test(code))
    ? words('bad-encoding', badEncoding(host, error), codes[0])
    : unknown(host, error.message, codes[0]);
}

/** A TLS alert begins with byte 21: the server answers to plain HTTP at a port that has TLS. */
function notHttp(host: string, error: Error): FailureWords {
  if ('data' in error && String(error.data).startsWith('\x15'))
    return words('plain-https', `${host} speaks TLS, not plain HTTP: begin FRONTAPI_URL with https://`);
  return words('not-http', `${host} does not speak HTTP: correct the port in FRONTAPI_URL`);
}

const unknown = (host: string, message: string, code?: string) =>
  words('connection-failed', `The connection to ${host} failed: ${quoted(message)}`, code);

const words = (code: FailureCode, sentence: string, errorCode?: string): FailureWords => ({
  code,
  sentence: `${sentence}${errorCode === undefined ? '' : ` (${errorCode})`}.`,
});
