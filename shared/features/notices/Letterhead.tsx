import { Logo } from '../../document/Logo.tsx';
import { useRoot } from '../../shown-page.ts';
import css from './Notice.module.css';

/** Who sends a notice. On paper only: on a screen the header and the footer say it. */
export function Letterhead() {
  const { site } = useRoot();
  const { address, phones, emails } = site;
  return (
    <div className={css.letterhead}>
      <strong>
        <Logo site={site} />
      </strong>
      <p>
        {address}
        <br />
        {[...phones, ...emails].join(' · ')}
      </p>
    </div>
  );
}
