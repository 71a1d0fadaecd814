import { Html } from './Document.tsx';
import { ErrorView } from './ErrorView.tsx';
import { MAIN_ID } from './element-ids.ts';
import css from './Layout.module.css';
import { useShownError } from './shown-error.ts';

/** The error view if the document itself failed to render. It needs neither frame nor root data. */
export function DocumentError() {
  useShownError();
  return (
    <Html head={<title>{ErrorView.title}</title>}>
      <main id={MAIN_ID} tabIndex={-1} className={css.main}>
        <ErrorView />
      </main>
    </Html>
  );
}
