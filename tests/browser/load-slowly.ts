/** Loads the home page as over a slow mobile network, which the browser emulates, and measures what came and when. */
import type { Browser, CDPSession, Page } from "playwright-core";
import { readVitals, watchVitals } from "./web-vitals.ts";
import type { WebVitals } from "./web-vitals.ts";

/** A network of 1.6 Mbit/s, in bytes a second, with 150 ms to an answer. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

export type SlowLoad = WebVitals & {
  /** Bytes on the wire until nothing more was asked for. */
  readonly bytes: number;
  /** The five largest answers on the wire, largest first. */
  readonly largest: readonly string[];
  /** Time from the request to the first cards. */
  readonly firstCardsMs: number;
};

/** Slows the network of a page down. Gives the session that steers it. */
export async function slowNetwork(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW);
  return session;
}

/** Loads a page until nothing more is asked for; `shown` selects its first element that shows data. */
export async function loadSlowly(
  browser: Browser,
  web: string,
  shown = 'main a[href^="/event/"]',
): Promise<SlowLoad> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const network = await slowNetwork(page);
    const paths = new Map<string, string>();
    const answers: { readonly path: string; readonly bytes: number }[] = [];
    network.on("Network.requestWillBeSent", ({ requestId, request }) =>
      paths.set(requestId, new URL(request.url).pathname + new URL(request.url).search),
    );
    network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
      answers.push({ path: paths.get(requestId) ?? requestId, bytes: encodedDataLength }),
    );
    await watchVitals(page);
    const began = performance.now();
    await page.goto(web, { waitUntil: "commit" });
    await page.locator(shown).first().waitFor();
    const firstCardsMs = performance.now() - began;
    await page.waitForLoadState("networkidle");
    const bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0);
    const largest = answers
      .sort((one, other) => other.bytes - one.bytes)
      .slice(0, 5)
      .map((answer) => `${answer.bytes} of ${answer.path}`);
    return { ...(await readVitals(page)), bytes, largest, firstCardsMs };
  } finally {
    await context.close();
  }
}
