/** Rejects with the error if the work takes longer. The work goes on. */
export function withTimeout<T>(work: Promise<T>, timeoutMs: number, timeoutError: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timeoutError()), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
