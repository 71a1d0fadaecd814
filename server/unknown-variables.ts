import leven from 'leven';

/* Environment variables that look like ours and are none: a mistyped name would otherwise be ignored in silence. */

/** Only our variables begin like this. */
const PREFIXES =
  /^((SITE|UPSTREAM|FRONTAPI|CONTENT|SHUTDOWN|MANAGEMENT|PURGE|PAGE_CACHE|HSTS)_|MEDIA_ORIGIN|VIDEO_ORIGIN|TRUST_PROX)/;
/** Kubernetes and Docker describe a service named `site` to every container by SITE_SERVICE_HOST, SITE_PORT_80_TCP and so on. */
const SERVICE_LINK = /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/;
const SERVICE_ADDRESS = /^(tcp|udp|sctp):\/\//;
/** Typing errors up to which a name without such a prefix is taken for ours; none are allowed in HOST and PORT, which other names are near. */
const errorsIn = (name: string): number => (name.length >= 10 ? 2 : name.length >= 6 ? 1 : -1);
/** Part of a name that may be different where another one is suggested. */
const SUGGESTED = 1 / 4;

/** A sentence for each variable that has a value, is none of the known ones, and looks like one of them. */
export function unknownVariables(environment: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (known.includes(name) || value === '' || SERVICE_LINK.test(name) || SERVICE_ADDRESS.test(value)) return [];
    const [nearest = '', errors = 0] = known
      .map((candidate) => [candidate, leven(name.toUpperCase(), candidate)] as const)
      .reduce((best, next) => (next[1] < best[1] ? next : best));
    if (!PREFIXES.test(name) && errors > errorsIn(nearest)) return [];
    return `unknown variable ${name}${errors <= name.length * SUGGESTED ? `: did you mean ${nearest}?` : ''}`;
  });
}
