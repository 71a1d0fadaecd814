import { Component, type ReactNode, Suspense, use } from 'react';
import type { Deferred } from '../deferred.ts';
import { BlockData } from '../hydration.tsx';
import { Loading } from './Loading.tsx';

interface BlockProps<T> {
  /** The block's name in its page's data. Undefined: a block above has the data already. */
  name: string | undefined;
  data: Deferred<T>;
  /** Shown until the data arrives. */
  fallback?: ReactNode;
  /** What stands below the block, and waits for it: later it would be moved. */
  next?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A part of a page that is rendered when its data arrives. If the data or the rendering fails, the block stays empty. */
export function Block<T>(props: BlockProps<T>) {
  return (
    <BlockErrorBoundary>
      <Suspense fallback={props.fallback === undefined ? <Loading /> : props.fallback}>
        <BlockContent {...props} />
      </Suspense>
    </BlockErrorBoundary>
  );
}

function BlockContent<T>({ name, data, next, children }: BlockProps<T>) {
  const result = data.result ?? use(data.promise);
  return (
    <>
      {name !== undefined && <BlockData name={name} result={result} />}
      {result.ok && children(result.data)}
      {next}
    </>
  );
}

class BlockErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
