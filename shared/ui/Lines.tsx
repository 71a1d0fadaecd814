import type { ReactNode } from 'react';

/** Several values, each on its own line. */
export function Lines({ values, children }: { values: string[]; children: (value: string) => ReactNode }) {
  return values.map((value) => <div key={value}>{children(value)}</div>);
}
