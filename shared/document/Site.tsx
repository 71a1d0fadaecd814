import { type ShownPage, ShownPageContext } from '../shown-page.ts';
import { Document } from './Document.tsx';
import { DocumentError } from './DocumentError.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/** The document of a page: what the server renders and the browser hydrates. */
export function Site({ shown }: { shown: ShownPage }) {
  return (
    <ShownPageContext value={shown}>
      <ErrorBoundary shown={shown} renderError={(error) => <DocumentError error={error} />}>
        <Document />
      </ErrorBoundary>
    </ShownPageContext>
  );
}
