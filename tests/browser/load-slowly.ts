/** Loads the home page as over a slow mobile network, which the browser emulates, and measures what came and when. */
import type { Browser } from "playwright-core";

/** A network of 1.6 Mbit/s, in bytes a second, with 150 ms to an answer. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

export type SlowLoad = {
  /** Bytes on the wire until nothing more was asked for. */
  readonly bytes: number;
  /** Time from the request to the first cards. */
  readonly firstCardsMs: number;
  /** Time to the largest part of the first view, and the sum of shifts of the layout, as the browser counts them. */
  readonly largestPaintMs: number;
  readonly layoutShift: number;
};

const WATCH = `
  window.seen = { paint: 0, shift: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.seen.paint = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.seen.shift += value;
  }).observe({ type: "layout-shift", buffered: true });`;

export async function loadSlowly(browser: Browser, web: string): Promise<SlowLoad> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send("Network.enable");
    await network.send("Network.emulateNetworkConditions", SLOW);
    let bytes = 0;
    network.on("Network.loadingFinished", ({ encodedDataLength }) => void (bytes += encodedDataLength));
    await page.addInitScript(WATCH);
    const began = performance.now();
    await page.goto(web, { waitUntil: "commit" });
    await page.locator('main article a[href^="/event/"]').first().waitFor();
    const firstCardsMs = performance.now() - began;
    await page.waitForLoadState("networkidle");
    const { paint, shift }: { readonly paint: number; readonly shift: number } =
      await page.evaluate("window.seen");
    return { bytes, firstCardsMs, largestPaintMs: paint, layoutShift: shift };
  } finally {
    await context.close();
  }
}
