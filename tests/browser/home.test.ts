/** Tests the home page and its cards in a browser: their looks, how they follow the market, and that nothing moves. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { atDepth } from "../support/depth.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { askOperator, makeMarket, newTrader, place } from "./running-exchange.ts";
import type { DemoMarket, SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { assertAccessible, assertFits, DESKTOP, openPage, PHONE } from "./watched-page.ts";

const WIDE = { viewport: { width: 1440, height: 900 } };
const SECTIONS = [
  "Most traded in 24 hours",
  "Live trades",
  "Moving now",
  "Ending soon",
  "New",
  "More markets",
];
const REORDER = { name: "The list has changed. Refresh it" };

/** Script that adds up how far things moved without the visitor's doing, as the browser counts it. */
const RECORD_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        window.shifts.push([value, ...sources.map(({ node }) => node?.outerHTML ?? node?.textContent)]);
  }).observe({ type: "layout-shift", buffered: true });`;

type Shift = readonly [value: number, ...sources: unknown[]];

/** The most that a page may shift in all while it loads and is used, to count as good by Cumulative Layout Shift. */
const MAX_SHIFT = 0.1;

/** Asserts that the page kept its place since the last call, on a slow machine too, where parts come late. */
async function assertStill(page: Page, what: string): Promise<void> {
  const shifts: readonly Shift[] = await page.evaluate("window.shifts.splice(0)");
  const sum = shifts.reduce((total, [value]) => total + value, 0);
  assert.ok(sum < MAX_SHIFT, `${what}: ${JSON.stringify(shifts)}`);
}

const cardOf = (page: Page, title: string) =>
  page
    .getByRole("region", { name: /^(?:More markets|Markets|Watchlist)$/ })
    .getByRole("article")
    .filter({ hasText: title });

describe("the home page", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;
  let market: DemoMarket;

  before(async () => {
    ({ browser, exchange } = await shareExchange());
    market = await makeMarket(exchange, "Is the harbour frozen in March?");
    const [ann, ben] = await Promise.all([newTrader(exchange), newTrader(exchange)]);
    await place(exchange, ann, { tokenId: market.tokens[0], side: "BUY", cents: 46, shares: 40_000 });
    await place(exchange, ben, { tokenId: market.tokens[1], side: "BUY", cents: 53, shares: 20_000 });
    // Enough for the first page of the lists by volume.
    await place(exchange, ben, { tokenId: market.tokens[1], side: "BUY", cents: 54, shares: 10_000 });
  });

  /** Scrolls to the end, so that all sections are loaded. */
  async function showAll(page: Page): Promise<void> {
    for (const name of SECTIONS)
      await page.getByRole("region", { name, exact: true }).scrollIntoViewIfNeeded();
    await cardOf(page, "").first().waitFor();
    await page.evaluate("window.scrollTo(0, 0)");
  }

  const PHONE_DARK = ["phone", PHONE, "dark"] as const;
  const DESKTOP_LIGHT = ["desktop", DESKTOP, "light"] as const;
  for (const [device, options, colorScheme] of atDepth({
    quick: [PHONE_DARK],
    deep: [PHONE_DARK, DESKTOP_LIGHT, ["phone", PHONE, "light"], ["desktop", WIDE, "dark"]] as const,
  }))
    it(`has its sections, is accessible and fits on a ${device}, ${colorScheme}`, async () => {
      const watched = await openPage(browser, exchange.addresses.web, { ...options, colorScheme });
      const { page } = watched;
      await page.goto(exchange.addresses.web);
      await showAll(page);
      const categories = page.getByRole("navigation", { name: "Categories" }).getByRole("link");
      await categories.nth(7).waitFor();
      assert.equal(await categories.count(), 8);
      await assertAccessible(page, "the home page");
      await assertFits(page, "the home page");
      await page.goto(`${exchange.addresses.web}/?sort=volume`);
      await cardOf(page, market.question).waitFor();
      await assertAccessible(page, "a list");
      await assertFits(page, "a list");
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });

  it("shows no event twice, and lets the visitor turn the events at the top", async () => {
    for (const options of [PHONE, DESKTOP, WIDE]) {
      const watched = await openPage(browser, exchange.addresses.web, options);
      const { page } = watched;
      await page.goto(exchange.addresses.web);
      await showAll(page);
      const hero = page.getByRole("region", { name: "Most traded in 24 hours" });
      await hero.getByText("Event 1 of 5").waitFor();
      const titleAtTop = () => hero.getByRole("heading", { level: 3 }).textContent();
      const titles = [await titleAtTop()];
      for (const turn of [2, 3, 4, 5]) {
        await hero.getByRole("button", { name: "Next event" }).click();
        await hero.getByText(`Event ${turn} of 5`).waitFor();
        titles.push(await titleAtTop());
      }
      // The buttons stop the rotation.
      await hero.getByRole("button", { name: "Start the rotation of events" }).waitFor();
      await hero.getByRole("button", { name: "Next event" }).click();
      await hero.getByText("Event 1 of 5").waitFor();
      titles.push(...(await page.locator(".card h3").allTextContents()));
      assert.deepEqual(
        titles.filter((title, index) => titles.indexOf(title) !== index),
        [],
      );
      assert.ok(titles.length > 15, `${titles.length} events`);
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    }
  });

  it("has one column on a phone, and four from 1,440 px", async () => {
    const watched = await openPage(browser, exchange.addresses.web);
    const { page } = watched;
    await page.goto(`${exchange.addresses.web}/?sort=volume`);
    await cardOf(page, market.question).waitFor();
    for (const [width, columns] of [
      [390, 1],
      [800, 2],
      [1280, 3],
      [1439, 3],
      [1440, 4],
      [1920, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const lefts: number[] = await page.evaluate(
        `[...new Set([...document.querySelectorAll(".card")].map((card) => card.getBoundingClientRect().left))]`,
      );
      assert.equal(lefts.length, columns, `${width} px`);
    }
    await watched.close();
  });

  it("leads from a button of a card to the ticket of its outcome", async () => {
    const watched = await openPage(browser, exchange.addresses.web);
    const { page } = watched;
    await page.goto(`${exchange.addresses.web}/?sort=newest`);
    const card = cardOf(page, market.question);
    await card.getByText("47%", { exact: true }).waitFor();
    await card.getByRole("link", { name: /^Yes 47¢/ }).waitFor();
    await card.getByRole("link", { name: /^No 54¢/ }).click();
    await page.waitForURL(`**/event/${market.eventSlug}?market=${market.slug}&outcome=1`);
    await page.getByRole("button", { name: /^No/, pressed: true }).first().waitFor();
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  it("changes prices in place, and keeps the layout from the first view on", async () => {
    for (const options of [PHONE, WIDE]) {
      const watched = await openPage(browser, exchange.addresses.web, options);
      const { page } = watched;
      await page.addInitScript(RECORD_SHIFTS);
      await page.goto(exchange.addresses.web);
      const hero = page.getByRole("region", { name: "Most traded in 24 hours" });
      await hero.getByRole("article").waitFor();
      await showAll(page);
      await assertStill(page, "the home page");
      const changed = await makeMarket(exchange, `A price of ${options.viewport?.width} pixels`);
      const [yes, no] = changed.tokens;
      const trader = await newTrader(exchange);
      await place(exchange, trader, { tokenId: yes, side: "BUY", cents: 30, shares: 5 });
      await place(exchange, trader, { tokenId: no, side: "BUY", cents: 66, shares: 5 });
      await page.goto(`${exchange.addresses.web}/?sort=newest`);
      const card = cardOf(page, changed.question);
      await card.getByText("32%", { exact: true }).waitFor();
      await place(exchange, trader, { tokenId: yes, side: "BUY", cents: 32, shares: 5 });
      await card.locator(".flash.rises").getByText("33%", { exact: true }).waitFor();
      await card.getByRole("link", { name: /^No 68¢/ }).waitFor();
      await assertStill(page, "a list with new prices");
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    }
  });

  it("keeps the order of a list until the visitor asks for the new one", async () => {
    const watched = await openPage(browser, exchange.addresses.web);
    const { page } = watched;
    await page.goto(`${exchange.addresses.web}/?sort=newest`);
    const cards = page.getByRole("region", { name: "Markets", exact: true }).getByRole("article");
    await cards.first().waitFor();
    const first = await cards.first().getByRole("heading").textContent();
    assert.equal(await page.getByRole("button", REORDER).count(), 0);
    const newest = await makeMarket(exchange, "Is this market the newest?");
    await page.getByRole("button", REORDER).waitFor();
    assert.equal(await cards.first().getByRole("heading").textContent(), first);
    await page.getByRole("button", REORDER).click();
    await page.getByRole("button", REORDER).waitFor({ state: "detached" });
    assert.equal(await cards.first().getByRole("heading").textContent(), newest.question);
    await watched.close();
  });

  it("keeps the rows of a card in place while their prices cross", async () => {
    const event = await askOperator(exchange, "/events", { title: "Which boat wins?", reason: "for a test" });
    const boats: string[][] = [];
    for (const question of ["The Ann", "The Bow"]) {
      const body = { event: event["slug"], question, open: true, reason: "for a test" };
      const { tokenIds } = await askOperator<{ tokenIds: string[] }>(exchange, "/markets", body);
      boats.push(tokenIds);
    }
    const trader = await newTrader(exchange);
    const quote = async ([yes = "", no = ""]: readonly string[], cents: number): Promise<void> => {
      await place(exchange, trader, { tokenId: yes, side: "BUY", cents: cents - 1, shares: 5 });
      await place(exchange, trader, { tokenId: no, side: "BUY", cents: 99 - cents, shares: 5 });
    };
    const [ann = [], bow = []] = boats;
    await quote(ann, 40);
    await quote(bow, 20);
    const watched = await openPage(browser, exchange.addresses.web);
    const { page } = watched;
    await page.goto(`${exchange.addresses.web}/?sort=newest`);
    const rows = cardOf(page, "Which boat wins?").getByRole("listitem");
    await rows.first().getByText("40%").waitFor();
    await place(exchange, trader, { tokenId: bow[0] ?? "", side: "BUY", cents: 21, shares: 5 });
    await quote(bow, 60);
    await rows.getByText("60%").waitFor();
    await makeMarket(exchange, "Is there a later market?");
    await page.getByRole("button", REORDER).waitFor();
    assert.match((await rows.first().textContent()) ?? "", /The Ann/);
    await page.getByRole("button", REORDER).click();
    await rows.first().getByText("The Bow").waitFor();
    await watched.close();
  });

  it("keeps the watchlist in this browser, for all of its tabs", async () => {
    const watched = await openPage(browser, exchange.addresses.web);
    const { page } = watched;
    await page.goto(`${exchange.addresses.web}/?watched=1`);
    await page.getByText("Your watchlist is empty.").waitFor();
    await page.goto(`${exchange.addresses.web}/?sort=newest`);
    const other = await page.context().newPage();
    await other.goto(`${exchange.addresses.web}/?watched=1`);
    await other.getByText("Your watchlist is empty.").waitFor();
    const star = { name: `Watch: ${market.question}` };
    await page.getByRole("button", { ...star, pressed: false }).click();
    await cardOf(other, market.question).waitFor();
    await page.goto(exchange.addresses.web);
    const shelf = page.getByRole("region", { name: "Watchlist", exact: true });
    await shelf.getByRole("article").filter({ hasText: market.question }).waitFor();
    await assertAccessible(page, "the home page with a watchlist");
    await shelf.getByRole("button", { ...star, pressed: true }).click();
    await shelf.waitFor({ state: "detached" });
    await other.getByText("Your watchlist is empty.").waitFor();
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  it("tells of trades as they happen, but for a pause", async () => {
    const watched = await openPage(browser, exchange.addresses.web);
    const { page } = watched;
    await page.goto(exchange.addresses.web);
    const strip = page.getByRole("region", { name: "Live trades" });
    await strip.getByText("Bought No at 54¢").waitFor();
    const [ann, ben] = await Promise.all([newTrader(exchange), newTrader(exchange)]);
    await place(exchange, ann, { tokenId: market.tokens[0], side: "BUY", cents: 47, shares: 5 });
    const latest = strip.getByRole("listitem").first();
    await latest.getByText("Bought Yes at 47¢").waitFor();
    await latest.getByText("$2.35").waitFor();
    await strip.getByRole("button", { name: "Pause" }).click();
    await place(exchange, ben, { tokenId: market.tokens[1], side: "BUY", cents: 54, shares: 5 });
    await strip.getByRole("button", { name: "Resume" }).click();
    await latest.getByText("Bought No at 54¢").waitFor();
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });
});
