/** Tests an event of a thousand markets with titles of 200 characters: its page, its card and its rows. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { deepSuite } from "../support/depth.ts";
import { testListing, tokenOf } from "../support/exchange.ts";
import type { Browser } from "playwright-core";
import { NO_BROWSER } from "./open-browser.ts";
import { shareBrowser } from "./shared-exchange.ts";
import { askOperator, newTrader, place, startRunningExchange } from "./running-exchange.ts";
import type { RunningExchange } from "./running-exchange.ts";
import { assertAccessible, assertFits, DESKTOP, openPage, PHONE } from "./watched-page.ts";

const MARKETS = 1_000;
/** Title with words that fill several lines and a word that cannot wrap. */
const TITLE = `${"Which of them? ".repeat(7)}${"a".repeat(95)}`;
const questionOf = (number: number): string => `Number ${number} ${"o".repeat(100)}`.padEnd(200, " and on");
const idOf = (number: number): string => String(7_000_000 + number);

deepSuite("an event of a thousand markets", { skip: NO_BROWSER }, () => {
  let exchange: RunningExchange;
  let browser: Browser;

  before(async () => {
    assert.deepEqual([TITLE.length, questionOf(1).length], [200, 200]);
    exchange = await startRunningExchange();
    browser = await shareBrowser();
    const markets = Array.from({ length: MARKETS }, (_, index) => {
      const number = index + 1;
      return { name: `many-${number}`, id: idOf(number), question: questionOf(number) };
    });
    const listing = testListing(markets, { id: "700", ticker: "many", slug: "many", title: TITLE });
    const [listed] = await askOperator<{ result: string }[]>(exchange, "/listings", [listing]);
    assert.equal(listed?.result, "listed");
  });
  after(() => exchange?.close());

  for (const [device, options] of [
    ["desktop", DESKTOP],
    ["phone", PHONE],
  ] as const)
    it(`shows all its rows, page by page, on a ${device}`, async () => {
      const watched = await openPage(browser, exchange.addresses.web, options);
      const { page } = watched;
      await page.goto(`${exchange.addresses.web}/event/many?market=many-900`);
      const rows = page.getByRole("region", { name: "Outcomes" }).getByRole("row");
      // The selected market is shown below the first page of rows.
      await page.getByRole("button", { name: questionOf(900), exact: true }).waitFor();
      assert.equal(await rows.count(), 22);
      await page.getByRole("button", { name: "Show more (20 of 1,000)" }).click();
      await rows.nth(41).waitFor();
      assert.equal(await rows.count(), 42);
      await assertFits(page, "the event");
      await assertAccessible(page, "the event");
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });

  it("finds one of its markets by name, while the ticket stays, and jumps to it by keyboard", async () => {
    const watched = await openPage(browser, exchange.addresses.web);
    const { page } = watched;
    await page.goto(`${exchange.addresses.web}/event/many?market=many-900`);
    const outcomes = page.getByRole("region", { name: "Outcomes" }).first();
    const ticket = (number: number) => page.getByRole("region", { name: `Trade: ${questionOf(number)}` });
    await outcomes.getByLabel("Filter the outcomes").fill("NUMBER 77");
    await outcomes.getByText("Found: 19").waitFor();
    assert.equal(await outcomes.getByRole("row").count(), 20);
    await ticket(900).waitFor();
    await outcomes.getByLabel("Filter the outcomes").press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await ticket(900).waitFor({ state: "detached" });
    await outcomes.getByLabel("Filter the outcomes").fill("number 778");
    await outcomes.getByText("Found: 1", { exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await ticket(778).waitFor();
    await outcomes.getByLabel("Filter the outcomes").fill("nobody");
    await outcomes.getByText("No results for “nobody”").waitFor();
    await page.keyboard.press("Escape");
    await outcomes.getByText("Show more (20 of 1,000)").waitFor();
    await assertAccessible(page, "the filter");
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  it("has a card with its likeliest markets, whose prices change live", async () => {
    const watched = await openPage(browser, exchange.addresses.web, PHONE);
    const { page } = watched;
    await page.goto(`${exchange.addresses.web}/?sort=newest`);
    const card = page.getByRole("article").filter({ hasText: TITLE });
    await card.waitFor();
    await assertFits(page, "the card");
    const maker = await newTrader(exchange);
    const [yes, no] = [tokenOf("many-500 yes"), tokenOf("many-500 no")];
    await place(exchange, maker, { tokenId: yes, side: "BUY", cents: 70, shares: 10 });
    await place(exchange, maker, { tokenId: no, side: "BUY", cents: 26, shares: 10 });
    await page.goto(`${exchange.addresses.web}/event/many`);
    const likeliest = page.getByRole("row").filter({ hasText: questionOf(500) });
    await likeliest.getByText("72%", { exact: true }).waitFor();
    await likeliest.scrollIntoViewIfNeeded();
    await place(exchange, maker, { tokenId: no, side: "BUY", cents: 28, shares: 10 });
    await likeliest.getByText("71%", { exact: true }).waitFor();
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });
});
