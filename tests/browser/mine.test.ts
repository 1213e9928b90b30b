/** Tests the trader's own part of an event: positions, open orders, marks in the book, results and payments. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser } from "playwright-core";
import { deepTest } from "../support/depth.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { askOperator, makeMarket, newTrader, place } from "./running-exchange.ts";
import type { DemoMarket, SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { buyNow, fillLimit, makeWallet, showEvent, ticketOf, untilFilled } from "./visitor.ts";
import { assertAccessible, assertFits, PAGE_DEVICES, openPage, PHONE } from "./watched-page.ts";

describe("the trader's part of an event", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;

  before(async () => ({ browser, exchange } = await shareExchange()));

  /** Makes a market with offers of Yes at 55 cents and bids at 50. */
  async function makeTradedMarket(question: string): Promise<DemoMarket> {
    const market = await makeMarket(exchange, question);
    const maker = await newTrader(exchange);
    const [yes, no] = market.tokens;
    await place(exchange, maker, { tokenId: no, side: "BUY", cents: 45, shares: 500 });
    await place(exchange, maker, { tokenId: yes, side: "BUY", cents: 50, shares: 500 });
    return market;
  }

  for (const [device, options, colorScheme] of PAGE_DEVICES)
    it(`shows position and orders, sells and cancels them, on a ${device}, ${colorScheme}`, async () => {
      const market = await makeTradedMarket(`Is the ${device} bridge open by June?`);
      const watched = await openPage(browser, exchange.addresses.web, { ...options, colorScheme });
      const { page } = watched;
      const mine = page.getByRole("region", { name: "Your positions and orders" });
      await showEvent(page, exchange, market);
      await makeWallet(page);
      await buyNow(page, "55", "Yes");
      // 100 shares that cost 55 dollars are worth 52.50 between 50 and 55 cents.
      await mine.getByText("100 shares · average 55¢ · now 52.5¢").waitFor();
      await mine.getByText("$52.50", { exact: true }).waitFor();
      await mine.getByText("−$2.50 (−4.5%)").waitFor();
      await fillLimit(page, "30", "47");
      await ticketOf(page).getByRole("button", { name: "Buy Yes" }).click();
      await mine.getByText("Buy 30 Yes at 47¢").waitFor();
      await ticketOf(page).getByRole("button", { name: /^No/ }).click();
      await fillLimit(page, "20", "40");
      await ticketOf(page).getByRole("button", { name: "Buy No" }).click();
      await mine.getByText("Buy 20 No at 40¢").waitFor();
      // The book of No: its own bid at 40, and the bid for Yes at 47 as an offer at 53.
      await page.getByRole("row", { name: /40¢/ }).getByText("Your orders: 20 shares").waitFor();
      await page.getByRole("row", { name: /53¢/ }).getByText("Your orders: 30 shares").waitFor();
      await assertAccessible(page, `position and orders, ${device}`);
      await assertFits(page, `position and orders, ${device}`);
      await mine.getByRole("button", { name: "Cancel: Buy 30 Yes at 47¢" }).click();
      await page.getByRole("status").getByText("Cancelled: Buy 30 Yes at 47¢.").waitFor();
      await mine.getByText("Buy 30 Yes at 47¢").waitFor({ state: "detached" });
      await mine.getByRole("button", { name: "Cancel: Buy 20 No at 40¢" }).click();
      await mine.getByText("Buy 20 No at 40¢").waitFor({ state: "detached" });
      await mine.getByRole("button", { name: "Sell Yes" }).click();
      await untilFilled(ticketOf(page).getByLabel("Amount", { exact: true }), "100");
      await ticketOf(page).getByRole("button", { name: "Sell Yes" }).click();
      await page.getByRole("status").getByText("Sold 100 shares at 50¢ on average, for $50.00.").waitFor();
      await mine.waitFor({ state: "detached" });
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });

  it("reads a grouped amount of sets, and counts no worth where a market has no price", async () => {
    const market = await makeMarket(exchange, "Is the tunnel lit by May?");
    const watched = await openPage(browser, exchange.addresses.web, PHONE);
    const { page } = watched;
    await showEvent(page, exchange, market);
    await makeWallet(page);
    const sets = ticketOf(page).locator("details").filter({ hasText: "Complete sets" });
    await sets.getByText("Complete sets").click();
    await sets.getByLabel("Sets").fill("10,5");
    await sets.getByRole("button", { name: "Split" }).click();
    await sets.getByText("“10,5” is not an amount. Enter an amount such as 1,250.50.").waitFor();
    await sets.getByLabel("Sets").fill("1,000");
    await sets.getByRole("button", { name: "Split" }).click();
    await sets.getByText("You split $1,000.00 into 1,000 shares of each outcome.").waitFor();
    for (const [amount, kind, why] of [
      ["1,000.01", "Merge", "You have only 1,000 shares of each outcome to merge."],
      ["9,000.01", "Split", "Your money is enough for at most 9,000 sets."],
    ] as const) {
      await sets.getByLabel("Sets").fill(amount);
      await sets.getByRole("button", { name: kind }).click();
      await sets.getByText(why).waitFor();
      assert.equal(
        await sets.getByText(/^You (?:split|merged) /).count(),
        0,
        "the result of an earlier try is gone",
      );
    }
    const mine = page.getByRole("region", { name: "Your positions and orders" });
    await mine.getByText("1,000 shares · average 50¢ · now –").first().waitFor();
    await page.goto(`${exchange.addresses.web}/portfolio`);
    await page.getByText("1,000 shares · average 50¢ · now –").nth(1).waitFor();
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  deepTest("says what a resolved market paid, and claims all that is due", async () => {
    const markets = [];
    for (const name of ["mill", "weir", "lock"])
      markets.push(await makeTradedMarket(`Does the ${name} turn?`));
    const watched = await openPage(browser, exchange.addresses.web, PHONE);
    const { page } = watched;
    for (const [index, market] of markets.entries()) {
      await showEvent(page, exchange, market);
      if (index === 0) await makeWallet(page);
      await buyNow(page, "11", index === 2 ? "No" : "Yes");
    }
    for (const { conditionId } of markets)
      await askOperator(exchange, `/markets/${conditionId}/resolve`, { payout: [1, 0], reason: "it turns" });
    const [mill, , lock] = markets;
    const result = page.getByRole("region", { name: "Result" });
    await showEvent(page, exchange, lock!);
    await result.getByText("Yes", { exact: true }).waitFor();
    await result.getByText("Your shares pay nothing.").waitFor();
    await result.getByText("You lost $11.00.").waitFor();
    await showEvent(page, exchange, mill!);
    await result.getByText("Your shares pay $20.00.").waitFor();
    await assertAccessible(page, "a result");
    await assertFits(page, "a result");
    await result.getByRole("button", { name: "Claim $20.00" }).click();
    await result.getByText("You received $20.00.").waitFor();
    await result.getByText("You made a profit of $9.00.").waitFor();
    await result.getByRole("button", { name: "Claim from all events: $20.00" }).waitFor();
    await page.goto(`${exchange.addresses.web}/portfolio`);
    await assertFits(page, "positions to claim");
    const lost = page.getByRole("region", { name: lock!.question }).getByRole("listitem");
    await lost.getByText("Lost", { exact: true }).waitFor();
    await lost.getByRole("button", { name: /^Clear/ }).waitFor();
    await page.getByRole("button", { name: "Claim all: $20.00" }).click();
    await page.getByRole("status").getByText("You received $20.00.").waitFor();
    await page.getByText("You have no open positions.").waitFor();
    // 33 dollars were spent, and two markets of 20 dollars won.
    await page.getByRole("banner").getByText("$10,007.00").waitFor();
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });
});
