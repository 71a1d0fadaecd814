/* A door of its own: it is loaded on demand. */

export * from './src/mapping-file.ts';
