/** Of the package, what tests use: its types cannot be resolved through its `exports`. */
declare module '@remotemerge/nepali-date-converter' {
  export default class DateConverter {
    /** @param date YYYY-M-D, of either calendar */
    constructor(date: string);
    toAd(): { year: number; month: number; date: number };
    toBs(): { year: number; month: number; date: number };
  }
}
