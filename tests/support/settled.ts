import type { Page } from 'playwright-core';

/**
 * Resolves when the page has done what it had to do at this moment, and what follows from it at once: tasks (React's are messages),
 * and frames with their observers. Timers are not waited for: a test moves the page's clock for them. It may stand still.
 */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel();
    const nextTask = () =>
      new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    // Unlike an animation frame, it does not follow the page's clock.
    const nextFrame = () =>
      new Promise<void>((resolve) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(document.documentElement);
      });
    for (let frames = 0; frames < 3; frames += 1) {
      for (let tasks = 0; tasks < 10; tasks += 1) await nextTask();
      await nextFrame();
    }
    port1.close();
  });
