import { describe, expect, it } from 'vitest';
import { shownPages } from '../../../shared/ui/Pagination.tsx';

describe('shown pages', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 20, [1, 2, 3, 20]],
    [10, 20, [1, 8, 9, 10, 11, 12, 20]],
    [20, 20, [1, 18, 19, 20]],
  ])('of page %i of %i are the first, the last and those around', (current, last, expected) => {
    expect(shownPages(current, last)).toEqual(expected);
  });
});
