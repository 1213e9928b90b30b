/** Tests how visitors find markets and people in a browser: related markets, rounds of a series, the activity, the search page. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import type { Trader } from "../../bench/support/order-requests.ts";
import { generateName } from "../../src/core/people/generated-name.ts";
import { until } from "../support/until.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { makeMarket, newTrader, place } from "./running-exchange.ts";
import type { DemoMarket, SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { assertTouchable } from "./touch-targets.ts";
import { untilFilled } from "./visitor.ts";
import { PAGE_DEVICES, assertAccessible, assertFits, openPage } from "./watched-page.ts";

/** Trades of a market, more than a page of the activity has. */
const TRADES = 50;

/** Asserts that the chart begins in the upper half of the screen, below the guide of a first visit. */
async function assertChartInView(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("region", { name: "First steps" }).getByRole("button").first().waitFor();
  const chart = await page.locator(".chart").boundingBox();
  assert.ok(chart !== null && chart.y <= 450, JSON.stringify(chart));
}

describe("finding things", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;
  let market: DemoMarket;
  let quiet: DemoMarket;
  let ann: Trader;
  let ben: Trader;

  before(async () => {
    ({ browser, exchange } = await shareExchange());
    market = await makeMarket(exchange, "Is the lighthouse painted red?");
    quiet = await makeMarket(exchange, "Is the lighthouse sold?");
    [ann, ben] = await Promise.all([newTrader(exchange), newTrader(exchange)]);
    // Each order has a size of its own, so that rows can be told apart; two orders meet all of them, in two batches.
    const sizes = Array.from({ length: TRADES }, (_, index) => 5 + index);
    for (const [at, shares] of sizes.entries()) {
      await place(exchange, ann, { tokenId: market.tokens[0], side: "BUY", cents: 60, shares });
      if (at === TRADES / 2 - 1 || at === TRADES - 1) {
        const met = sizes.slice(at + 1 - TRADES / 2, at + 1).reduce((sum, size) => sum + size, 0);
        await place(exchange, ben, { tokenId: market.tokens[1], side: "BUY", cents: 40, shares: met });
      }
    }
  });

  async function assertGood(page: Page, what: string): Promise<void> {
    await assertAccessible(page, what);
    await assertFits(page, what);
    if (what.endsWith("phone")) await assertTouchable(page, what);
  }

  const rowsOf = (page: Page) =>
    page.getByRole("region", { name: "Trades" }).locator("tbody").getByRole("row");
  /** Sizes of the trades that are shown. */
  const sizesOf = (page: Page): Promise<string[]> =>
    rowsOf(page).evaluateAll((rows) => rows.map((row) => row.querySelectorAll("td")[4]?.textContent ?? ""));

  for (const [device, options, colorScheme] of PAGE_DEVICES) {
    it(`shows the rounds of a series and related markets, ${device}`, async () => {
      const { web } = exchange.addresses;
      const watched = await openPage(browser, web, { ...options, colorScheme });
      const { page } = watched;
      await page.goto(`${web}/event/mbl-round-22-owls-breakers`);
      const rounds = page.getByRole("navigation", { name: "Rounds: Meridian Basketball League" });
      const links = rounds.getByRole("link");
      await links.nth(2).waitFor();
      assert.equal(await links.count(), 3);
      assert.equal(await links.nth(1).getAttribute("aria-current"), "page");
      if (device.endsWith("desktop")) await assertChartInView(page);
      const related = page.getByRole("region", { name: "Related markets" });
      await related.scrollIntoViewIfNeeded();
      await related.getByRole("article").nth(5).waitFor();
      // The rounds stand in their row, and are not shown twice.
      assert.equal(await related.getByRole("link", { name: /^MBL round/ }).count(), 0);
      await assertGood(page, `an event of a series, ${device}`);
      await links.first().click();
      await page.waitForURL("**/event/mbl-round-21-comets-owls");
      await page.getByRole("heading", { name: /^MBL round 21/, level: 1 }).waitFor();
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });

    it(`shows all trades as they happen, older ones without holes or doubles, ${device}`, async () => {
      const { web } = exchange.addresses;
      const watched = await openPage(browser, web, { ...options, colorScheme });
      const { page } = watched;
      await page.goto(`${web}/activity`);
      await rowsOf(page).first().waitFor();
      await assertGood(page, `the activity, ${device}`);
      await page.goto(`${web}/activity?event=${market.eventSlug}`);
      await rowsOf(page).nth(1).waitFor();
      const shown = await rowsOf(page).count();
      const first = (await sizesOf(page))[0];
      // A trade comes above the others while older ones are read.
      const shares = first === "7" ? 9 : 7;
      await place(exchange, ann, { tokenId: market.tokens[0], side: "BUY", cents: 55, shares });
      await place(exchange, ben, { tokenId: market.tokens[1], side: "BUY", cents: 45, shares });
      await page.getByRole("button", { name: "Show more" }).click();
      await rowsOf(page).first().getByText(String(shares), { exact: true }).waitFor();
      assert.ok((await rowsOf(page).count()) > shown);
      const more = page.getByRole("button", { name: "Show more" });
      const listed = await fetch(
        `${exchange.addresses.spec.data}/trades?limit=1000&market=${market.conditionId}`,
      );
      const sizes = ((await listed.json()) as { size: number }[]).map(({ size }) => String(size));
      await until("all trades are shown", async () => {
        // The button goes with the last of them, perhaps before the click.
        if (await more.isVisible()) await more.click({ timeout: 1_000 }).catch(() => undefined);
        return (await rowsOf(page).count()) >= sizes.length;
      });
      assert.deepEqual(await sizesOf(page), sizes);
      await page.getByRole("button", { name: "Pause" }).click();
      await page.getByRole("button", { name: "Resume" }).waitFor();
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });

    it(`keeps the filters of the activity in its address, ${device}`, async () => {
      const { web } = exchange.addresses;
      const watched = await openPage(browser, web, { ...options, colorScheme });
      const { page } = watched;
      await page.goto(`${web}/event/${market.eventSlug}?tab=trades`);
      await page.getByRole("link", { name: "All trades of this market" }).click();
      await page.waitForURL(`**/activity?event=${market.eventSlug}&market=${market.slug}`);
      await rowsOf(page).first().waitFor();
      await page.getByLabel("Outcome").selectOption("Yes");
      await page.getByText("No matching trades yet.").waitFor();
      await page.getByLabel("Outcome").selectOption("No");
      await page.getByLabel("At least").selectOption("$10.00");
      await page.waitForURL("**/activity?event=*&outcome=1&least=10");
      await rowsOf(page).first().waitFor();
      const values = await rowsOf(page).evaluateAll((rows) =>
        rows.map((row) => Number((row.querySelectorAll("td")[5]?.textContent ?? "").replace("$", ""))),
      );
      assert.ok(values.length > 0 && values.every((value) => value >= 10), values.join(" "));
      await page.reload();
      await rowsOf(page).first().waitFor();
      await untilFilled(page.getByLabel("At least"), "10");
      await page.getByLabel("Person").fill(generateName(ann.address.toLowerCase()));
      await page
        .locator(`datalist option[value="${ann.address.toLowerCase()}"]`)
        .waitFor({ state: "attached" });
      await page.getByLabel("Person").press("Enter");
      // Ann's order waited, and bought the other outcome.
      await page.waitForURL(`**&user=${ann.address.toLowerCase()}`);
      await page.getByText("No matching trades yet.").waitFor();
      await page.getByLabel("Outcome").selectOption("Both");
      await rowsOf(page).first().getByText("Bought Yes").waitFor();
      await assertGood(page, `the filtered activity, ${device}`);
      await page.getByRole("button", { name: "Remove the filters" }).click();
      await page.waitForURL("**/activity");
      await page.getByLabel("Event").fill("no such event at all");
      await page.getByLabel("Event").press("Enter");
      await page.getByRole("alert").getByText("No event has this title.").waitFor();
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });

    it(`finds markets, people and tags from the search box on, ${device}`, async () => {
      const { web } = exchange.addresses;
      const watched = await openPage(browser, web, { ...options, colorScheme });
      const { page } = watched;
      await page.goto(`${web}/leaderboard`);
      await page.getByRole("heading", { name: "Leaderboard", level: 1 }).waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type("lighthouse");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/search?q=lighthouse");
      const cards = page.getByRole("tabpanel").getByRole("article");
      await cards.nth(1).waitFor();
      await page.getByRole("tab", { name: "Markets (2)", selected: true }).waitFor();
      await page.getByLabel("Sort by").selectOption("Volume");
      await page.waitForURL("**/search?q=lighthouse&sort=volume");
      await cards.first().getByText(market.question).waitFor();
      await cards.nth(1).getByText(quiet.question).waitFor();
      await assertGood(page, `found markets, ${device}`);
      await page.getByRole("button", { name: "Resolved" }).click();
      await page.getByText("No results with this status for “lighthouse”.").waitFor();
      await page.getByRole("link", { name: "Show all statuses" }).click();
      await cards.nth(1).waitFor();
      await page.goto(`${web}/search?q=basketball`);
      await page.getByRole("tab", { name: /^Markets \([1-9]/, selected: true }).focus();
      await page.keyboard.press("End");
      await page.waitForURL("**/search?q=basketball&kind=tags");
      await page
        .getByRole("tabpanel")
        .getByRole("link", { name: /^Basketball/ })
        .waitFor();
      await assertGood(page, `found tags, ${device}`);
      await page.getByLabel("Search words").fill(ann.address.slice(0, 12));
      await page.getByRole("button", { name: "Search", exact: true }).last().click();
      await page.getByRole("tab", { name: "People (1)", selected: true }).waitFor();
      const own = generateName(ann.address.toLowerCase());
      await page.getByLabel("Search words").fill(own.replaceAll("-", " "));
      await page.getByLabel("Search words").press("Enter");
      await page.getByRole("tab", { name: "People (1)", selected: true }).waitFor();
      await page.getByRole("tabpanel").getByRole("link", { name: own }).waitFor();
      await assertGood(page, `found people, ${device}`);
      await page.goto(`${web}/search?q=zzzzzz`);
      await page.getByText("No results for “zzzzzz”").first().waitFor();
      await page.goto(`${web}/search`);
      await page.getByText(/^Type words from a title/).waitFor();
      await assertGood(page, `the search page, ${device}`);
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });
  }
});
