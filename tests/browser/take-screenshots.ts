/**
 * `npm run screenshots` takes screenshots of every view, on a desktop and a phone, light and dark, into
 * docs/screenshots. They show a new sandbox with its past, in which residents trade.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { openBrowser } from "./open-browser.ts";
import { demoMarkets, startRunningExchange } from "./running-exchange.ts";
import type { DemoMarket, RunningExchange } from "./running-exchange.ts";
import { makeWallet, showEvent } from "./visitor.ts";
import { DESKTOP, openPage, PHONE } from "./watched-page.ts";

const FOLDER = join(import.meta.dirname, "../../docs/screenshots");
/** An event with several outcomes. */
const EVENT = "port-calder-this-month";
/** Time in milliseconds for a view to show its last answer. */
const SETTLE_MS = 1_500;

/** The wallet with the greatest profit. */
async function firstOfRanking({ addresses }: RunningExchange): Promise<string> {
  const answer = await fetch(`${addresses.spec.data}/profit-ranking?limit=1`);
  const { ranking }: { readonly ranking: readonly { readonly proxyWallet: string }[] } = JSON.parse(
    await answer.text(),
  );
  return ranking[0]!.proxyWallet;
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
const exchange = await startRunningExchange("--demo=full");
const browser = await openBrowser();
try {
  const market = (await demoMarkets(exchange)).find(({ eventSlug }) => eventSlug === EVENT);
  if (market === undefined) throw new Error("there is no market to show");
  const trader = await firstOfRanking(exchange);
  await takeAll(browser, exchange.addresses.web, viewsOf(exchange, market, trader));
} finally {
  await browser.close();
  await exchange.close();
}
