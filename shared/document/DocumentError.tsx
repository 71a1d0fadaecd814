import { useRouteLoaderData } from '../router.ts';
import { Html } from './Document.tsx';
import { ErrorView } from './ErrorView.tsx';
import { MAIN_ID } from './element-ids.ts';
import css from './Layout.module.css';
import { ROOT, type RootData } from './root.ts';
import { useShownError } from './shown-error.ts';

/** The error view if the document itself failed to render. It needs neither frame nor root data. */
export function DocumentError() {
  useShownError();
  const theme = useRouteLoaderData<RootData | undefined>(ROOT)?.theme;
  return (
    <Html theme={theme} head={<title>{ErrorView.title}</title>}>
      <main id={MAIN_ID} tabIndex={-1} className={css.main}>
        <ErrorView />
      </main>
    </Html>
  );
}
