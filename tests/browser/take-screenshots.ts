/**
 * `npm run screenshots` takes screenshots of every view, on a desktop and a phone, light and dark, into
 * docs/screenshots. It trades on the demo catalog first, so that the views have content. A seed makes the trades
 * repeatable.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { createRandom } from "../support/random.ts";
import { openBrowser } from "./open-browser.ts";
import { demoMarkets, newTrader, place, startRunningExchange } from "./running-exchange.ts";
import type { DemoMarket, RunningExchange } from "./running-exchange.ts";
import { makeWallet, showEvent } from "./visitor.ts";
import { DESKTOP, openPage, PHONE } from "./watched-page.ts";

const FOLDER = join(import.meta.dirname, "../../docs/screenshots");
const SEED = 20_261_122;
const TRADES = 60;
const MARKETS = 8;
/** Time in milliseconds for a view to show its last answer. */
const SETTLE_MS = 1_500;

/** Places orders around a random walk of prices, and trades within them. */
async function tradeOn(exchange: RunningExchange, markets: readonly DemoMarket[]): Promise<string> {
  const random = createRandom(SEED);
  const [maker, taker] = await Promise.all([newTrader(exchange), newTrader(exchange)]);
  for (const { tokens } of markets.slice(0, MARKETS)) {
    let mid = random.between(20, 80);
    for (let no = 0; no < TRADES; no += 1) {
      mid = Math.min(90, Math.max(10, mid + random.between(-2, 2)));
      const size = random.between(5, 25);
      const [yes, no_] = tokens;
      await place(exchange, maker, { tokenId: yes, side: "BUY", cents: mid - 1 - (no % 5), shares: size });
      await place(exchange, maker, { tokenId: no_, side: "BUY", cents: 99 - mid - (no % 5), shares: size });
      if (no % 3 === 0)
        await place(exchange, taker, {
          tokenId: random.pick([yes, no_]),
          side: "BUY",
          cents: 92,
          shares: 4,
        });
    }
  }
  return taker.address;
}

type View = { readonly name: string; readonly show: (page: Page) => Promise<unknown> };

/** Views in the order in which one visitor opens them. The visitor has a wallet from the event on. */
const viewsOf = (exchange: RunningExchange, market: DemoMarket, trader: string): readonly View[] => {
  const { web, admin } = exchange.addresses;
  return [
    { name: "markets", show: (page) => page.goto(web) },
    {
      name: "event",
      show: async (page) => {
        await showEvent(page, exchange, market);
        await makeWallet(page);
        await page
          .getByRole("region", { name: /^Trade: / })
          .getByLabel("Amount", { exact: true })
          .fill("25");
      },
    },
    {
      name: "portfolio",
      show: async (page) => {
        await page
          .getByRole("region", { name: /^Trade: / })
          .getByRole("button", { name: "Buy Yes" })
          .click();
        await page.getByText(/^Bought .* on average/).waitFor();
        await page.goto(`${web}/portfolio`);
      },
    },
    { name: "leaderboard", show: (page) => page.goto(`${web}/leaderboard`) },
    { name: "profile", show: (page) => page.goto(`${web}/profile/${trader}`) },
    { name: "developers", show: (page) => page.goto(`${web}/developers`) },
    {
      name: "console",
      show: async (page) => {
        await page.goto(`${admin}/admin`);
        await page.getByLabel(/token/i).first().fill(exchange.token);
        await page.keyboard.press("Enter");
      },
    },
  ];
};

async function takeAll(browser: Browser, web: string, views: readonly View[]): Promise<void> {
  for (const [device, options] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, close } = await openPage(browser, web, { ...options, colorScheme });
      for (const { name, show } of views) {
        await show(page);
        await page.waitForTimeout(SETTLE_MS);
        const path = join(FOLDER, `${name}-${device}-${colorScheme}.jpg`);
        await page.screenshot({ path, type: "jpeg", quality: 72 });
        console.log(path);
      }
      await close();
    }
}

mkdirSync(FOLDER, { recursive: true });
const exchange = await startRunningExchange();
const browser = await openBrowser();
try {
  const markets = await demoMarkets(exchange);
  const [market] = markets;
  if (market === undefined) throw new Error("there is no market to show");
  const trader = await tradeOn(exchange, markets);
  await takeAll(browser, exchange.addresses.web, viewsOf(exchange, market, trader));
} finally {
  await browser.close();
  await exchange.close();
}
