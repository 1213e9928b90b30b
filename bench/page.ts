/**
 * The web page in a headless browser: time from a cold start to a page that answers a click, and what the home page costs
 * over a slow network. Then, how long the page's thread is blocked while books on it change fifty times a second. The floor
 * of the start is an empty page of the same server.
 */
import type { Page } from "playwright-core";
import { loadSlowly } from "../tests/browser/load-slowly.ts";
import { openBrowser } from "../tests/browser/open-browser.ts";
import { demoMarkets, newTrader, startRunningExchange } from "../tests/browser/running-exchange.ts";
import type { DemoMarket, RunningExchange } from "../tests/browser/running-exchange.ts";
import { buildMissingPage } from "./support/build-page.ts";
import { median } from "./support/measure.ts";
import { runLoad } from "./support/order-client.ts";
import { orderBody, orderRequest } from "./support/order-requests.ts";
import { sized } from "./support/sized.ts";
import { printTable } from "./support/table.ts";
import { vitalsOf } from "./support/vitals-of-views.ts";
import type { MeasuredView } from "./support/vitals-of-views.ts";

const STARTS = sized(7);
const CHANGES_PER_SECOND = 50;
const SECONDS = sized(10);
/** Time for the page to load everything. */
const SETTLE_MS = sized(3_000, 200);

/** Script that records tasks of more than 50 ms, as the browser reports them. */
const RECORD_LONG_TASKS = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ type: "longtask", buffered: true });`;

const longTasks = (page: Page): Promise<number[]> => page.evaluate("window.longTasks.splice(0)");

/** Measures milliseconds from the request to a card that leads to its event when clicked. */
async function coldStart(web: string): Promise<{ readonly page: number; readonly empty: number }> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    const before = performance.now();
    await page.goto(`${web}/favicon.svg`);
    const empty = performance.now() - before;
    const began = performance.now();
    await page.goto(web);
    await page.locator('main a[href^="/event/"]').first().click();
    await page.waitForURL("**/event/**");
    return { page: performance.now() - began, empty };
  } finally {
    await browser.close();
  }
}

async function measureStarts(web: string): Promise<void> {
  const starts = [];
  for (let no = 0; no < STARTS; no += 1) starts.push(await coldStart(web));
  const [pages, empties] = [starts.map(({ page }) => page), starts.map(({ empty }) => empty)];
  console.log("## from a cold browser to an event that was clicked");
  printTable(
    ["", "median ms (2,000)", "slowest ms"],
    [
      ["the page", median(pages).toFixed(0), Math.max(...pages).toFixed(0)],
      ["one file of the server", median(empties).toFixed(0), Math.max(...empties).toFixed(0)],
    ],
  );
}

async function measureSlowLoad(web: string): Promise<void> {
  const browser = await openBrowser();
  try {
    const { bytes, firstCardsMs, largestPaintMs, layoutShift } = await loadSlowly(browser, web);
    console.log("## the home page over 1.6 Mbit/s with 150 ms to an answer");
    printTable(
      ["bytes on the wire (170,000)", "first cards ms (3,000)", "largest paint ms", "layout shift"],
      [[bytes, firstCardsMs.toFixed(0), largestPaintMs.toFixed(0), layoutShift.toFixed(3)]],
    );
  } finally {
    await browser.close();
  }
}

/** Lists views with inputs that a first visitor makes in them. */
function firstVisit(
  { addresses: { web } }: RunningExchange,
  { eventSlug, slug }: DemoMarket,
): MeasuredView[] {
  const tab = (name: string) => (page: Page) => page.getByRole("tab", { name, exact: true }).first().tap();
  const button = (name: string) => (page: Page) =>
    page.getByRole("button", { name, exact: true }).first().tap();
  return [
    {
      title: "home",
      address: web,
      inputs: [
        button("Create a wallet"),
        (page) => page.keyboard.press("Escape"),
        (page) => page.getByRole("combobox", { name: "Search markets" }).pressSequentially("will"),
      ],
    },
    {
      title: "event",
      address: `${web}/event/${eventSlug}?market=${slug}&tab=book`,
      inputs: [button("1W"), button("All"), tab("Depth"), tab("Trades"), tab("Holders")],
    },
    { title: "leaderboard", address: `${web}/leaderboard`, inputs: [] },
  ];
}

async function measureVitals(exchange: RunningExchange): Promise<void> {
  const [market] = await demoMarkets(exchange);
  if (market === undefined) throw new Error("there is no market to look at");
  const browser = await openBrowser();
  try {
    const rows = [];
    for (const view of firstVisit(exchange, market)) {
      const { largestPaintMs, layoutShift, inputToPaintMs } = await vitalsOf(browser, view);
      rows.push([view.title, largestPaintMs.toFixed(0), layoutShift.toFixed(3), inputToPaintMs.toFixed(0)]);
    }
    console.log("## on a phone, four times slower, over 1.6 Mbit/s with 150 ms to an answer");
    printTable(["", "LCP ms (1,800)", "CLS (0.1)", "INP ms (200)"], rows);
  } finally {
    await browser.close();
  }
}

/** Places bids of a cent to nine cents in these markets by turns, from a wallet of its own. */
async function changeBooks(exchange: RunningExchange, tokenIds: readonly string[]): Promise<void> {
  const trader = await newTrader(exchange);
  const requests = Array.from({ length: CHANGES_PER_SECOND * SECONDS }, (_, index) => {
    const tokenId = tokenIds[index % tokenIds.length] ?? "";
    const cents = 1 + (Math.floor(index / tokenIds.length) % 9);
    return orderRequest(trader, orderBody(trader, { tokenId, side: "BUY", cents, shares: 5 }));
  });
  const port = Number(new URL(exchange.addresses.spec.trading).port);
  const { statuses } = await runLoad({ port, requests, connections: 4, rate: CHANGES_PER_SECOND });
  if (statuses.get(200) !== requests.length) throw new Error("not all orders were taken");
}

type ChangingPage = {
  readonly title: string;
  readonly address: string;
  /** Tokens whose books change. */
  readonly tokenIds: readonly string[];
};

async function measureChanges(
  exchange: RunningExchange,
  { title, address, tokenIds }: ChangingPage,
): Promise<void> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(RECORD_LONG_TASKS);
    await page.goto(address);
    await page.locator("main :is(h1, article)").first().waitFor();
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const atStart = await longTasks(page);
    await changeBooks(exchange, tokenIds);
    const meanwhile = await longTasks(page);
    console.log(`## ${title} changes ${CHANGES_PER_SECOND} times a second`);
    printTable(
      ["", "tasks above 50 ms", "longest ms (50)"],
      [
        ["loading the page", atStart.length, Math.max(0, ...atStart).toFixed(0)],
        [`${SECONDS} s of changes`, meanwhile.length, Math.max(0, ...meanwhile).toFixed(0)],
      ],
    );
  } finally {
    await browser.close();
  }
}

/** Lists the first tokens of the markets on the first cards of a list. */
async function tokensOnCards({ addresses }: RunningExchange, query: string): Promise<readonly string[]> {
  const answer = await fetch(`${addresses.spec.catalog}/cards?${query}`);
  const {
    cards,
  }: { readonly cards: readonly { readonly markets: readonly { readonly tokenId: string }[] }[] } =
    JSON.parse(await answer.text());
  return cards.flatMap(({ markets }) => markets.map(({ tokenId }) => tokenId));
}

async function measureBooks(exchange: RunningExchange): Promise<void> {
  const { web } = exchange.addresses;
  const markets = await demoMarkets(exchange);
  const [market] = markets;
  if (market === undefined) throw new Error("there is no market to look at");
  await measureChanges(exchange, {
    title: "an event's page while its book",
    address: `${web}/event/${market.eventSlug}`,
    tokenIds: [market.tokens[0]],
  });
  const onCards = await tokensOnCards(exchange, "order=createdAt&active=true&closed=false&limit=12");
  const plain = new Set(markets.map(({ tokens: [first] }) => first));
  await measureChanges(exchange, {
    title: "a list of cards while a book on it",
    address: `${web}/?sort=newest`,
    tokenIds: onCards.filter((tokenId) => plain.has(tokenId)),
  });
}

export async function bench(): Promise<void> {
  buildMissingPage();
  const exchange = await startRunningExchange();
  try {
    await measureStarts(exchange.addresses.web);
    await measureSlowLoad(exchange.addresses.web);
    await measureVitals(exchange);
    await measureBooks(exchange);
  } finally {
    await exchange.close();
  }
}
