/** Tests an event's page: the choices in its address, and the panel with the details of a market. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { NO_BROWSER } from "./open-browser.ts";
import { askOperator, makeMarket, newTrader, place } from "./running-exchange.ts";
import type { DemoMarket, SharedExchange } from "./running-exchange.ts";
import { testListing, tokenOf } from "../support/exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { untilFilled } from "./visitor.ts";
import { assertAccessible, assertFits, DESKTOP, openPage, PHONE } from "./watched-page.ts";

describe("an event's page", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;
  let market: DemoMarket;
  let only: string;

  before(async () => {
    ({ browser, exchange } = await shareExchange());
    market = await makeMarket(exchange, "Does the pilot boat leave on time?");
    only = `${exchange.addresses.web}/event/${market.eventSlug}?market=${market.slug}`;
    const [ann, ben] = await Promise.all([newTrader(exchange), newTrader(exchange)]);
    await place(exchange, ann, { tokenId: market.tokens[0], side: "BUY", cents: 60, shares: 10 });
    await place(exchange, ben, { tokenId: market.tokens[1], side: "BUY", cents: 40, shares: 10 });
    await place(exchange, ben, { tokenId: market.tokens[0], side: "BUY", cents: 60, shares: 10 });
    await place(exchange, ann, { tokenId: market.tokens[0], side: "SELL", cents: 60, shares: 10 });
    for (const cents of [52, 54, 57])
      await place(exchange, ann, { tokenId: market.tokens[0], side: "BUY", cents, shares: 25 });
    await place(exchange, ben, { tokenId: market.tokens[1], side: "BUY", cents: 40, shares: 25 });
  });

  const panel = (page: Page) => page.getByRole("region", { name: "Market details" });
  const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
  const query = (page: Page): string => new URL(page.url()).search;

  it("keeps what is chosen in its address, so that Back, Forward and a copy of it work", async () => {
    const watched = await openPage(browser, exchange.addresses.web);
    const { page } = watched;
    await page.goto(only);
    await page.getByRole("button", { name: "1W", exact: true }).click();
    await tab(page, "Trades").click();
    await panel(page).getByRole("button", { name: "No", exact: true }).click();
    await tab(page, "Depth").click();
    await panel(page).getByRole("button", { name: "No", exact: true }).click();
    const chosen = `?market=${market.slug}&range=1W&tab=depth&trades=1&outcome=1`;
    const pressed = (name: string) =>
      page.locator("main").getByRole("button", { name, exact: true, pressed: true });
    const same = (left: string, right: string): void =>
      assert.deepEqual([...new URLSearchParams(left)].toSorted(), [...new URLSearchParams(right)].toSorted());
    same(query(page), chosen);
    const copied = page.url();

    await page.goBack();
    await panel(page).getByRole("button", { name: "Yes", exact: true, pressed: true }).waitFor();
    await page.goBack();
    await panel(page).getByRole("heading", { name: "Recent trades" }).waitFor();
    await page.goBack();
    await panel(page).getByRole("button", { name: "All", exact: true, pressed: true }).waitFor();
    await page.goBack();
    await panel(page).getByRole("heading", { name: "Order book" }).waitFor();
    await page.goBack();
    await pressed("1D").waitFor();
    for (let step = 0; step < 5; step += 1) await page.goForward();
    same(query(page), chosen);

    const other = await openPage(browser, exchange.addresses.web, PHONE);
    await other.page.goto(copied);
    await panel(other.page).getByRole("heading", { name: "Market depth" }).waitFor();
    await panel(other.page).getByRole("button", { name: "No", exact: true, pressed: true }).waitFor();
    await other.page.getByRole("button", { name: "1W", exact: true, pressed: true }).waitFor();
    assert.deepEqual([...watched.complaints(), ...other.complaints()], []);
    await other.close();
    await watched.close();
  });

  it("has its details in tabs, which the keyboard switches", async () => {
    const watched = await openPage(browser, exchange.addresses.web, { ...PHONE, colorScheme: "dark" });
    const { page } = watched;
    await page.goto(only);
    await tab(page, "Book").focus();
    const selected = (): Promise<string> =>
      page.locator('[role="tab"][aria-selected="true"]:focus').innerText();
    for (const [key, name] of [
      ["ArrowRight", "Trades"],
      ["ArrowRight", "Depth"],
      ["End", "Holders"],
      ["ArrowRight", "Book"],
      ["ArrowLeft", "Holders"],
      ["ArrowLeft", "Depth"],
      ["Home", "Book"],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole("tabpanel", { name }).waitFor();
      assert.equal(await selected(), name);
      await assertAccessible(page, `the tab ${name}`);
      await assertFits(page, `the tab ${name}`);
    }
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  it("adds up the book to the level under the pointer or with the focus, and takes its price", async () => {
    const watched = await openPage(browser, exchange.addresses.web);
    const { page } = watched;
    await page.goto(only);
    const level = page.getByRole("button", { name: "Use the price 54¢" });
    await level.hover();
    const sum = panel(page).getByText("Sell 50 shares down to 54¢: $27.75, 55.5¢ on average");
    await sum.waitFor();
    assert.equal(await page.locator("tr.summed").count(), 2);
    await assertAccessible(page, "a book that is added up");
    await page.mouse.move(5, 5);
    await sum.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Use the price 60¢" }).focus();
    await panel(page).getByText("Buy 25 shares up to 60¢: $15.00, 60¢ on average").waitFor();
    // The whole row takes the price: its button covers the other cells.
    await page.getByRole("row", { name: "Use the price 54¢" }).getByText("$27.75").click({ force: true });
    await untilFilled(page.getByLabel("Limit price, in cents"), "54");
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  it("opens the book of an outcome below its row, one at a time, and takes its prices", async () => {
    const watched = await openPage(browser, exchange.addresses.web);
    const { page } = watched;
    await askOperator(exchange, "/listings", [
      testListing(
        ["north", "east", "south"].map((name, index) => ({
          name,
          id: String(7_300 + index),
          question: `Wind ${name}?`,
        })),
        { id: "73", ticker: "wind", slug: "wind-of-the-day", title: "Wind of the day" },
      ),
    ]);
    const maker = await newTrader(exchange);
    for (const name of ["north", "east", "south"])
      await place(exchange, maker, { tokenId: tokenOf(`${name} yes`), side: "BUY", cents: 31, shares: 20 });
    await page.goto(`${exchange.addresses.web}/event/wind-of-the-day`);
    const names = page.locator(".outcome-name");
    await names.nth(2).waitFor();
    assert.equal(await panel(page).count(), 0);
    const [first = "", , third = ""] = await names.allInnerTexts();
    await names.first().click();
    await panel(page)
      .getByRole("button", { name: /^Use the price/ })
      .first()
      .waitFor();
    await names.nth(2).scrollIntoViewIfNeeded();
    const placeOf = () => names.nth(2).evaluate((name) => Math.round(name.getBoundingClientRect().top));
    const placeBefore = await placeOf();
    await names.nth(2).click();
    await page.locator(`tr:has-text("${third}") + tr.outcome-details`).waitFor();
    assert.equal(await panel(page).count(), 1);
    assert.equal(await placeOf(), placeBefore, "the clicked row stays under the pointer");
    await assertAccessible(page, "an open row");
    const ticket = page.getByRole("region", { name: `Trade: ${third}`, exact: true });
    const level = panel(page)
      .getByRole("button", { name: /^Use the price/ })
      .first();
    const cents = /\d+(?:\.\d)?/.exec((await level.getAttribute("aria-label")) ?? "")?.[0] ?? "";
    // The details stay open beside a ticket of another market, and choose their own again.
    await page.getByRole("row", { name: first }).getByRole("button", { name: /^Yes / }).click();
    await ticket.waitFor({ state: "detached" });
    await level.click();
    await untilFilled(ticket.getByLabel("Limit price, in cents"), cents);
    await names.nth(2).click();
    await panel(page).waitFor({ state: "detached" });
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  it("lists trades by outcome, with a sign and a word for their direction", async () => {
    const watched = await openPage(browser, exchange.addresses.web);
    const { page } = watched;
    await page.goto(`${only}&tab=trades`);
    const rows = page.getByRole("region", { name: "Recent trades as a table" }).locator("tbody tr");
    await rows.nth(1).waitFor();
    const kinds = async (): Promise<string[]> =>
      (await rows.locator(".trade-kind").allInnerTexts()).map((text) => text.replace(/\s+/g, " ")).toSorted();
    assert.deepEqual(await kinds(), ["+Bought No", "−Sold Yes"]);
    await panel(page).getByRole("button", { name: "Yes", exact: true }).click();
    await rows.nth(1).waitFor({ state: "detached" });
    assert.deepEqual(await kinds(), ["−Sold Yes"]);
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  it("names Yes and No in Portuguese", async () => {
    const watched = await openPage(browser, exchange.addresses.web, { ...DESKTOP, locale: "pt-PT" });
    const { page } = watched;
    await page.goto(only);
    const details = page.getByRole("region", { name: "Pormenores do mercado" });
    await details.getByRole("button", { name: "Sim", exact: true }).waitFor();
    assert.equal(
      await page
        .locator("main")
        .getByText(/^(?:Yes|No)$/)
        .count(),
      0,
    );
    await page.getByRole("tab", { name: "Negócios" }).click();
    await details.getByText("Vendeu Sim").waitFor();
    await page.getByRole("tab", { name: "Detentores" }).click();
    await details.getByText("Detentores de Não").waitFor();
    await watched.close();
  });

  for (const [locale, words] of [
    ["en-GB", "Did you mean this event?"],
    ["pt-PT", "Queria dizer este evento?"],
  ] as const)
    it(`is linked where its address is mistyped: ${locale}`, async () => {
      const { web } = exchange.addresses;
      const watched = await openPage(browser, web, { ...PHONE, locale });
      const { page } = watched;
      await page.goto(`${web}/event/${market.eventSlug.slice(1)}`);
      await page.getByText(words).waitFor();
      await assertAccessible(page, "an unknown event");
      await assertFits(page, "an unknown event");
      await page.getByRole("link", { name: market.eventSlug, exact: true }).click();
      await page.getByRole("heading", { name: "Does the pilot boat leave on time?" }).first().waitFor();
      assert.equal(new URL(page.url()).pathname, `/event/${market.eventSlug}`);
      await watched.close();
    });

  it("hands on its address", async () => {
    const watched = await openPage(browser, exchange.addresses.web);
    const { page } = watched;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`${only}&range=1M`);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.getByText("Link copied").waitFor();
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), `${only}&range=1M`);
    // Where the browser refuses, a field has the address to copy by hand.
    await page.reload();
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))");
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const field = page.getByLabel("Link to this page");
    assert.equal(await field.inputValue(), `${only}&range=1M`);
    assert.equal(await page.evaluate("getSelection().toString()"), `${only}&range=1M`);
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });
});
