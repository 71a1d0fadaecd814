import type * as z from 'zod';
import { date, number, object, optional, text } from '../schema/fields.ts';
import { forList, pageItemFields, withDisplayTexts, withoutDescription } from '../schema/item.ts';
import { itemCall, kind, listCall } from '../schema/kind.ts';
import type { ParseContext } from '../schema/parse-context.ts';

export const album = (ctx: ParseContext) =>
  object(ctx, {
    ...pageItemFields(ctx),
    event_date: optional(ctx, date(ctx)),
    place: optional(ctx, text),
    files_count: optional(ctx, number),
  }).transform(withDisplayTexts(ctx));
export type Album = z.output<ReturnType<typeof album>>;

/** An album in a list: its first picture, and how many there are. */
export const albumSummary = (ctx: ParseContext) =>
  album(forList(ctx))
    .transform(withoutDescription)
    .transform(({ files, files_count, ...rest }) => ({
      ...rest,
      files: files.slice(0, 1),
      files_count: files_count ?? files.length,
    }));
export type AlbumSummary = z.output<ReturnType<typeof albumSummary>>;

export default kind({
  calls: { album: listCall('albums', albumSummary, {}), 'album/{id}': itemCall('album', album) },
  folder: { layout: 'markdown', schema: album },
  searched: ['place'],
});
