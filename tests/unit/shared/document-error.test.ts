import { createElement as element } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { loadMessages } from '../../../packages/model/src/edition.ts';
import { DocumentError } from '../../../shared/document/DocumentError.tsx';
import { blogs } from '../../../shared/features/articles/article-pages.ts';
import { Hydration } from '../../../shared/hydration.tsx';
import { ShownPageContext } from '../../../shared/shown-page.ts';

beforeAll(() => loadMessages('en'));

it('the document has an error view of its own, which needs no data of the site', () => {
  const root = {
    locale: 'en' as const,
    locales: ['en'] as const,
    site: undefined as never,
    origin: '',
    indexable: true,
    isProvisional: false,
  };
  const location = { pathname: '/blogs', search: '?page=2', hash: '', key: 'default' };
  const html = renderToString(
    element(
      Hydration,
      { value: { styles: [{ precedence: 'frame', href: '1', css: 'main{margin:0}' }] } },
      element(
        ShownPageContext,
        { value: { location, page: blogs, root, data: {} } },
        element(DocumentError, { error: new Error('a fault of the frame') }),
      ),
    ),
  );
  expect(html).toContain('Sorry error occured!!!');
  expect(html).toContain('<style data-precedence="frame" data-href="1">main{margin:0}</style>');
  expect(html).toContain('href="/blogs?page=2"');
  expect(html).toContain('href="/"');
  expect(html).not.toMatch(/a fault of the frame|<pre/);
});
