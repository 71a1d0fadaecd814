import type { Near, Parameters } from '@foyer/model';
import { listAddress } from '../../list-page.ts';
import { useMessages } from '../../shown-page.ts';

interface NearNoteProps {
  /** Of the list, in the edition. */
  path: string;
  query: Parameters;
  /** What the server understood. */
  near: Near;
  /** Centres outside the district are in the list. */
  hasDistances: boolean;
}

/** From where the distances are; of a place that is not known, the most similar one. */
export function NearNote({ path, query, near: { name, is_guess }, hasDistances }: NearNoteProps) {
  const m = useMessages();
  const link = () => (
    <a key="link" href={listAddress(path, { ...query, near: name })}>
      {name}
    </a>
  );
  if (is_guess) return <p>{m.didYouMean({ link })}</p>;
  return hasDistances && <p>{m.distancesFrom({ place: name })}</p>;
}
