import { useRouteLoaderData } from '../router.ts';
import { Html } from './Document.tsx';
import { ErrorView } from './ErrorView.tsx';
import css from './Layout.module.css';
import { MAIN_ID } from './landmarks.ts';
import { ROOT, type RootData } from './root.ts';
import { useShownError } from './shown-error.ts';

/** What stands in the place of the whole document when the frame failed to render: it needs neither the frame nor the root's data. */
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
