import { keepCompiledCode } from './compile-cache.ts';

/* The entry. What it imports statically is compiled before the cache is in use: nothing else. */

keepCompiledCode(new URL('compile-cache', import.meta.url));
await import('./boot.ts');
