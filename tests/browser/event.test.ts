/** Tests an event's page: the choices in its address, and the panel with the details of a market. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { NO_BROWSER } from "./open-browser.ts";
import { makeMarket, newTrader, place } from "./running-exchange.ts";
import type { DemoMarket, SharedExchange } from "./running-exchange.ts";
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
      ["End", "Rules"],
      ["ArrowRight", "Book"],
      ["ArrowLeft", "Rules"],
      ["ArrowLeft", "Holders"],
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
