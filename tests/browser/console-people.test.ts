/** Tests the console's work on people: an account with its steps and notes, a market's holders, and cancelled orders. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { callAs } from "../torture/exchange-calls.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { makeMarket, newTrader, place } from "./running-exchange.ts";
import type { DemoMarket, SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { CONSOLE_DEVICES, assertAccessible, assertFits, openPage } from "./watched-page.ts";
import type { WatchedPage } from "./watched-page.ts";

describe("people in the console", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;
  let operator: WatchedPage;
  let market: DemoMarket;
  let wallet = "";

  before(async () => {
    ({ browser, exchange } = await shareExchange());
    market = await makeMarket(exchange, "Will the heron come back?");
    const trader = await newTrader(exchange);
    wallet = trader.address.toLowerCase();
    const body = { conditionId: market.conditionId, amount: "30" };
    const split = { method: "POST", path: "/positions/split", body } as const;
    assert.equal((await callAs(trader, exchange.addresses.spec.trading, split))?.status, 200);
    const [tokenId] = market.tokens;
    for (const cents of [20, 30]) await place(exchange, trader, { tokenId, side: "BUY", cents, shares: 10 });
    operator = await openPage(browser, exchange.addresses.admin);
    await signIn(operator.page);
  });

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${exchange.addresses.admin}/admin#/wallets`);
    await page.getByLabel("Operator's token").fill(exchange.token);
    await page.getByLabel("Remember the token in this tab").check();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Wallets" }).waitFor();
  }

  it("shows an account that was searched for, with what it has and does", async () => {
    const { page } = operator;
    await page.getByRole("search").getByLabel("Address").fill(wallet);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: "Show" }).first().click();
    await page.getByRole("heading", { name: "Details" }).waitFor();
    await page
      .getByRole("table", { name: "Positions" })
      .getByText("Will the heron come back?")
      .first()
      .waitFor();
    const orders = page.getByRole("table", { name: "Open orders" }).getByRole("row");
    await orders.nth(2).waitFor();
    assert.equal(await orders.count(), 3);
    await page.getByRole("table", { name: "Latest activity" }).getByText("Split").waitFor();
  });

  it("keeps a note with its author, and credits", async () => {
    const { page } = operator;
    await page.getByRole("button", { name: "Add a note" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Note").fill("Asked for a second account.");
    await dialog.getByRole("button", { name: "Add a note" }).click();
    await page.getByRole("table", { name: "Notes" }).getByText("Asked for a second account.").waitFor();
    await page.getByRole("button", { name: "Credit", exact: true }).click();
    await dialog.getByLabel("Amount").fill("12.50");
    await dialog.getByLabel("Reason").fill("a prize");
    await dialog.getByRole("button", { name: "Credit" }).click();
    await page.getByRole("status").getByText("Amount credited: $12.50.").waitFor();
    await page.getByRole("table", { name: "Latest activity" }).getByText("$12.50").waitFor();
  });

  for (const [device, options, colorScheme] of CONSOLE_DEVICES)
    it(`fits and is accessible: an account and a market, ${device}`, async () => {
      const shown = await openPage(browser, exchange.addresses.admin, { ...options, colorScheme });
      await signIn(shown.page);
      await shown.page.goto(`${exchange.addresses.admin}/admin#/wallets/${wallet}`);
      await shown.page.getByRole("table", { name: "Notes" }).waitFor();
      await assertAccessible(shown.page, "an account");
      await assertFits(shown.page, "an account");
      await shown.page.goto(`${exchange.addresses.admin}/admin#/markets/${market.conditionId}`);
      await shown.page.getByText("Open interest: $30.00.").waitFor();
      await shown.page.getByRole("button", { name: "Cancel orders" }).click();
      await shown.page.getByText("Open orders: 2. Wallets: 1. Markets: 1.").waitFor();
      await assertAccessible(shown.page, "a cancellation");
      await assertFits(shown.page, "a cancellation");
      assert.deepEqual(shown.complaints(), []);
      await shown.close();
    });

  it("credits a list once its lines are right", async () => {
    const { page } = operator;
    await page.goto(`${exchange.addresses.admin}/admin#/fundings`);
    await page.getByLabel("List").fill(`${wallet},5,a prize\nnobody,1`);
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByText("Wrong lines: 1.").waitFor();
    await assertAccessible(page, "a list with a wrong line");
    await page.reload();
    await page.getByLabel("List").waitFor();
    assert.equal(await page.getByLabel("List").inputValue(), `${wallet},5,a prize\nnobody,1`);
    await page.getByLabel("List").fill(`${wallet},5,a prize\n0x${"ab".repeat(20)},1`);
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByText("Accounts to credit: 2. Accounts to open: 1. Total: $6.00.").waitFor();
    await page.getByLabel("Reason").fill("start of the term");
    await page.getByRole("button", { name: "Credit all accounts" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Credit all accounts" }).click();
    await page.getByText("Accounts credited: 2. Accounts opened: 1. Total: $6.00.").waitFor();
    assert.deepEqual(operator.complaints(), []);
  });

  it("cancels the orders of a market after it was told how many of whom", async () => {
    const { page } = operator;
    await page.goto(`${exchange.addresses.admin}/admin#/markets/${market.conditionId}`);
    await page.getByRole("heading", { name: "Holders" }).waitFor();
    await page.getByRole("button", { name: "Cancel orders" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Outcome").selectOption({ label: "No" });
    await dialog.getByText("There are no open orders.").waitFor();
    await dialog.getByLabel("Outcome").selectOption({ label: "Both outcomes" });
    await dialog.getByText("Open orders: 2. Wallets: 1. Markets: 1.").waitFor();
    await dialog.getByLabel("Reason").fill("the rules were wrong");
    await dialog.getByRole("button", { name: "Cancel orders" }).click();
    await page.getByRole("status").getByText("Orders cancelled: 2. Wallets: 1.").waitFor();
    assert.deepEqual(operator.complaints(), []);
  });
});
