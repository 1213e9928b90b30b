/** Tests the list of what needs attention on the console's overview: each entry leads to the place of its work. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import type { Browser } from "playwright-core";
import { deepSuite } from "../support/depth.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { openConsole } from "./operator.ts";
import { askOperator, makeMarket, startRunningExchange } from "./running-exchange.ts";
import type { RunningExchange } from "./running-exchange.ts";
import { shareBrowser } from "./shared-exchange.ts";
import { assertAccessible, assertFits, openPage, PHONE } from "./watched-page.ts";
import type { WatchedPage } from "./watched-page.ts";

const QUESTION = "Will the lighthouse be lit on Friday?";
const reason = "for a test";

deepSuite("what needs attention, in the console", { skip: NO_BROWSER }, () => {
  let exchange: RunningExchange;
  let browser: Browser;
  let desktop: WatchedPage;
  let phone: WatchedPage;
  let conditionId = "";

  before(async () => {
    exchange = await startRunningExchange();
    browser = await shareBrowser();
    desktop = await openPage(browser, exchange.addresses.admin);
    phone = await openPage(browser, exchange.addresses.admin, { ...PHONE, colorScheme: "dark" });
  });
  after(() => exchange?.close());

  const overview = async ({ page }: WatchedPage): Promise<void> => {
    await openConsole(page, exchange);
    await page.getByRole("heading", { name: "Needs attention" }).waitFor();
  };

  it("says that nothing does", async () => {
    await overview(desktop);
    await desktop.page.getByText("Nothing needs attention.").waitFor();
  });

  it("lists a dispute and a mode, each with a link to its place", async () => {
    ({ conditionId } = await makeMarket(exchange, QUESTION));
    await askOperator(exchange, `/markets/${conditionId}/propose`, { payout: "yes", reason });
    await askOperator(exchange, `/markets/${conditionId}/dispute`, { reason });
    await askOperator(exchange, "/mode", { mode: "post-only", reason });
    for (const watched of [desktop, phone]) {
      const { page } = watched;
      await overview(watched);
      await page.getByRole("heading", { name: /^Disputed proposals/ }).waitFor();
      await assertAccessible(page, "the overview");
      await assertFits(page, "the overview");
      await page.getByRole("link", { name: "post-only" }).click();
      await page.getByRole("heading", { name: "Mode", level: 1 }).waitFor();
      await page.goBack();
      await page.getByRole("link", { name: QUESTION }).first().click();
      await page.getByRole("heading", { name: QUESTION, level: 1 }).waitFor();
      assert.deepEqual(watched.complaints(), []);
    }
  });
});
