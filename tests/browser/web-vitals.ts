/** Web vitals of a page, as the browser's performance interface counts them from its first request on. */
import type { Page } from "playwright-core";

export type WebVitals = {
  /** Time from the request to the largest part of the first view, ms. */
  readonly largestPaintMs: number;
  /** Sum of the shifts of the layout that no input caused. */
  readonly layoutShift: number;
  /** Longest time from an input to the next paint, ms; 0 where each took less than 16 ms. */
  readonly inputToPaintMs: number;
};

const WATCH = `
  window.vitals = { largestPaintMs: 0, layoutShift: 0, inputToPaintMs: 0 };
  const watch = (type, note, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options });
  watch("largest-contentful-paint", ({ startTime }) => { vitals.largestPaintMs = startTime; });
  watch("layout-shift", ({ value, hadRecentInput }) => { if (!hadRecentInput) vitals.layoutShift += value; });
  watch("event", ({ interactionId, duration }) => {
    if (interactionId > 0) vitals.inputToPaintMs = Math.max(vitals.inputToPaintMs, duration);
  }, { durationThreshold: 16 });`;

/** Has the page count its vitals. Call it before the page is opened. */
export const watchVitals = (page: Page): Promise<unknown> => page.addInitScript(WATCH);

export const readVitals = (page: Page): Promise<WebVitals> => page.evaluate("window.vitals");
