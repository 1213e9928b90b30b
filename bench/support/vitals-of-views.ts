/**
 * Web vitals of views on a phone: a processor four times slower than this one, and a network of 1.6 Mbit/s with 150 ms to
 * an answer. The inputs are those of a first visit, one after the other.
 */
import type { Browser, Page } from "playwright-core";
import { slowNetwork } from "../../tests/browser/load-slowly.ts";
import { readVitals, watchVitals } from "../../tests/browser/web-vitals.ts";
import type { WebVitals } from "../../tests/browser/web-vitals.ts";

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const SLOWER = 4;
/** Time after an input until the browser has reported its paint. */
const REPORTED_MS = 400;

export type MeasuredView = {
  readonly title: string;
  readonly address: string;
  readonly inputs: readonly ((page: Page) => Promise<void>)[];
};

export async function vitalsOf(browser: Browser, { address, inputs }: MeasuredView): Promise<WebVitals> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const session = await slowNetwork(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await watchVitals(page);
    await page.goto(address, { waitUntil: "commit" });
    // On a slow processor the network can be idle before what it brought is shown.
    await page.locator("main :is(h1, article)").first().waitFor();
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(REPORTED_MS);
    for (const input of inputs) {
      await input(page);
      await page.waitForTimeout(REPORTED_MS);
    }
    return await readVitals(page);
  } finally {
    await context.close();
  }
}
