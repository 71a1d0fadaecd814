/** Wraps a Storage that a visitor may have disabled: it then stores nothing, and never throws. */
const optionalStorage = (storage: () => Storage) => ({
  read(key: string): string | null {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  },
  /** @returns whether the value was stored */
  write(key: string, value: string): boolean {
    try {
      storage().setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },
});

export const local = optionalStorage(() => localStorage);
export const session = optionalStorage(() => sessionStorage);
