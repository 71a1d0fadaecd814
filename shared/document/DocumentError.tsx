import { useMessages } from '../shown-page.ts';
import { Html } from './Document.tsx';
import { ErrorView, useRenderError } from './ErrorView.tsx';
import { MAIN_ID } from './element-ids.ts';
import css from './Layout.module.css';

/** The error view if the document itself failed to render. It needs no frame. */
export function DocumentError({ error }: { error: unknown }) {
  useRenderError(error);
  const m = useMessages();
  return (
    <Html head={<title>{m.errorTitle}</title>}>
      <main id={MAIN_ID} tabIndex={-1} className={css.main}>
        <ErrorView />
      </main>
    </Html>
  );
}
