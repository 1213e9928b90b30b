/** Tests the page on a phone: the size of its targets, its header and bottom bar. */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { deepTest } from "../support/depth.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { demoMarkets, makeMarket, newTrader, place } from "./running-exchange.ts";
import type { DemoMarket, SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { assertTouchable } from "./touch-targets.ts";
import { buyNow, fillLimit, makeWallet, openOptions, sendButtonOf, showEvent, ticketOf } from "./visitor.ts";
import { assertAccessible, assertFits, openPage, PHONE } from "./watched-page.ts";

describe("the page on a phone", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;
  let market: DemoMarket;
  /** Name of an event of several markets in its address. */
  let eventSlug: string;
  let trader: string;

  before(async () => {
    ({ browser, exchange } = await shareExchange());
    ({ eventSlug } = (await demoMarkets(exchange))[0]!);
    market = await makeMarket(exchange, "Is the tide gauge repaired by June?");
    const [ann, ben] = await Promise.all([newTrader(exchange), newTrader(exchange)]);
    trader = ann.address;
    const [yes, no] = market.tokens;
    await place(exchange, ann, { tokenId: yes, side: "BUY", cents: 60, shares: 10 });
    await place(exchange, ben, { tokenId: no, side: "BUY", cents: 40, shares: 10 });
    for (const cents of [52, 57])
      await place(exchange, ann, { tokenId: yes, side: "BUY", cents, shares: 25 });
    await place(exchange, ben, { tokenId: no, side: "BUY", cents: 40, shares: 250 });
  });

  test("has a header of 56 px, and a bar at the bottom that hides nothing", async () => {
    const watched = await openPage(browser, exchange.addresses.web, { ...PHONE, colorScheme: "dark" });
    const { page } = watched;
    await page.goto(exchange.addresses.web);
    await page.locator(".strip li a").first().waitFor();
    const bar = page.getByRole("navigation", { name: "Presage" });
    const top = await boxOf(page.getByRole("banner"));
    assert.deepEqual([top.y, top.height], [0, 56]);
    const { y, height } = await boxOf(bar);
    assert.equal(y + height, PHONE.viewport?.height);
    assert.deepEqual(await page.evaluate(SHOWN_TEXTS), ["Markets", "Search", "Portfolio", "Leaderboard"]);
    const hidden: readonly string[] = await page.evaluate(hiddenWithFocus(y));
    assert.deepEqual(hidden, []);
    await page.evaluate("window.scrollTo(0, document.body.scrollHeight)");
    const foot = await boxOf(page.getByRole("contentinfo"));
    assert.ok(
      foot.y + foot.height <= y + 1,
      `the footer ends at ${foot.y + foot.height}, the bar starts at ${y}`,
    );
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  test("goes from page to page by its bar, and searches", async () => {
    const watched = await openPage(browser, exchange.addresses.web, PHONE);
    const { page } = watched;
    await page.goto(exchange.addresses.web);
    const bar = page.getByRole("navigation", { name: "Presage" });
    for (const name of ["Leaderboard", "Portfolio", "Markets"]) {
      await bar.getByRole("link", { name }).click();
      await bar.locator('[aria-current="page"]').filter({ hasText: name }).waitFor();
      assert.equal(await bar.locator("[aria-current]").count(), 1);
    }
    await bar.getByRole("button", { name: "Search" }).click();
    const field = page.getByRole("combobox", { name: "Search markets" });
    await page.locator("input[type=search]:focus").waitFor();
    await field.fill("tram");
    await page.getByRole("option").first().waitFor();
    await assertAccessible(page, "the search on a phone");
    await assertFits(page, "the search on a phone");
    await page.getByRole("option").first().click();
    await page.waitForURL("**/event/**");
    await page.getByRole("contentinfo").getByRole("link", { name: "Developers" }).click();
    await page.waitForURL("**/developers");
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  const panelTab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

  test("shows positions, orders and activity as cards that fit the screen", async () => {
    const watched = await openPage(browser, exchange.addresses.web, { ...PHONE, colorScheme: "dark" });
    const { page } = watched;
    const cards = async (region: string, labels: readonly string[]): Promise<void> => {
      const table = page.getByRole("region", { name: region, exact: true });
      await table.getByRole("row").nth(1).waitFor();
      assert.deepEqual(await page.evaluate(labelsOfCard(region)), labels);
      assert.deepEqual(await page.evaluate(WIDE_TABLES), [], region);
      await assertAccessible(page, region);
    };
    await page.goto(`${exchange.addresses.web}/profile/${trader}`);
    await cards("Positions", ["Shares", "Average", "Now", "Value", "Profit and loss"]);
    await page.getByRole("tab", { name: "Activity", exact: true }).click();
    await cards("History", ["Shares"]);
    await page.goto(`${exchange.addresses.web}/event/${market.eventSlug}?market=${market.slug}&tab=trades`);
    await cards("Recent trades as a table", ["Shares"]);
    await page.goto(`${exchange.addresses.web}/leaderboard`);
    await cards("Leaderboard", ["Rank", "Total profit", "Realized", "Open positions", "Volume"]);
    await page.goto(`${exchange.addresses.web}/event/${market.eventSlug}?market=${market.slug}&tab=holders`);
    await cards("Holders of Yes", ["Shares", "Value"]);
    await showEvent(page, exchange, await makeMarket(exchange, "Is the ferry back by June?"));
    await makeWallet(page);
    await fillLimit(page, "30", "41");
    await sendButtonOf(page, "Buy Yes").click();
    await page.getByText("Buy 30 Yes at 41¢").waitFor();
    await page.goto(`${exchange.addresses.web}/portfolio`);
    await page.getByRole("tab", { name: "Open orders", exact: true }).click();
    await cards("Open orders", ["Side", "Price", "Shares", "Filled", "Expires"]);
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  deepTest("has targets of at least 40 px, for a visitor", async () => {
    const watched = await openPage(browser, exchange.addresses.web, PHONE);
    const { page } = watched;
    const { web } = exchange.addresses;
    for (const [path, content] of [
      ["/", () => page.locator(".strip li a").first().waitFor()],
      ["/event/nowhere", () => page.getByRole("heading", { level: 1 }).waitFor()],
      [`/event/${eventSlug}`, () => page.getByRole("heading", { name: "Outcomes" }).waitFor()],
      ["/portfolio", () => page.getByRole("heading", { level: 1 }).waitFor()],
      ["/leaderboard", () => page.getByRole("row").nth(1).waitFor()],
      [`/profile/${trader}`, () => page.getByRole("row").nth(1).waitFor()],
      ["/profile/nobody", () => page.getByRole("link", { name: "Search for a trader" }).waitFor()],
      ["/how-it-works", () => page.locator(".example").waitFor()],
      ["/developers", () => page.getByText("CLOB_API_URL").waitFor()],
    ] as const) {
      await page.goto(web + path);
      await content();
      await assertTouchable(page, path);
    }
    await page.goto(web);
    await page.getByRole("combobox", { name: "Search markets" }).fill("will");
    await page.getByRole("option").first().waitFor();
    await assertTouchable(page, "the search");
    await page.keyboard.press("Escape");
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  test("has targets of at least 40 px, for a trader", async () => {
    const watched = await openPage(browser, exchange.addresses.web, PHONE);
    const { page } = watched;
    const own = await makeMarket(exchange, "Is the footbridge open by June?");
    await place(exchange, await newTrader(exchange), {
      tokenId: own.tokens[1],
      side: "BUY",
      cents: 45,
      shares: 500,
    });
    await showEvent(page, exchange, own);
    await page.getByRole("banner").getByRole("button", { name: "Create a wallet" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create a wallet" }).waitFor();
    await assertTouchable(page, "the dialog for a wallet");
    await page.keyboard.press("Escape");
    await makeWallet(page);
    await buyNow(page, "55", "Yes");
    await fillLimit(page, "30", "47");
    await ticketOf(page).getByRole("button", { name: "Buy Yes" }).click();
    await page.getByText("Buy 30 Yes at 47¢").waitFor();
    await openOptions(page);
    await assertTouchable(page, "an event with a position and the options of the ticket");
    for (const name of ["Trades", "Depth", "Holders"]) {
      await panelTab(page, name).click();
      await page.getByRole("tabpanel", { name, exact: true }).waitFor();
      await assertTouchable(page, `the tab ${name}`);
    }
    await page
      .getByRole("banner")
      .getByRole("button", { name: /^(?:Notifications|\d+ )/ })
      .click();
    await page.getByRole("dialog").getByRole("heading").waitFor();
    await assertTouchable(page, "the bell");
    await page.keyboard.press("Escape");
    await page
      .getByRole("banner")
      .getByRole("button", { name: /^Wallet/ })
      .click();
    await page.getByRole("dialog").getByLabel("Save in this browser").waitFor();
    await assertTouchable(page, "the wallet");
    await page.goto(`${exchange.addresses.web}/portfolio`);
    for (const name of ["Positions", "Open orders", "History", "Closed positions", "Ledger"]) {
      await page.getByRole("tab", { name, exact: true }).click();
      await page.getByRole("tabpanel", { name, exact: true }).waitFor();
      await assertTouchable(page, `the portfolio: ${name}`);
      await assertFits(page, `the portfolio: ${name}`);
    }
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });
});

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  assert.ok(box !== null);
  return box;
}

const SHOWN_TEXTS = `[...document.querySelectorAll("nav[aria-label=Presage] :is(a, button)")]
  .filter((element) => element.checkVisibility())
  .map((element) => element.textContent)`;

/** Gives each element in turn the focus, and lists those that the browser leaves behind the bar, which starts at `y`. */
const hiddenWithFocus = (
  y: number,
): string => `[...document.querySelectorAll("main a, main button, main select")]
  .filter((element) => element.checkVisibility())
  .flatMap((element) => {
    element.focus({ focusVisible: true });
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > ${y} && top < innerHeight ? [element.textContent + " ends at " + bottom] : [];
  })`;

/** Gives the labels that the style sheet puts beside the values of the first card of a table. */
const labelsOfCard = (region: string): string =>
  `[...document.querySelectorAll('[aria-label="${region}"] tbody tr:first-child td')]
    .map((cell) => getComputedStyle(cell, "::before").content)
    .flatMap((content) => content === "none" ? [] : [JSON.parse(content)])`;

/** Names the tables that have to be scrolled sideways. */
const WIDE_TABLES = `[...document.querySelectorAll(".scroll")]
  .flatMap((table) => table.scrollWidth > table.clientWidth ? [table.getAttribute("aria-label")] : [])`;
