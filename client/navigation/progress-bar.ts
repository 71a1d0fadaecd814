import type NProgress from 'nprogress';

/* The progress bar of requests, with the constants of docs/specification.md. shared/document/progress.css has its colours and transitions. */

/** A shorter request shows no bar. */
const SHOW_DELAY_MS = 100;
const STEP_INTERVAL_MS = 800;
/** How long a finished bar stays before it fades. */
const TERMINATION_MS = 1500;
const FADE_MS = 1000;
/** The page's own scripts and pictures come first. */
const LOAD_DELAY_MS = 2000;
/** Not 1: NProgress would then remove the bar before TERMINATION_MS. */
const FULL = 0.99999;

/** NProgress writes this text as markup. */
export const BAR_HTML = '<div class="bar"></div>';

let inFlight = 0;
let hasAnyFailed = false;
let bar: Promise<typeof NProgress> | undefined;
/** The timer of the next change: show, fade or remove. */
let timer: ReturnType<typeof setTimeout> | undefined;
let steps: ReturnType<typeof setInterval> | undefined;

export function requestStarted(): void {
  inFlight += 1;
  if (inFlight > 1) return;
  hasAnyFailed = false;
  clearTimeout(timer);
  timer = setTimeout(() => show().catch(() => {}), SHOW_DELAY_MS);
}

export function requestEnded(hasFailed: boolean): void {
  inFlight -= 1;
  hasAnyFailed ||= hasFailed;
  if (inFlight > 0) return;
  clearTimeout(timer);
  // The bar's script may fail to load: the page works without the bar.
  end(hasAnyFailed).catch(() => {});
}

/** Loads the bar's script. */
function load() {
  bar ??= import('nprogress').then(({ default: nprogress }) => {
    nprogress.configure({
      minimum: 0.08,
      trickle: false,
      showSpinner: false,
      easing: 'linear',
      speed: 200,
      barSelector: '.bar',
      template: BAR_HTML,
    });
    return nprogress;
  });
  bar.catch(() => {
    bar = undefined;
  });
  return bar;
}

/** Loads the bar's script some time after hydration, so that the first slow navigation has a bar. */
export function loadBarLater(): void {
  setTimeout(() => load().catch(() => {}), LOAD_DELAY_MS);
}

async function show(): Promise<void> {
  const nprogress = await load();
  if (inFlight === 0) return;
  mark(undefined);
  nprogress.set(0.08);
  clearInterval(steps);
  steps = setInterval(() => nprogress.inc(), STEP_INTERVAL_MS);
}

async function end(hasFailed: boolean): Promise<void> {
  clearInterval(steps);
  // A bar that was not shown yet is only shown for a failure.
  if (!hasFailed && !bar) return;
  const nprogress = await load();
  if (inFlight > 0 || (!hasFailed && !nprogress.isStarted())) return;
  mark(hasFailed ? 'failed' : undefined);
  nprogress.set(FULL);
  timer = setTimeout(() => {
    document.getElementById('nprogress')?.classList.add('fading');
    timer = setTimeout(() => {
      nprogress.remove();
      nprogress.status = null;
    }, FADE_MS);
  }, TERMINATION_MS);
}

/** Sets the bar's state for the stylesheet, and cancels a fade that a new request has interrupted. */
function mark(state: 'failed' | undefined): void {
  const root = document.documentElement;
  if (state) root.dataset.progress = state;
  else delete root.dataset.progress;
  document.getElementById('nprogress')?.classList.remove('fading');
}
