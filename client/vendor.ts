/** What the browser's code uses of React and the router. It is a file of its own: a release of ours leaves it in the browsers' caches. */
export { Component, createContext, Suspense, use, useContext, useEffect, useMemo, useRef, useState } from 'react';
export { Fragment, jsx, jsxs } from 'react/jsx-runtime';
export { preload } from 'react-dom';
export { hydrateRoot } from 'react-dom/client';
export * from '../shared/router.ts';
