import type { Hours as OpeningHours } from '../schema/hours.ts';

/* Ways to reach somebody. */

export function Phone({ number }: { number: string }) {
  return <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number}</a>;
}

export function Mail({ address }: { address: string }) {
  return <a href={`mailto:${address}`}>{address}</a>;
}

/** Several of them, a line each. */
export function Lines({ of, children }: { of: string[]; children: (value: string) => React.ReactNode }) {
  return of.map((value) => <div key={value}>{children(value)}</div>);
}

export function Hours({ hours }: { hours: OpeningHours }) {
  return hours.map(({ days, open, close }) => (
    <div key={days}>{open && close ? `${days}, ${open} to ${close}` : `${days}, closed`}</div>
  ));
}

interface Place {
  latitude?: number;
  longitude?: number;
  /** A map of the place's own. */
  map_url?: string;
}

/** Leads to a map elsewhere: nothing of it is loaded here. */
export function MapLink({ latitude, longitude, map_url, of }: Place & { of: string }) {
  const address = map_url ?? mapAddress(latitude, longitude);
  if (!address) return null;
  return (
    <a href={address} rel="external noopener" aria-label={`Show on a map: ${of}`}>
      Show on a map
    </a>
  );
}

function mapAddress(latitude: number | undefined, longitude: number | undefined): string | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
}
