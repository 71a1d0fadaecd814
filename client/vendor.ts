/** React and React Router's matching, as far as browser code uses them. They have a file of their own: it stays in browsers' caches after a release of ours. */
export {
  Component,
  createContext,
  Suspense,
  startTransition,
  use,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
export { Fragment, jsx, jsxs } from 'react/jsx-runtime';
export { preload } from 'react-dom';
export { hydrateRoot } from 'react-dom/client';
export * from '../shared/router.ts';
