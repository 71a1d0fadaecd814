import { runSearchThread } from '@foyer/search';
import { searchedPages } from './searched-pages.ts';

/* The thread of the search, with the pages of the site. */

await runSearchThread(searchedPages, import.meta.url);
