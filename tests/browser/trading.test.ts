/** Tests trading by a first-time visitor, in a real browser against the real program. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser } from "playwright-core";
import { giveWallet, WALLET_NAME } from "./announced-wallet.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { askOperator, makeMarket, newTrader, place } from "./running-exchange.ts";
import type { DemoMarket, SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { fillLimit, makeWallet, openOptions, showEvent, ticketOf } from "./visitor.ts";
import { openPage, PHONE } from "./watched-page.ts";
import type { WatchedPage } from "./watched-page.ts";

describe("trading on the page", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;
  let markets: readonly DemoMarket[];
  let ann: WatchedPage;

  before(async () => {
    ({ browser, exchange } = await shareExchange());
    markets = [
      await makeMarket(exchange, "Does the match end before midnight?", { autoRedeem: true }),
      await makeMarket(exchange, "Does the regatta start on time?"),
    ];
    ann = await openPage(browser, exchange.addresses.web);
  });

  const ticket = ticketOf;
  /** The positions of an event in the portfolio. */
  const positionsIn = (market: DemoMarket) =>
    ann.page.getByRole("region", { name: market.question, exact: true });

  it("leads from a first visit to a first fill", async () => {
    const { page } = ann;
    const [market] = markets;
    const maker = await newTrader(exchange);
    // A bid for No at 45 offers Yes at 55, since both together pay for a complete set.
    await place(exchange, maker, { tokenId: market!.tokens[1], side: "BUY", cents: 45, shares: 40 });
    await showEvent(page, exchange, market!);
    await makeWallet(page);
    await ticket(page).getByLabel("Amount", { exact: true }).fill("11");
    await ticket(page).getByLabel("Cost and result").getByText("pays $20.00", { exact: true }).waitFor();
    await openOptions(page);
    await ticket(page).getByLabel("Details").getByText("55¢", { exact: true }).waitFor();
    await ticket(page).getByRole("button", { name: "Buy Yes" }).click();
    await page.getByText("Bought 20 shares at 55¢ on average, for $11.00.").waitFor();
    await page.getByRole("link", { name: "Portfolio" }).first().click();
    await positionsIn(market!).getByText("20 shares · average 55¢").waitFor();
    assert.deepEqual(ann.complaints(), []);
  });

  for (const version of ["v1", "v2"] as const)
    it(`shows an order in the book of a ${version} market, and its fill by another wallet without a reload`, async () => {
      const { page } = ann;
      const market = await makeMarket(exchange, `Is the ferry of ${version} full on Sunday?`, { version });
      await showEvent(page, exchange, market);
      await fillLimit(page, "30", "37");
      await ticket(page).getByRole("button", { name: "Buy Yes" }).click();
      await page.getByText("Placed in the book: 30 shares at 37¢.").waitFor();
      await page.getByRole("button", { name: "Use the price 37¢" }).waitFor();

      const ben = await openPage(browser, exchange.addresses.web, PHONE);
      await showEvent(ben.page, exchange, market);
      await makeWallet(ben.page);
      await ticket(ben.page).getByRole("button", { name: /^No/ }).click();
      await ticket(ben.page).getByLabel("Amount", { exact: true }).fill("6.3");
      await ticket(ben.page).getByRole("button", { name: "Buy No" }).click();
      await ben.page.getByText("Bought 10 shares at 63¢ on average, for $6.30.").waitFor();
      assert.deepEqual(ben.complaints(), []);
      await ben.close();

      // The page updates without a reload: 20 of 30 shares remain, and the trade is listed.
      const level = page.getByRole("row", { name: "Use the price 37¢" });
      await level.getByText("20", { exact: true }).waitFor();
      await page.getByRole("tab", { name: "Trades" }).click();
      await page.getByRole("row", { name: "Bought No" }).first().waitFor();
      assert.deepEqual(ann.complaints(), []);
    });

  it("updates cards and positions live", async () => {
    const { page } = ann;
    const market = await makeMarket(exchange, "Does the ferry run on New Year's Day?");
    const [yes, no] = market.tokens;
    const maker = await newTrader(exchange);
    await place(exchange, maker, { tokenId: yes, side: "BUY", cents: 40, shares: 50 });
    await place(exchange, maker, { tokenId: no, side: "BUY", cents: 50, shares: 50 });
    const home = await openPage(browser, exchange.addresses.web);
    await home.page.goto(`${exchange.addresses.web}/?sort=newest`);
    const card = home.page.getByRole("article").filter({ hasText: market.question });
    await card.getByText("45%").waitFor();
    await showEvent(page, exchange, market);
    await ticket(page).getByLabel("Amount", { exact: true }).fill("10");
    await ticket(page).getByRole("button", { name: "Buy Yes" }).click();
    await page.getByText("Bought 20 shares at 50¢ on average, for $10.00.").waitFor();
    await card.getByText("$10 vol.").waitFor();
    await page.getByRole("link", { name: "Portfolio" }).first().click();
    const position = positionsIn(market).getByRole("listitem");
    await position.getByText("$9.00", { exact: true }).waitFor();
    await place(exchange, maker, { tokenId: yes, side: "BUY", cents: 44, shares: 50 });
    await card.getByText("47%").waitFor();
    await position.getByText("$9.40", { exact: true }).waitFor();
    // A resolved event leaves the list of open ones; its card stays in place and tells the result.
    const resolve = { payout: [1, 0], reason: "it runs" };
    await askOperator(exchange, `/markets/${market.conditionId}/resolve`, resolve);
    await card.getByText("Result: Yes").waitFor();
    assert.deepEqual([...ann.complaints(), ...home.complaints()], []);
    await home.close();
  });

  it("trades with a browser wallet", async () => {
    const market = markets[1]!;
    const visitor = await openPage(browser, exchange.addresses.web);
    const { page } = visitor;
    await giveWallet(page);
    await showEvent(page, exchange, market);
    await page.getByRole("banner").getByRole("button", { name: "Create a wallet" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: `Connect ${WALLET_NAME}` }).click();
    await dialog.getByText("$10,000.00").first().waitFor();
    await dialog.getByRole("button", { name: /of play money$/ }).click();
    await dialog.getByText("$11,000.00").first().waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await fillLimit(page, "10", "21");
    await ticket(page).getByRole("button", { name: "Buy Yes" }).click();
    await page.getByText("Placed in the book: 10 shares at 21¢.").waitFor();
    assert.deepEqual(visitor.complaints(), []);
    await visitor.close();
  });

  it("pays out the shares of a resolved market", async () => {
    const { page } = ann;
    const [market] = markets;
    const resolve = { payout: [1, 0], reason: "the final whistle" };
    await askOperator(exchange, `/markets/${market!.conditionId}/resolve`, resolve);
    await showEvent(page, exchange, market!);
    await page.getByText("This market is resolved.").waitFor();
    await page.goto(`${exchange.addresses.web}/portfolio`);
    // The sandbox redeems shares automatically: those that cost 11 paid 20.
    await page.getByRole("tab", { name: "History" }).click();
    const redemption = page.getByRole("row", { name: /Redemption/ });
    await redemption.getByText("$20.00").waitFor();
    await redemption.getByText("Yes", { exact: true }).waitFor();
    assert.deepEqual(ann.complaints(), []);
  });

  it("lets the owner redeem shares", async () => {
    const { page } = ann;
    const market = await makeMarket(exchange, "Does the harbour bath open before June?");
    const maker = await newTrader(exchange);
    await place(exchange, maker, { tokenId: market.tokens[1], side: "BUY", cents: 60, shares: 30 });
    await showEvent(page, exchange, market);
    await ticket(page).getByLabel("Amount", { exact: true }).fill("12");
    await ticket(page).getByRole("button", { name: "Buy Yes" }).click();
    await page.getByText("Bought 30 shares at 40¢ on average, for $12.00.").waitFor();
    const resolve = { payout: [1, 0], reason: "it opened in May" };
    await askOperator(exchange, `/markets/${market.conditionId}/resolve`, resolve);
    await page.getByText("This market is resolved.").waitFor();
    await page.getByRole("link", { name: "Portfolio" }).first().click();
    await page.getByRole("button", { name: "Claim $30.00" }).click();
    await page.getByRole("status").getByText("You received $30.00.").waitFor();
    assert.deepEqual(ann.complaints(), []);
  });
});
