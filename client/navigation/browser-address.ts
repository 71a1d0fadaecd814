const same = (address: string): string => address;

/** Addresses as the browser has them. A site of files replaces the functions: its addresses differ from those that pages know. */
export const inBrowser = { from: same, to: same };
