import type { Filters, Parameters } from '@foyer/model';
import { optionText } from '../../list-head.ts';
import { listAddress } from '../../list-page.ts';
import { useIsRenamed, useMessages } from '../../shown-page.ts';
import css from './CentreMap.module.css';
import { type PlacedName, placedNames } from './map-names.ts';
import nepal from './nepal.svg';
import { MAP, project, provinces, viewAround } from './provinces.ts';

interface Place {
  id: string;
  name: string;
  district?: string;
  isHeadOffice: boolean;
  latitude?: number;
  longitude?: number;
}

/** So that a name's middle is at its place. */
const HALF_LETTER = 12;

interface CentreMapProps {
  centers: readonly Place[];
  /** The values of the filter. */
  values: Filters[string] | undefined;
  /** Of the list, in the edition. */
  path: string;
  query: Parameters;
}

/** Nepal, whose provinces lead to their centres, or a selected province. Points lead to their entries in the list, which is the map's text. */
export function CentreMap({ centers, values = [], path, query }: CentreMapProps) {
  const m = useMessages();
  const title = useIsRenamed('/service-center') ? m.serviceCentres : m.centreMap;
  const points = centers.flatMap(({ latitude, longitude, ...center }) => {
    const point = latitude !== undefined && longitude !== undefined && project(latitude, longitude);
    return point ? [{ ...center, ...point }] : [];
  });
  const selected = provinces.find(({ names }) => query.province && names.test(query.province));
  if (points.length < 2 && !selected) return null;
  const view = selected ? viewAround(selected.box) : { x: 0, y: 0, scale: 1 };
  const { x, y, scale } = view;
  const names = placedNames(points, view);
  return (
    <svg className={css.map} viewBox={[x, y, Math.round(MAP.width * scale), Math.round(MAP.height * scale)].join(' ')}>
      <title>{title}</title>
      {provinces.map((province) => {
        const { id, names } = province;
        const value = values.find(({ label }) => names.test(label));
        const shape = <use key={id} href={`${nepal}#${id}`} data-selected={province === selected} />;
        return value && !selected ? (
          <a key={id} href={listAddress(path, { ...query, province: value.value })} aria-label={optionText(value, m)}>
            {shape}
          </a>
        ) : (
          shape
        );
      })}
      {points.map((point) => (
        <a key={point.id} href={`#center-${point.id}`} aria-label={point.name}>
          <title>{point.name}</title>
          <g transform={`translate(${point.x} ${point.y}) scale(${scale.toFixed(2)})`}>
            {/* The target of a finger. */}
            <circle r="39" fill="none" stroke="none" pointerEvents="all" />
            {point.isHeadOffice && <circle r="26" className={css.ring} />}
            <circle r="14" className={css.point} />
            <Name {...names.get(point)} />
          </g>
        </a>
      ))}
    </svg>
  );
}

function Name({ text, dx, dy = 0, textAnchor }: Partial<PlacedName>) {
  return (
    text && (
      <text x={dx} y={dy + HALF_LETTER} textAnchor={textAnchor}>
        {text}
      </text>
    )
  );
}
