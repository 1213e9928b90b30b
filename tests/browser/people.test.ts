/** Tests how the page shows people in a browser: their marks, the leaderboard and profiles. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, Locator } from "playwright-core";
import type { Trader } from "../../bench/support/order-requests.ts";
import { NO_BROWSER, openBrowser } from "./open-browser.ts";
import { makeMarket, newTrader, place, startRunningExchange } from "./running-exchange.ts";
import type { DemoMarket, RunningExchange } from "./running-exchange.ts";
import { makeWallet } from "./visitor.ts";
import { assertAccessible, assertFits, DESKTOP, openPage, PHONE } from "./watched-page.ts";

const DEVICES = [
  ["phone", PHONE, "dark"],
  ["desktop", DESKTOP, "light"],
] as const;

describe("people", { skip: NO_BROWSER }, () => {
  let exchange: RunningExchange;
  let browser: Browser;
  let market: DemoMarket;
  let ann: Trader;
  let ben: Trader;

  before(async () => {
    exchange = await startRunningExchange();
    browser = await openBrowser();
    market = await makeMarket(exchange, "Does the ferry sail on Monday?");
    [ann, ben] = await Promise.all([newTrader(exchange), newTrader(exchange)]);
    await place(exchange, ann, { tokenId: market.tokens[0], side: "BUY", cents: 60, shares: 10 });
    await place(exchange, ben, { tokenId: market.tokens[1], side: "BUY", cents: 40, shares: 10 });
  });
  after(async () => {
    await browser?.close();
    await exchange?.close();
  });

  /** Picture of a wallet's mark within something. */
  const markIn = (inside: Locator): Promise<string> => inside.locator("svg.avatar").first().innerHTML();

  for (const [device, options, colorScheme] of DEVICES)
    it(`shows the same mark of a wallet wherever it is shown, ${device}`, async () => {
      const { web } = exchange.addresses;
      const watched = await openPage(browser, web, { ...options, colorScheme });
      const { page } = watched;
      const event = `${web}/event/${market.eventSlug}?market=${market.slug}`;
      const linkTo = ({ address }: Trader) =>
        page.locator(`main a[href="/profile/${address.toLowerCase()}"]`).first();
      await page.goto(`${web}/profile/${ann.address}`);
      const annMark = await markIn(page.locator("main"));
      await page.goto(`${web}/leaderboard`);
      assert.equal(await markIn(linkTo(ann)), annMark);
      assert.notEqual(await markIn(linkTo(ben)), annMark);
      await page.goto(`${event}&tab=holders`);
      assert.equal(await markIn(linkTo(ann)), annMark);
      await assertAccessible(page, `holders, ${device}`);
      await assertFits(page, `holders, ${device}`);
      await page.goto(`${event}&tab=trades`);
      const takers = await markIn(linkTo(ben));
      assert.notEqual(takers, annMark);
      await page.goto(web);
      assert.equal(await markIn(page.getByRole("region", { name: "Live trades" })), takers);
      await makeWallet(page);
      await page.goto(`${web}/portfolio`);
      const own = await markIn(page.getByRole("banner"));
      await page.getByRole("banner").getByRole("button", { name: "Wallet" }).click();
      assert.equal(await markIn(page.getByRole("dialog")), own);
      await assertAccessible(page, `the wallet, ${device}`);
      await assertFits(page, `the wallet, ${device}`);
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });
});
