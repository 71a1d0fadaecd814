import { setTimeout as wait } from 'node:timers/promises';

/*
 * A first visit by a phone, as Lighthouse has it: its mobile preset, applied to Chromium itself ("devtools" throttling)
 * and not computed from a fast visit.
 */

/** Latency is that of each request. Bytes a second of 1.6 Mbit/s and 750 kbit/s by 0.9, which Lighthouse counts in 1024. */
const NETWORK = {
  latency: 562.5,
  downloadThroughput: Math.floor((1474.56 * 1024) / 8),
  uploadThroughput: Math.floor((675 * 1024) / 8),
};
const SLOWDOWN = 4;
const DEVICE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Mobile Safari/537.36',
};
/** How long a page is observed after its load event: scripts may begin only then. */
export const AFTER_LOAD_MS = 2_000;
/** The network is quiet once nothing has happened for so long. */
const QUIET_MS = 1_000;
/** A page whose network is never quiet is not observed for ever. */
const AT_MOST_MS = 60_000;
/** A task that is longer blocks input by the rest. */
const BLOCKING_MS = 50;
export const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  );

/** @typedef {'html' | 'styles' | 'scripts' | 'fonts' | 'pictures' | 'other'} Type */
/** By Chromium's name. @type {Record<string, Type>} */
const TYPES = { Document: 'html', Stylesheet: 'styles', Script: 'scripts', Font: 'fonts', Image: 'pictures' };

/**
 * What a page sees of itself. Times are milliseconds since the navigation began.
 * @typedef {object} Seen
 * @property {{ start: number, duration: number }[]} tasks longer than 50 ms
 * @property {{ start: number, value: number }[]} shifts without input before them
 * @property {number} fcp
 * @property {number} lcp
 * @property {string} largest the element of the largest paint
 * @property {number | null} alive when it was hydrated
 *
 * @typedef {{ type: Type, from: number, until: number, bytes: number }} Received by a request: after its headers, at its end, in seconds
 *
 * @typedef {object} Visit
 * @property {number} fcp
 * @property {number} lcp
 * @property {string} largest
 * @property {number} tbt
 * @property {number} cls
 * @property {number} longest task
 * @property {number | null} alive
 * @property {number} requests
 * @property {Record<Type, number>} bytes
 * @property {number} total
 * @property {{ fonts: number, scripts: number }} beforeLcp bytes
 * @property {boolean} hasFont the first heading is shown in a font that the page has loaded
 */

/**
 * Visits a page with an empty cache, and observes it until its network is quiet, for AFTER_LOAD_MS after its load event at least.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {{ isSlow?: boolean, afterLoad?: number }} [options] for warming a server up, a visit need not be slow
 * @returns {Promise<Visit>}
 */
export async function visit(browser, url, { isSlow = true, afterLoad = AFTER_LOAD_MS } = {}) {
  const context = await browser.newContext(DEVICE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const traffic = await observeTraffic(session);
  if (isSlow) {
    await session.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK });
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  }
  await page.addInitScript(observePage);
  const response = await page.goto(url, { waitUntil: 'load', timeout: AT_MOST_MS });
  if (!response?.ok()) throw new Error(`${url}: ${response?.status()}`);
  const loaded = performance.now();
  while (performance.now() < loaded + AT_MOST_MS) {
    await wait(100);
    if (performance.now() >= loaded + afterLoad && traffic.quietFor() >= QUIET_MS) break;
  }
  /** @type {Seen} */
  const seen = await page.evaluate('seen');
  const hasFont = await isInOwnFont(session, 'h1');
  const { metrics } = await session.send('Performance.getMetrics');
  const began = metrics.find(({ name }) => name === 'NavigationStart')?.value ?? 0;
  await context.close();
  return { ...figuresOf(seen, traffic.received, began), hasFont };
}

/**
 * Whether an element is shown in a font that the page has loaded, and not in one of the device.
 * @param {import('playwright-core').CDPSession} session
 * @param {string} selector
 */
async function isInOwnFont(session, selector) {
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.length > 0 && fonts.every(({ isCustomFont }) => isCustomFont);
}

/**
 * Collects the bytes that arrive.
 * @param {import('playwright-core').CDPSession} session
 */
async function observeTraffic(session) {
  /** @type {Map<string, Received>} */
  const received = new Map();
  /** @type {Set<string>} */
  const pending = new Set();
  let last = performance.now();
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', timestamp }) => {
    // Pictures that are in the markup itself are no requests.
    if (!/^https?:/.test(request.url)) return;
    pending.add(requestId);
    received.set(requestId, { type: TYPES[type] ?? 'other', from: timestamp, until: timestamp, bytes: 0 });
  });
  session.on('Network.responseReceived', ({ requestId, response: { timing } }) => {
    const request = received.get(requestId);
    // The event of a preload comes at its end.
    if (request && timing) request.from = timing.requestTime + timing.receiveHeadersEnd / 1000;
  });
  /** @param {string} requestId */
  const end = (requestId) => {
    pending.delete(requestId);
    last = performance.now();
  };
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = received.get(requestId);
    if (request) Object.assign(request, { until: timestamp, bytes: encodedDataLength });
    end(requestId);
  });
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId));
  await session.send('Network.enable');
  await session.send('Performance.enable');
  return { received, quietFor: () => (pending.size === 0 ? performance.now() - last : 0) };
}

/** Runs in the page, before any script of its own. */
function observePage() {
  /** @type {Seen} */
  const seen = { tasks: [], shifts: [], fcp: 0, lcp: 0, largest: '', alive: null };
  Object.assign(window, { seen });
  /** @param {string} type @param {(entry: any) => void} each */
  const observe = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  observe('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, duration }));
  observe('layout-shift', ({ startTime, value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shifts.push({ start: startTime, value });
  });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  observe('largest-contentful-paint', ({ startTime, element }) => {
    seen.lcp = startTime;
    seen.largest = element?.localName ?? '';
  });
  // Hydration sets the attribute in an effect.
  const watcher = new MutationObserver(() => {
    if (document.documentElement?.dataset.locale === undefined) return;
    seen.alive = performance.now();
    watcher.disconnect();
  });
  watcher.observe(document, { attributes: true, attributeFilter: ['data-locale'], subtree: true });
}

/**
 * @param {Seen} seen
 * @param {Map<string, Received>} received
 * @param {number} began the time of the navigation, on the clock of what was received
 * @returns {Omit<Visit, 'hasFont'>}
 */
function figuresOf({ tasks, shifts, fcp, lcp, largest, alive }, received, began) {
  const requests = [...received.values()];
  /** @param {Type} type @param {number} [until] milliseconds */
  const bytesOf = (type, until = Number.POSITIVE_INFINITY) =>
    sum(requests, (request) => (request.type === type ? bytesUntil(request, began + until / 1000) : 0));
  const bytes = {
    html: bytesOf('html'),
    styles: bytesOf('styles'),
    scripts: bytesOf('scripts'),
    fonts: bytesOf('fonts'),
    pictures: bytesOf('pictures'),
    other: bytesOf('other'),
  };
  return {
    fcp,
    lcp,
    largest,
    // Of a task that had begun before, what is after the first paint.
    tbt: sum(tasks, ({ start, duration }) => Math.max(0, start + duration - Math.max(start, fcp) - BLOCKING_MS)),
    cls: largestShift(shifts),
    longest: Math.max(0, ...tasks.map(({ duration }) => duration)),
    alive,
    requests: requests.length,
    bytes,
    total: sum(Object.values(bytes), (each) => each),
    beforeLcp: { fonts: bytesOf('fonts', lcp), scripts: bytesOf('scripts', lcp) },
  };
}

/** Of a request that has not ended by then a share, as if its bytes came evenly. @param {Received} received @param {number} time */
const bytesUntil = ({ from, until, bytes }, time) => {
  if (time >= until) return bytes;
  return time > from ? (bytes * (time - from)) / (until - from) : 0;
};

/** The largest session window: shifts less than 1 s after the one before, of 5 s at most. @param {Seen['shifts']} shifts */
function largestShift(shifts) {
  let largest = 0;
  let window = { first: 0, last: 0, value: 0 };
  for (const { start, value } of shifts) {
    const isSame = window.value > 0 && start - window.last < 1_000 && start - window.first < 5_000;
    window = isSame ? { ...window, last: start, value: window.value + value } : { first: start, last: start, value };
    largest = Math.max(largest, window.value);
  }
  return largest;
}

/** @template T @param {readonly T[]} list @param {(item: T) => number} of */
const sum = (list, of) => list.reduce((total, item) => total + of(item), 0);
