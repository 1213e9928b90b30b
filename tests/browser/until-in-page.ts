/** Waits for a state of a page. */
import type { Page } from "playwright-core";
import { until } from "../support/until.ts";

/**
 * Resolves when the JavaScript `condition` is true in the page. It is asked from outside: playwright's `waitForFunction`
 * evaluates a text within the page, which the page's content security policy refuses.
 */
export async function untilInPage(page: Page, condition: string): Promise<void> {
  await until(condition, async () => (await page.evaluate(condition)) === true);
}
