import leven from 'leven';

/* Finds mistyped names of our environment variables, which would otherwise be ignored silently. */

/** Prefixes of our variables only. */
const PREFIXES =
  /^((SITE|UPSTREAM|FRONTAPI|CONTENT|SHUTDOWN|MANAGEMENT|PURGE|PREVIEW|PAGE_CACHE|HSTS)_|MEDIA_ORIGIN|VIDEO_ORIGIN|TRUST_PROX)/;
/** Kubernetes and Docker set SITE_SERVICE_HOST, SITE_PORT_80_TCP, … in every container for a service named `site`. */
const SERVICE_LINK = /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/;
const SERVICE_ADDRESS = /^(tcp|udp|sctp):\/\//;
/** Typing errors up to which a name without such a prefix counts as ours. None for HOST and PORT: other programs' names are near. */
const maxTypingErrors = (name: string): number =>
  SHARED.test(name) ? -1 : name.length >= 10 ? 2 : name.length >= 6 ? 1 : -1;
/** Read by other programs, which have others beside them: FTP_PROXY. */
const SHARED = /^(HTTPS?|NO)_PROXY$/i;
/** Typing errors up to which a name is suggested, relative to its length. */
const SUGGESTED_SHARE = 1 / 4;

/** A sentence for each variable that has a value, is not known, and looks like a known one. */
export function unknownVariables(environment: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (known.includes(name) || value === '' || SERVICE_LINK.test(name) || SERVICE_ADDRESS.test(value)) return [];
    const [nearest = '', errors = 0] = known
      .map((candidate) => [candidate, leven(name.toUpperCase(), candidate)] as const)
      .reduce((best, next) => (next[1] < best[1] ? next : best));
    if (!PREFIXES.test(name) && errors > maxTypingErrors(nearest)) return [];
    return `unknown variable ${name}${errors <= name.length * SUGGESTED_SHARE ? `: did you mean ${nearest}?` : ''}`;
  });
}
