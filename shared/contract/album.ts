import type { z } from 'zod';
import { date, number, object, optional, type Reading, text } from './fields.ts';
import { forList, itemFields, served, withoutText } from './item.ts';

export const album = (read: Reading) =>
  object(read, {
    ...itemFields(read),
    event_date: optional(read, date(read)),
    place: optional(read, text),
    files_count: optional(read, number),
  }).transform(served(read));
export type Album = z.output<ReturnType<typeof album>>;

/** An album in a list: its first picture, and how many there are. */
export const albumSummary = (read: Reading) =>
  album(forList(read))
    .transform(withoutText)
    .transform(({ files, files_count, ...rest }) => ({
      ...rest,
      files: files.slice(0, 1),
      files_count: files_count ?? files.length,
    }));
export type AlbumSummary = z.output<ReturnType<typeof albumSummary>>;
