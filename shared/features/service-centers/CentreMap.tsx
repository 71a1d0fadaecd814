import type { Filters, Parameters } from '@foyer/model';
import { optionText } from '../../list-head.ts';
import { listAddress } from '../../list-page.ts';
import { useIsRenamed, useMessages } from '../../shown-page.ts';
import css from './CentreMap.module.css';
import nepal from './nepal.svg';
import { MAP, project, provinces, viewAround } from './provinces.ts';

interface Place {
  id: string;
  name: string;
  isHeadOffice: boolean;
  latitude?: number;
  longitude?: number;
}

interface CentreMapProps {
  centers: readonly Place[];
  /** The values of the filter. */
  values: Filters[string] | undefined;
  /** Of the list, in the edition. */
  path: string;
  query: Parameters;
}

/** Nepal, or its selected province: provinces lead to their centres, points to their entries in the list, which is the map's text. */
export function CentreMap({ centers, values = [], path, query }: CentreMapProps) {
  const m = useMessages();
  const title = useIsRenamed('/service-center') ? m.serviceCentres : m.centreMap;
  const points = centers.flatMap(({ latitude, longitude, ...center }) => {
    const point = latitude !== undefined && longitude !== undefined && project(latitude, longitude);
    return point ? [{ ...center, ...point }] : [];
  });
  const selected = provinces.find(({ names }) => query.province && names.test(query.province));
  if (points.length < 2 && !selected) return null;
  const { x, y, scale } = selected ? viewAround(selected.box) : { x: 0, y: 0, scale: 1 };
  return (
    <svg className={css.map} viewBox={[x, y, Math.round(MAP.width * scale), Math.round(MAP.height * scale)].join(' ')}>
      <title>{title}</title>
      {provinces.map((province) => {
        const { id, names } = province;
        const value = values.find(({ label }) => names.test(label));
        const shape = <use key={id} href={`${nepal}#${id}`} data-selected={province === selected} />;
        return value ? (
          <a
            key={id}
            href={listAddress(path, { ...query, province: value.value })}
            aria-label={optionText(value, m)}
            aria-current={province === selected ? 'true' : undefined}
          >
            {shape}
          </a>
        ) : (
          shape
        );
      })}
      {points.map((point) => (
        <a key={point.id} href={`#center-${point.id}`}>
          <title>{point.name}</title>
          <g transform={`translate(${point.x} ${point.y}) scale(${scale.toFixed(2)})`}>
            {/* The target of a finger. */}
            <circle r="39" fill="none" stroke="none" pointerEvents="all" />
            {point.isHeadOffice && <circle r="26" className={css.ring} />}
            <circle r="14" className={css.point} />
          </g>
        </a>
      ))}
    </svg>
  );
}
