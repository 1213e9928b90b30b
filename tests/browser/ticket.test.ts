/** Tests the order ticket: amounts, options, reasons why an order cannot succeed, and refusals. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { deepTest } from "../support/depth.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { askOperator, makeMarket, newTrader, place } from "./running-exchange.ts";
import type { DemoMarket, SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import {
  fillLimit,
  makeWallet,
  openOptions,
  sendButtonOf,
  showEvent,
  ticketOf,
  untilFilled,
} from "./visitor.ts";
import { PAGE_DEVICES, assertAccessible, assertFits, openPage } from "./watched-page.ts";

describe("the order ticket", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;
  let market: DemoMarket;

  before(async () => {
    ({ browser, exchange } = await shareExchange());
    market = await makeMarket(exchange, "Does the lighthouse open to visitors this year?");
    const maker = await newTrader(exchange);
    const [yes, no] = market.tokens;
    await place(exchange, maker, { tokenId: no, side: "BUY", cents: 45, shares: 2_000 });
    await place(exchange, maker, { tokenId: yes, side: "BUY", cents: 50, shares: 2_000 });
  });

  const amountOf = (page: Page): Locator => ticketOf(page).getByLabel("Amount", { exact: true });
  const button = sendButtonOf;
  /** Values of the order's cost and result. */
  const figures = (page: Page): Promise<string[]> =>
    ticketOf(page).getByLabel("Cost and result").locator("dd").allTextContents();

  /** Asserts that the button is off, and that its description says why. */
  async function assertOff(page: Page, name: string, why: RegExp): Promise<void> {
    await ticketOf(page).getByRole("status").getByText(why).waitFor();
    assert.equal(await button(page, name).getAttribute("aria-disabled"), "true");
    const reason = await button(page, name).getAttribute("aria-describedby");
    assert.match((await page.locator(`[id="${reason}"]`).textContent()) ?? "", why);
  }

  for (const [device, options, colorScheme] of PAGE_DEVICES)
    it(`says what an order brings and why it cannot be sent, on a ${device}, ${colorScheme}`, async () => {
      const watched = await openPage(browser, exchange.addresses.web, { ...options, colorScheme });
      const { page } = watched;
      await showEvent(page, exchange, market);
      await assertOff(page, "Buy Yes", /You need a wallet to trade/);
      await button(page, "Create a wallet").click();
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
      await makeWallet(page);
      await assertOff(page, "Buy Yes", /Enter an amount/);
      for (const chip of ["+$1", "+$20", "+$100"]) await button(page, chip).click();
      await untilFilled(amountOf(page), "121");
      // 121 dollars at 55 cents are 220 shares.
      await button(page, "Buy Yes · $121.00").waitFor();
      assert.deepEqual(await figures(page), [
        "$121.00",
        "220 shares 55¢ each",
        "+$99.00 (81.8%) pays $220.00",
      ]);
      await amountOf(page).fill("10000.5");
      await assertOff(
        page,
        "Buy Yes",
        /You have \$10,000\.00\. This order needs the full \$10,000\.50, even if only part of the order trades now\. You need \$0\.50 more/,
      );
      await assertAccessible(page, "the ticket with a reason");
      await assertFits(page, "the ticket with a reason");
      await button(page, "Get $1,000.00 of play money").click();
      await page.getByRole("banner").getByText("$11,000.00").waitFor();
      await button(page, "Max").click();
      await untilFilled(amountOf(page), "11000");
      await amountOf(page).fill("55");
      await button(page, "Buy Yes").click();
      await page.getByRole("status").getByText("Bought 100 shares at 55¢ on average, for $55.00.").waitFor();
      await untilFilled(amountOf(page), "");
      await button(page, "Sell").click();
      await button(page, "25%").click();
      await untilFilled(amountOf(page), "25");
      await button(page, "Sell Yes · $12.50").waitFor();
      assert.deepEqual(await figures(page), ["25 shares 50¢ each", "$12.50"]);
      await amountOf(page).fill("101");
      await assertOff(page, "Sell Yes", /You have 100 shares to sell\. This order needs 101/);
      await button(page, "Max").click();
      await button(page, "Sell Yes").click();
      await page.getByRole("status").getByText("Sold 100 shares at 50¢ on average, for $50.00.").waitFor();
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });

  deepTest("remembers that its options are open, and explains wrong terms", async () => {
    const watched = await openPage(browser, exchange.addresses.web);
    const { page } = watched;
    await showEvent(page, exchange, market);
    await makeWallet(page);
    assert.equal(await ticketOf(page).getByLabel("Worst price").isVisible(), false);
    await openOptions(page);
    await page.reload();
    await ticketOf(page).getByLabel("Worst price").waitFor();
    const faults = [
      ["0.5", "37", /at least 1 share|at least 5 shares/],
      ["10", "37.5", /The price must be a multiple of 1¢/],
      ["90000", "50", /You have \$10,000\.00\. This order needs \$45,000\.00/],
    ] as const;
    for (const [shares, cents, why] of faults) {
      await fillLimit(page, shares, cents);
      await assertOff(page, "Buy Yes", why);
    }
    await fillLimit(page, "10", "60");
    await ticketOf(page).getByLabel("Post-only").check();
    await assertOff(page, "Buy Yes", /would trade at once/);
    // A click on a price of the book makes a limit order of it, whose price is not among the options.
    await ticketOf(page).getByText("Options").click();
    await page.getByRole("button", { name: "Use the price 50¢" }).click();
    await untilFilled(ticketOf(page).getByLabel("Limit price, in cents"), "50");
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  it("speaks of money in a refusal, and shows its code", async () => {
    const watched = await openPage(browser, exchange.addresses.web);
    const { page } = watched;
    await showEvent(page, exchange, market);
    await makeWallet(page);
    // This tab does not hear of what another tab of the same wallet spends.
    await page.route("**/balances*", (route) => route.abort());
    const other = await page.context().newPage();
    await showEvent(other, exchange, market);
    await fillLimit(other, "9990", "10");
    await button(other, "Buy Yes").click();
    await fillLimit(other, "46000", "20");
    await assertOff(other, "Buy Yes", /You have \$9,001\.00/);
    await amountOf(page).fill("9500");
    await button(page, "Buy Yes").click();
    const refused = page.getByRole("alert").filter({ hasText: "The order was refused." });
    await refused.getByText("The order needs more than you have available.").waitFor();
    await refused.getByText("insufficient_balance", { exact: true }).waitFor();
    await page.unroute("**/balances*");
    await fillLimit(other, "10", "10");
    await button(other, "Buy Yes").click();
    await refused.getByText("You have $9,000.00. This order needs $9,500.00.").waitFor();
    watched.complaints();
    await watched.close();
  });

  it("says how much of an order trades within the worst price before it is sent, and offers any price", async () => {
    const watched = await openPage(browser, exchange.addresses.web);
    const { page } = watched;
    const thin = await makeMarket(exchange, "Does the cable car run in the storm?");
    const maker = await newTrader(exchange);
    // Yes costs 40 cents for 20 shares, and 70 cents for 100 more.
    await place(exchange, maker, { tokenId: thin.tokens[1], side: "BUY", cents: 60, shares: 20 });
    await place(exchange, maker, { tokenId: thin.tokens[1], side: "BUY", cents: 30, shares: 100 });
    await showEvent(page, exchange, thin);
    await makeWallet(page);
    await amountOf(page).fill("50");
    await ticketOf(page)
      .getByText("Only $8.00 of your $50.00 can trade now at 45¢ or less. You keep the rest.")
      .waitFor();
    await button(page, "Buy Yes · $8.00").waitFor();
    await button(page, "Accept any price").click();
    await button(page, "Buy Yes · $50.00").click();
    await page.getByRole("status").getByText("Bought 80 shares at 62.5¢ on average, for $50.00.").waitFor();
    await amountOf(page).fill("100");
    await ticketOf(page)
      .getByText("Only $28.00 of your $100.00 can trade now, at any price. You keep the rest.")
      .waitFor();
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  it("says that nobody sells, and that a paused market takes no orders, without being loaded again", async () => {
    const watched = await openPage(browser, exchange.addresses.web);
    const { page } = watched;
    const empty = await makeMarket(exchange, "Does the tide mill grind again?");
    await showEvent(page, exchange, empty);
    await makeWallet(page);
    await amountOf(page).fill("5");
    await assertOff(page, "Buy Yes", /Nobody is selling now/);
    const pause = { reason: "a question about the rules" };
    await askOperator(exchange, `/markets/${empty.conditionId}/pause`, pause);
    await assertOff(page, "Buy Yes", /Trading on this market is paused/);
    await askOperator(exchange, `/markets/${empty.conditionId}/resume`, pause);
    await assertOff(page, "Buy Yes", /Nobody is selling now/);
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });
});
