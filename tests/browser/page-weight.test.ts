/** Limits what the first page loads: the size of its scripts and of all of it on the wire, and the rounds before its cards. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, it, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { loadSlowly } from "./load-slowly.ts";
import type { SlowLoad } from "./load-slowly.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { demoMarkets, newTrader, place } from "./running-exchange.ts";
import type { SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";

const BUILT = new URL("../../web/dist/", import.meta.url);
const MAX_BYTES = 105_000;
const MAX_EVENT_ON_THE_WIRE = 230_000;
const MAX_ON_THE_WIRE = 120_000;

const read = (path: string): string => readFileSync(new URL(`.${path}`, BUILT), "utf8");

/** Lists a script and all its static imports. Dynamic imports are left out. */
function withImports(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const imports = read(path).matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g);
  for (const [, file] of imports) withImports(`/assets/${file}`, found);
  return found;
}

for (const entry of ["/index.html", "/admin.html"])
  test(`the scripts of ${entry} are below 105 kB compressed`, () => {
    const scripts = [...read(entry).matchAll(/(?:src|href)="(\/assets\/[\w.-]+\.js)"/g)].flatMap(
      ([, path]) => [...withImports(path!)],
    );
    assert.ok(scripts.length > 0);
    const bytes = [...new Set(scripts)].reduce((sum, path) => sum + gzipSync(read(path)).length, 0);
    assert.ok(bytes > 50_000 && bytes < MAX_BYTES, `${bytes} bytes of scripts`);
  });

describe("the first page", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;

  before(async () => ({ browser, exchange } = await shareExchange()));

  it("is below 120 kB on the wire, data and all, and has its first cards over a slow network", async (check) => {
    const { bytes, firstCardsMs } = await lightestLoad(exchange.addresses.web);
    check.diagnostic(
      `${bytes} bytes; first cards ${firstCardsMs.toFixed(0)} ms after the request, at 1.6 Mbit/s and 150 ms`,
    );
    assert.ok(bytes > MAX_BYTES / 2 && bytes < MAX_ON_THE_WIRE, `${bytes} bytes`);
  });

  it("is below 230 kB as an event, with its chart and the history of each line", async (check) => {
    const [market] = await demoMarkets(exchange);
    // The chart comes once a price has changed.
    const [yes, no] = market!.tokens;
    const [ann, ben] = await Promise.all([newTrader(exchange), newTrader(exchange)]);
    for (const cents of [40, 60]) {
      await place(exchange, ann, { tokenId: yes, side: "BUY", cents, shares: 20 });
      await place(exchange, ben, { tokenId: no, side: "BUY", cents: 100 - cents, shares: 20 });
    }
    const { bytes, largest } = await lightestLoad(`${exchange.addresses.web}/event/${market!.eventSlug}`);
    check.diagnostic(`${bytes} bytes`);
    assert.ok(
      largest.some((answer) => answer.includes("/chart-canvas-")),
      largest.join(", "),
    );
    assert.ok(
      bytes > MAX_BYTES / 2 && bytes < MAX_EVENT_ON_THE_WIRE,
      `${bytes} bytes: ${largest.join(", ")}`,
    );
  });

  it("asks for its first cards in the third round: the page, then its files, then the cards", async () => {
    const early = await askedBefore(/\/cards$/);
    assert.ok(early.length > 3, early.join(" "));
  });

  it("asks for an event once, in the second round, with the files that show it", async () => {
    const [market] = await demoMarkets(exchange);
    const page = await browser.newPage();
    const [asked, showing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let times = 0;
    // No file comes before the event and the script of its page were asked for.
    await page.route("**/assets/**", async (route) => {
      if (/\/event-page-.*\.js$/.test(route.request().url())) showing.resolve();
      await Promise.all([asked.promise, showing.promise]);
      await route.continue();
    });
    await page.route(/\/events\/slug\//, async (route) => {
      times += 1;
      asked.resolve();
      await route.continue();
    });
    await page.goto(`${exchange.addresses.web}/event/${market!.eventSlug}`, { waitUntil: "commit" });
    await page.locator("main h1").first().waitFor();
    assert.equal(times, 1);
    await page.close();
  });

  /** Loads an address three times: an exchange that is busy compressing answers sends others as they are. */
  async function lightestLoad(address: string): Promise<SlowLoad> {
    const loads = [];
    for (let load = 0; load < 3; load += 1) loads.push(await loadSlowly(browser, address));
    return loads.reduce((least, load) => (load.bytes < least.bytes ? load : least));
  }

  /** Opens the home page, and holds what its document does not name until `data` is asked for. Lists what came before. */
  async function askedBefore(data: RegExp): Promise<readonly string[]> {
    const page = await browser.newPage();
    const asked = Promise.withResolvers<void>();
    const named = new Set(
      [...read("/index.html").matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, address]) => address),
    );
    const early = new Set<string>();
    await page.route("**/*", async (route) => {
      const { pathname } = new URL(route.request().url());
      if (data.test(pathname)) asked.resolve();
      else if (pathname === "/" || named.has(pathname)) early.add(pathname);
      else await asked.promise;
      await route.continue();
    });
    await page.goto(exchange.addresses.web, { waitUntil: "commit" });
    await page.locator("main :is(h1, article)").first().waitFor();
    await page.close();
    return [...early];
  }
});
