import { Component, type ReactNode } from 'react';
import type { ShownPage } from '../shown-page.ts';

interface ErrorBoundaryProps {
  /** Another page: its content is rendered again. */
  shown: ShownPage;
  renderError: (error: unknown) => ReactNode;
  children: ReactNode;
}

interface ErrorBoundaryState {
  shown?: ShownPage;
  failure?: { error: unknown };
}

/** Shows an error view in the place of content that failed to render. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {};

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ shown }: ErrorBoundaryProps, state: ErrorBoundaryState): ErrorBoundaryState | null {
    return state.shown === shown ? null : { shown, failure: undefined };
  }

  override render() {
    const { failure } = this.state;
    return failure ? this.props.renderError(failure.error) : this.props.children;
  }
}
