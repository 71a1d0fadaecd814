import * as z from 'zod';
import { articleSummary } from '../schema/article.ts';
import { block } from '../schema/fields.ts';
import { nameEntry } from '../schema/item.ts';
import { composedCall, kind } from '../schema/kind.ts';
import { list } from '../schema/list-field.ts';
import type { ParseContext } from '../schema/parse-context.ts';
import { SUBJECT_LISTS, type SubjectList } from '../subject-lists.ts';
import { dataset, datasetSummary } from './data.ts';
import { download } from './downloads.ts';
import { noticeSummary } from './notice.ts';
import { report } from './report.ts';

const totals = z.partialRecord(z.enum(Object.keys(SUBJECT_LISTS) as SubjectList[]), z.int().nonnegative());

/** What names a fund, an issuer or a client: the newest items of each list, the number of all, and the table with a chart that it has first. */
export default kind({
  calls: {
    'subject/{slug}': composedCall({
      // Not what a part has: an answer is searched for it.
      name: 'parts',
      whenMissing: { datasets: [], report: [], notice: [], downloads: [], news: [], totals: {} },
      showsOtherKinds: true,
      alsoLists: SUBJECT_LISTS,
      data: (ctx: ParseContext) =>
        z.object({
          main: block(ctx, 'main', dataset(ctx)),
          datasets: list(ctx, 'datasets', datasetSummary(ctx)),
          report: list(ctx, 'report', report(ctx)),
          notice: list(ctx, 'notice', noticeSummary(ctx)),
          downloads: list(ctx, 'downloads', download(ctx)),
          news: list(ctx, 'news', articleSummary(ctx)),
          totals: totals.catch({}),
        }),
    }),
  },
  folder: { layout: 'list', schema: nameEntry, isUnmarked: true, hasNamesOnly: true },
});
