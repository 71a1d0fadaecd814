/** For what is new in the heap of a thread in the background: V8's default grows to 33 MB in each, and never shrinks. */
export const YOUNG_HEAP_MB = 6;
