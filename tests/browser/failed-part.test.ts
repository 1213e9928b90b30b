/** Tests of a page of which a part cannot be loaded: as while the exchange is away, or after it was updated. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { deepSuite } from "../support/depth.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { makeMarket, newTrader, place, startRunningExchange } from "./running-exchange.ts";
import type { RunningExchange } from "./running-exchange.ts";
import { shareBrowser } from "./shared-exchange.ts";
import { forgetWallet, makeWallet, showEvent } from "./visitor.ts";
import { assertAccessible, openPage } from "./watched-page.ts";

deepSuite("a part of the page that cannot be loaded", { skip: NO_BROWSER }, () => {
  let exchange: RunningExchange;
  let browser: Browser;

  before(async () => {
    exchange = await startRunningExchange();
    browser = await shareBrowser();
  });
  after(() => exchange?.close());

  /** The code of the leaderboard, and the file by which the page looks whether the exchange is there. */
  const AWAY = [/leaderboard-page.*\.js$/, "**/favicon.svg"];

  /** Opens the home page, then goes to the leaderboard, whose code does not come. */
  async function failToLoad(page: Page): Promise<void> {
    for (const path of AWAY) await page.route(path, (route) => route.abort());
    await page.getByRole("navigation").getByRole("link", { name: "Leaderboard" }).click();
    await page
      .getByRole("alert")
      .getByText(/could not be loaded/)
      .waitFor();
  }

  it("leaves the frame, and stays while the exchange is away", async () => {
    const { page, close } = await openPage(browser, exchange.addresses.web);
    await page.goto(exchange.addresses.web);
    await failToLoad(page);
    assert.equal(await page.getByRole("searchbox").or(page.getByRole("combobox")).first().isVisible(), true);
    await assertAccessible(page, "a part that failed");
    await page.getByRole("button", { name: "Reload the page" }).click();
    await page.getByText(/cannot be reached/).waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Markets" }).click();
    await page.getByRole("heading", { name: "Markets", level: 1 }).waitFor();
    await close();
  });

  it("leaves the shell of the page with a way on, if the first script does not come", async () => {
    const { page, close } = await openPage(browser, exchange.addresses.web);
    await page.route(/assets\/.*\.js$/, (route) => route.abort());
    await page.goto(exchange.addresses.web);
    await page.getByRole("banner").getByRole("link", { name: "Presage" }).waitFor();
    await page.getByRole("heading", { name: "The page is taking long to load" }).waitFor();
    await assertAccessible(page, "the shell");
    await page.unroute(/assets\/.*\.js$/);
    await page.getByRole("link", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Markets", level: 1 }).waitFor();
    await close();
  });

  it("keeps a wallet that is not remembered over the reload of a page that failed, and over no other", async () => {
    const { page, close } = await openPage(browser, exchange.addresses.web);
    await page.goto(exchange.addresses.web);
    await makeWallet(page);
    await forgetWallet(page);
    const funds = page.getByRole("banner").getByText("$10,000.00");
    await funds.waitFor();
    await failToLoad(page);
    // The page loads by itself once the exchange is there.
    for (const path of AWAY) await page.unroute(path);
    await page.getByRole("heading", { name: "Leaderboard", level: 1 }).waitFor();
    await funds.waitFor();
    const kept = await page.evaluate(
      `localStorage.getItem("presage.wallet") ?? sessionStorage.getItem("presage.wallet")`,
    );
    assert.equal(kept, null, "nothing stays stored");
    await page.reload();
    await page.getByRole("banner").getByRole("button", { name: "Create a wallet" }).waitFor();
    await close();
  });

  it("offers a newer page after the exchange was updated, but not after a restart alone", async () => {
    const { page, close } = await openPage(browser, exchange.addresses.web);
    await page.goto(exchange.addresses.web);
    await makeWallet(page);
    await forgetWallet(page);
    const reconnect = async (): Promise<void> => {
      const looked = page.waitForResponse((answer) => answer.url().endsWith("/"));
      await exchange.restart();
      await looked;
      await page.getByText("Reconnecting: the page may show old data").waitFor({ state: "detached" });
    };
    const notice = page.getByText("The exchange was updated");
    await reconnect();
    assert.equal(await notice.count(), 0);
    await page.route(`${exchange.addresses.web}/`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace(/index-[^.]+/, "index-newer"),
      });
    });
    await reconnect();
    await notice.waitFor();
    await assertAccessible(page, "a newer page is there");
    await page.unroute(`${exchange.addresses.web}/`);
    await page.getByRole("button", { name: "Reload the page" }).click();
    await notice.waitFor({ state: "detached" });
    await page.getByRole("banner").getByText("$10,000.00").waitFor();
    await close();
  });

  it("marks stale figures while the exchange is down, and updates them once it is back", async () => {
    const market = await makeMarket(exchange, "Does the ferry wait for the train?");
    const trader = await newTrader(exchange);
    const bid = { tokenId: market.tokens[0], side: "BUY" } as const;
    await place(exchange, trader, { ...bid, cents: 37, shares: 30 });
    const { page, close } = await openPage(browser, exchange.addresses.web);
    await showEvent(page, exchange, market);
    await page.getByRole("row", { name: "Use the price 37¢" }).waitFor();
    const restarted = exchange.restart();
    await page.getByText("Reconnecting: the page may show old data").waitFor();
    await page.getByText("Out of date: waiting for the exchange").waitFor();
    await restarted;
    await page.getByText("Reconnecting: the page may show old data").waitFor({ state: "detached" });
    await page.getByText("Out of date: waiting for the exchange").waitFor({ state: "detached" });
    await place(exchange, trader, { ...bid, cents: 36, shares: 7 });
    await page.getByRole("row", { name: "Use the price 36¢" }).getByText("7", { exact: true }).waitFor();
    // Nothing tells of a network that is gone but the browser.
    await page.context().setOffline(true);
    await page.getByText("Reconnecting: the page may show old data").waitFor();
    await page.context().setOffline(false);
    await page.getByText("Reconnecting: the page may show old data").waitFor({ state: "detached" });
    await close();
  });

  it("focuses the search on a slash, but types it into a field", async () => {
    const { page, close } = await openPage(browser, exchange.addresses.web);
    await page.goto(exchange.addresses.web);
    await page.getByRole("heading", { name: "Markets", level: 1 }).waitFor();
    await page.keyboard.press("/");
    const search = page.getByRole("combobox", { name: "Search markets" });
    assert.equal(await page.evaluate("document.activeElement.role"), "combobox");
    assert.equal(await search.inputValue(), "");
    await page.keyboard.type("a/b");
    assert.equal(await search.inputValue(), "a/b");
    await close();
  });
});
