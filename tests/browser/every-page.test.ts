/** Tests that every page is accessible and fits the screen, on a desktop and a phone, in light and dark. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { tabTo } from "./keyboard-walk.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { chooseView, listViews, openConsole } from "./operator.ts";
import { demoMarkets, newTrader, place } from "./running-exchange.ts";
import type { DemoMarket, SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { makeWallet, showEvent } from "./visitor.ts";
import { assertAccessible, assertFits, BOTH_DEVICES, openPage, PHONE } from "./watched-page.ts";

describe("every page", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;
  let market: DemoMarket;
  let trader: string;

  before(async () => {
    ({ browser, exchange } = await shareExchange());
    market = (await demoMarkets(exchange))[0]!;
    const [ann, ben] = await Promise.all([newTrader(exchange), newTrader(exchange)]);
    trader = ann.address;
    await place(exchange, ann, { tokenId: market.tokens[0], side: "BUY", cents: 60, shares: 10 });
    await place(exchange, ben, { tokenId: market.tokens[1], side: "BUY", cents: 40, shares: 10 });
    for (const cents of [52, 54, 57])
      await place(exchange, ann, { tokenId: market.tokens[0], side: "BUY", cents, shares: 25 });
    await place(exchange, ben, { tokenId: market.tokens[1], side: "BUY", cents: 41, shares: 25 });
  });

  /** Paths of the pages, each with a wait for its content. */
  const pages = (): readonly (readonly [path: string, content: (page: Page) => Promise<void>])[] => [
    ["/", (page) => page.locator('main a[href^="/event/"]').first().waitFor()],
    ["/event/nowhere", (page) => page.getByRole("heading", { level: 1 }).waitFor()],
    [
      `/event/${market.eventSlug}?market=${market.slug}&tab=book`,
      (page) => page.getByRole("button", { name: "Use the price 57¢" }).waitFor(),
    ],
    ["/portfolio", (page) => page.getByRole("heading", { level: 1 }).waitFor()],
    ["/leaderboard", (page) => page.getByRole("row").nth(1).waitFor()],
    [`/profile/${trader}`, (page) => page.getByRole("row").nth(1).waitFor()],
    ["/profile/nobody", (page) => page.getByRole("link", { name: "Search for a trader" }).waitFor()],
    ["/how-it-works", (page) => page.locator(".example").waitFor()],
    ["/developers", (page) => page.getByText("CLOB_API_URL").waitFor()],
    ["/admin", (page) => page.getByRole("heading", { level: 1 }).waitFor()],
  ];

  for (const [device, options, colorScheme] of BOTH_DEVICES)
    it(`is accessible and fits on a ${device}, ${colorScheme}`, async () => {
      const watched = await openPage(browser, exchange.addresses.web, { ...options, colorScheme });
      const { page } = watched;
      for (const [path, content] of pages()) {
        await page.goto(exchange.addresses.web + path);
        await content(page);
        const what = `${path} on a ${device}, ${colorScheme}`;
        await assertAccessible(page, what);
        await assertFits(page, what);
        assert.deepEqual(watched.complaints(), [], what);
      }
      await showEvent(page, exchange, market);
      await makeWallet(page);
      await assertAccessible(page, "an event with a wallet");
      await page.goto(`${exchange.addresses.web}/portfolio`);
      await page.getByRole("tab", { name: "Positions", exact: true }).waitFor();
      await assertAccessible(page, "the portfolio of a wallet");
      await assertFits(page, "the portfolio of a wallet");
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });

  for (const [device, options, colorScheme] of BOTH_DEVICES)
    it(`of the console is accessible and fits on a ${device}, ${colorScheme}`, async () => {
      const { admin } = exchange.addresses;
      const watched = await openPage(browser, admin, { ...options, colorScheme });
      const { page } = watched;
      await openConsole(page, exchange);
      const views = await listViews(page);
      assert.ok(views.length > 25, views.join());
      for (const view of views) {
        await chooseView(page, view);
        await page.getByRole("heading", { name: view, level: 1 }).waitFor();
        await assertAccessible(page, view);
        await assertFits(page, view);
      }
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });

  it("is entirely in Portuguese once selected, and keeps the language", async () => {
    const watched = await openPage(browser, exchange.addresses.web, { ...PHONE, locale: "pt-PT" });
    const { page } = watched;
    await page.goto(exchange.addresses.web);
    await page.getByRole("heading", { name: "Mercados", level: 1 }).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "pt");
    await page.getByLabel("Idioma").selectOption("en");
    await page.reload();
    await page.getByRole("heading", { name: "Markets", level: 1 }).waitFor();
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  it("allows trading by keyboard alone", async () => {
    const watched = await openPage(browser, exchange.addresses.web);
    const { page } = watched;
    const { keyboard } = page;
    await page.goto(exchange.addresses.web);
    await page.locator('main a[href^="/event/"]').first().waitFor();
    await tabTo(page, "Search markets");
    await keyboard.type(market.question.slice(0, 24));
    await page.getByRole("option").first().waitFor();
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await page.waitForURL(`**/event/${market.eventSlug}*`);
    await page.getByRole("region", { name: /^Trade: / }).waitFor();
    await page.evaluate("document.activeElement?.blur(); window.scrollTo(0, 0)");
    await tabTo(page, "Create a wallet");
    await keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create a wallet" }).waitFor();
    await tabTo(page, "Create a wallet");
    await keyboard.press("Enter");
    await dialog.getByText("$10,000.00").first().waitFor();
    await keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await tabTo(page, "Amount");
    await keyboard.type("5");
    await tabTo(page, "Buy Yes");
    await keyboard.press("Enter");
    await page.getByText(/^Bought .* on average, for \$/).waitFor();
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });
});
