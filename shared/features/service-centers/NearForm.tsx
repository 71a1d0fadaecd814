import type { Near, Parameters } from '@foyer/model';
import { listAddress } from '../../list-page.ts';
import { useMessages } from '../../shown-page.ts';
import css from './NearForm.module.css';

interface NearFormProps {
  /** Of the list, in the edition. */
  path: string;
  query: Parameters;
  /** What the server understood. */
  near: Near | undefined;
  /** Centres with coordinates are in the list. */
  hasDistances: boolean;
}

/** Asks for a district or a postcode instead of the visitor's position. */
export function NearForm({ path, query, near, hasDistances }: NearFormProps) {
  const m = useMessages();
  const { near: asked, ...filter } = query;
  return (
    <>
      <search aria-label={m.sortByDistance}>
        <form action={path}>
          <label className={css.field}>
            {m.nearLabel}
            <input name="near" maxLength={100} defaultValue={asked} />
          </label>
          {Object.entries(filter).map(
            ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
          )}
          <button className="button" data-quiet type="submit">
            {m.sortByDistance}
          </button>
        </form>
      </search>
      {asked && (!near || near.is_guess) && <p>{m.nearUnknown({ near: asked })}</p>}
      {near &&
        (near.is_guess ? (
          <p>
            {m.didYouMean({
              link: () => (
                <a key="link" href={listAddress(path, { ...filter, near: near.name })}>
                  {near.name}
                </a>
              ),
            })}
          </p>
        ) : (
          hasDistances && <p>{m.distancesFrom({ place: near.name })}</p>
        ))}
    </>
  );
}
