import { Component, type ReactNode, Suspense, use } from 'react';
import { BlockIsland } from '../hydration.tsx';
import type { Deferred } from '../page.ts';
import { Loading } from './Loading.tsx';

interface BlockProps<T> {
  /** The block's name in its page's data. */
  name: string;
  of: Deferred<T>;
  /** What stands there meanwhile. */
  fallback?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A part of a page that comes when its data does. Without data its place stays empty (SPEC 8), and a fault in it stays in it. */
export function Block<T>(props: BlockProps<T>) {
  return (
    <Contained>
      <Suspense fallback={props.fallback === undefined ? <Loading /> : props.fallback}>
        <Arrived {...props} />
      </Suspense>
    </Contained>
  );
}

function Arrived<T>({ name, of, children }: BlockProps<T>) {
  const settled = of.settled ?? use(of.promise);
  return (
    <>
      <BlockIsland name={name} value={settled} />
      {settled.ok && children(settled.data)}
    </>
  );
}

class Contained extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
