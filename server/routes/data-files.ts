import type { Config } from '@foyer/config';
import { type CallResult, type Gateway, hasSubstitute, readQuery } from '@foyer/gateway';
import { ContentError, type Dataset, editionPath, MAX_TABLE_ROWS } from '@foyer/model';
import { csvHead, csvLine } from '@foyer/tables';
import { Router } from 'express';
import { sendNotAvailable } from '../http/not-available.ts';

/** `/data/{slug}/table.csv`: the rows of a table that an address of its page shows, on all of its pages, or all rows. */
export function dataFiles(gateway: Gateway, { locales }: Config['site']): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const locale of locales)
    router.get(editionPath('/data/:slug/table.csv', { locale, locales }), async (request, response) => {
      const slug = String(request.params.slug);
      const calls: CallResult[] = [];
      const options = { locale, onResult: (result: CallResult) => calls.push(result) };
      try {
        const { searchParams } = new URL(request.url, 'http://foyer.invalid');
        const { page: _, per_page: __, ...query } = readQuery(searchParams);
        const pageOf = async (page: number): Promise<Dataset> => {
          const parameters = { ...query, slug, page: String(page), per_page: String(MAX_TABLE_ROWS) };
          return (await gateway.get('dataset/{slug}', parameters, options)).dataset;
        };
        // It decides the status.
        const first = await pageOf(1);
        response
          .set('Cache-Control', hasSubstitute(calls) ? 'no-store' : 'public, max-age=60')
          .set('Content-Disposition', `attachment; filename="${slug}.csv"`)
          .type('text/csv; charset=utf-8');
        response.write(csvHead(first.columns.map(({ key, label = key }) => label)) + linesOf(first));
        for (let page = 2; page <= first.pagination.last_page && !response.destroyed; page += 1)
          response.write(linesOf(await pageOf(page)));
        response.end();
      } catch (error) {
        // A file that ends early must not look complete.
        if (response.headersSent && error instanceof ContentError) return void response.destroy(error);
        sendNotAvailable(response, error);
      }
    });
  return router;
}

/** Plain values, which other programs read: 2026-08-09, 1250000.5. */
const linesOf = ({ rows }: Dataset): string =>
  rows.map((cells) => csvLine(cells.map(({ text, value = text }) => value))).join('');
