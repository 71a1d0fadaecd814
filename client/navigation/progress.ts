import type NProgress from 'nprogress';

/* The progress bar by the constants of SPEC 9; its colours, thickness and transitions are in progress.css. */

/** A request that is over by then shows no bar. */
const SHOWN_AFTER = 100;
const STEP = 800;
/** How long an ended bar stays before it fades, and how long that takes. */
const TERMINATION = 1500;
const FADE = 1000;
/** As far as NProgress goes without ending by itself, which it would do sooner than the specification has it. */
const FULL = 0.99999;

/** NProgress writes it as text. */
export const BAR = '<div class="bar"></div>';

let underWay = 0;
let anyFailed = false;
let bar: Promise<typeof NProgress> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let stepping: ReturnType<typeof setInterval> | undefined;

export function requestStarted(): void {
  underWay += 1;
  if (underWay > 1) return;
  anyFailed = false;
  clearTimeout(timer);
  timer = setTimeout(() => show().catch(() => {}), SHOWN_AFTER);
}

export function requestEnded(failed: boolean): void {
  underWay -= 1;
  anyFailed ||= failed;
  if (underWay > 0) return;
  clearTimeout(timer);
  // Without its chunk there is no bar; the page goes on.
  end(anyFailed).catch(() => {});
}

function load() {
  bar ??= import('nprogress').then(({ default: nprogress }) => {
    nprogress.configure({
      minimum: 0.08,
      trickle: false,
      showSpinner: false,
      easing: 'linear',
      speed: 200,
      barSelector: '.bar',
      template: BAR,
    });
    return nprogress;
  });
  bar.catch(() => {
    bar = undefined;
  });
  return bar;
}

async function show(): Promise<void> {
  const nprogress = await load();
  if (underWay === 0) return;
  mark(undefined);
  nprogress.set(0.08);
  clearInterval(stepping);
  stepping = setInterval(() => nprogress.inc(), STEP);
}

async function end(failed: boolean): Promise<void> {
  clearInterval(stepping);
  // A bar that never was there is only shown to tell of a failure.
  if (!failed && !bar) return;
  const nprogress = await load();
  if (underWay > 0 || (!failed && !nprogress.isStarted())) return;
  mark(failed ? 'failed' : undefined);
  nprogress.set(FULL);
  timer = setTimeout(() => {
    document.getElementById('nprogress')?.classList.add('fading');
    timer = setTimeout(() => {
      nprogress.remove();
      nprogress.status = null;
    }, FADE);
  }, TERMINATION);
}

/** The bar as it is now; also takes back a fade that a new request has overtaken. */
function mark(state: 'failed' | undefined): void {
  const root = document.documentElement;
  if (state) root.dataset.progress = state;
  else delete root.dataset.progress;
  document.getElementById('nprogress')?.classList.remove('fading');
}
