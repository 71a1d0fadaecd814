import { useMessages } from '../shown-page.ts';

interface MapLinkProps {
  latitude?: number;
  longitude?: number;
  /** Replaces the map of the coordinates. */
  map_url?: string;
  /** The name of the place. */
  place: string;
}

/** A link to a map on another site: pages load nothing from there. */
export function MapLink({ latitude, longitude, map_url, place }: MapLinkProps) {
  const m = useMessages();
  const address = map_url ?? mapAddress(latitude, longitude);
  if (!address) return null;
  return (
    <a href={address} rel="external noopener" aria-label={m.showOnMapNamed({ place })}>
      {m.showOnMap}
    </a>
  );
}

function mapAddress(latitude: number | undefined, longitude: number | undefined): string | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
}
