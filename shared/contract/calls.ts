import { z } from 'zod';
import { blog, blogSummary } from './blog.ts';
import { block, list, type Reading } from './fields.ts';
import { awareness, communications, slider, virtue, virtueHeading } from './home.ts';
import { listAnswer } from './pagination.ts';
import { site } from './site.ts';

/** Every call of the content API (CONTRACT.md, Calls): its path below `/frontapi/en/` and the schema of its `data`. */
export const contract = (read: Reading) => ({
  site: { answer: z.object({ site: site(read) }) },
  home: {
    answer: z.object({
      sliders: list(read, 'sliders', slider(read)),
      awareness: block(read, 'awareness', awareness(read)),
      communications: block(read, 'communications', communications(read)),
      virtue: block(read, 'virtue', virtueHeading(read)),
      virtues: list(read, 'virtues', virtue(read)),
      blogs: list(read, 'blogs', blogSummary(read)),
    }),
  },
  sliders: { answer: z.object({ sliders: list(read, 'sliders', slider(read)) }) },
  blogs: { answer: listAnswer(read, 'blogs', blogSummary(read)) },
  'blogs/{id}': { answer: z.object({ blog: blog(read) }) },
});

type Contract = ReturnType<typeof contract>;
/** A call's path, with `{id}` or `{slug}` where the item's goes. */
export type CallPath = keyof Contract;
export type Answer<Path extends CallPath> = z.output<Contract[Path]['answer']>;

/** A call that answers with a paged list. */
export interface ListCall {
  /** The list's name in `data`. */
  name: string;
  filters: readonly string[];
}
/** What is to be known of each call beside its answer. */
export const calls: Record<CallPath, { list?: ListCall }> = {
  site: {},
  home: {},
  sliders: {},
  blogs: { list: { name: 'blogs', filters: ['category'] } },
  'blogs/{id}': {},
};
export const callPaths = Object.keys(calls) as CallPath[];

/** Path and query parameters by name, as they stand in an address. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** The content API as a page's loader sees it, on the server and in the browser; rejects with a ContentError. */
export type Api = <Path extends CallPath>(path: Path, parameters?: Parameters) => Promise<Answer<Path>>;
