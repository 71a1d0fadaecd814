/** Storage that a visitor may have switched off, and that then neither keeps nor breaks anything. */
const safe = (storage: () => Storage) => ({
  read(key: string): string | null {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  },
  /** Whether it was kept. */
  write(key: string, value: string): boolean {
    try {
      storage().setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },
});

export const local = safe(() => localStorage);
export const session = safe(() => sessionStorage);
