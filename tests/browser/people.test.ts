/** Tests how the page shows people in a browser: their marks, the leaderboard and profiles. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import type { Trader } from "../../bench/support/order-requests.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { openConsole } from "./operator.ts";
import { makeMarket, newTrader, place } from "./running-exchange.ts";
import type { DemoMarket, SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { buyNow, makeWallet, ticketOf, untilFilled } from "./visitor.ts";
import { PAGE_DEVICES, assertAccessible, assertFits, openPage } from "./watched-page.ts";

/** Asserts what the chart tells: by its figure, its range in the address, the box at the pointer, and its table. */
async function assertProfitChart(page: Page, total: string): Promise<void> {
  const chart = page.getByRole("region", { name: "Profit over time", exact: true });
  await chart.locator(".profit-now").getByText(total, { exact: true }).waitFor();
  await chart.getByRole("button", { name: "1D" }).click();
  await page.waitForURL("**?range=1d");
  await page.reload();
  await chart.getByRole("button", { name: "1D", pressed: true }).waitFor();
  const drawing = chart.getByRole("img", { name: /^Profit: .* now$/ });
  const { width, height } = (await drawing.boundingBox()) ?? { width: 0, height: 0 };
  await drawing.hover({ position: { x: width - 2, y: height / 2 } });
  await chart.locator(".profit-tip").getByText(total, { exact: true }).waitFor();
  await chart.getByText("Show as a table").click();
  const latest = chart.getByRole("region", { name: "Profit over time as a table" }).getByRole("row").nth(1);
  assert.equal(await latest.getByRole("cell").nth(1).innerText(), total);
}

describe("people", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;
  let market: DemoMarket;
  let other: DemoMarket;
  let ann: Trader;
  let ben: Trader;

  before(async () => {
    ({ browser, exchange } = await shareExchange());
    market = await makeMarket(exchange, "Does the ferry sail on Monday?");
    [ann, ben] = await Promise.all([newTrader(exchange), newTrader(exchange)]);
    await place(exchange, ann, { tokenId: market.tokens[0], side: "BUY", cents: 60, shares: 10_000 });
    await place(exchange, ben, { tokenId: market.tokens[1], side: "BUY", cents: 40, shares: 10_000 });
    other = await makeMarket(exchange, "Is the quay lit at night?");
    await place(exchange, ben, { tokenId: other.tokens[1], side: "BUY", cents: 25, shares: 20 });
    // Nobody else here wins as much. Ann sells 4,000 of her 10,000 shares, 10 cents above their cost.
    // The other 6,000 are worth 70 cents, where they traded last.
    await place(exchange, ann, { tokenId: market.tokens[0], side: "SELL", cents: 70, shares: 4_000 });
    await place(exchange, ben, { tokenId: market.tokens[0], side: "BUY", cents: 70, shares: 4_000 });
  });

  /** Picture of a wallet's mark within something. */
  const markIn = (inside: Locator): Promise<string> => inside.locator("svg.avatar").first().innerHTML();

  for (const [device, options, colorScheme] of PAGE_DEVICES)
    it(`shows the same mark of a wallet wherever it is shown, ${device}`, async () => {
      const { web } = exchange.addresses;
      const watched = await openPage(browser, web, { ...options, colorScheme });
      const { page } = watched;
      const event = `${web}/event/${market.eventSlug}?market=${market.slug}`;
      const linkTo = ({ address }: Trader) =>
        page.locator(`main a[href="/profile/${address.toLowerCase()}"]`).first();
      await page.goto(`${web}/profile/${ann.address}`);
      const annMark = await markIn(page.locator("main"));
      // Both traded much; by profit one of them is the last of all, beyond the first rows.
      await page.goto(`${web}/leaderboard?by=vol`);
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

  for (const [device, options, colorScheme] of PAGE_DEVICES)
    it(`counts open positions in profit, and pins the own rank, ${device}`, async () => {
      const { web } = exchange.addresses;
      const watched = await openPage(browser, web, { ...options, colorScheme });
      const { page } = watched;
      await page.goto(`${web}/leaderboard`);
      const podium = page.getByRole("list", { name: "Top three" });
      await podium.getByRole("listitem").first().getByText("+$1,000.00").waitFor();
      const cellsOf = (table: string): Promise<string[]> =>
        page.getByRole("region", { name: table }).getByRole("row").nth(1).getByRole("cell").allInnerTexts();
      const [rank, , total, realized, open] = await cellsOf("Leaderboard");
      assert.deepEqual([rank, total, realized, open], ["1", "+$1,000.00", "+$400.00", "+$600.00"]);
      await page.getByText(/^Ranking as of /).waitFor();
      // What is open has no profit of a week: the rank is by what was realized then.
      await page.getByRole("button", { name: "Week" }).click();
      await page.getByRole("button", { name: "Realized profit", pressed: true }).waitFor();
      await podium.getByRole("listitem").first().getByText("+$400.00").waitFor();
      await page.getByRole("button", { name: "Total profit" }).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Volume" }).click();
      await page.waitForURL("**/leaderboard?period=week&by=vol");
      await page.getByRole("columnheader", { name: "Total profit" }).waitFor({ state: "detached" });
      await page.goBack();
      await page.getByRole("button", { name: "Realized profit", pressed: true }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Week", pressed: true }).waitFor();
      await makeWallet(page);
      const own = page.locator(".own-rank");
      await own.getByText("You did not trade in this period.").waitFor();
      await page.goto(`${web}/event/${other.eventSlug}`);
      await buyNow(page, "1.5", "Yes");
      await page.goto(`${web}/leaderboard?by=vol`);
      await own.getByRole("row").nth(1).getByText("$1.50").waitFor();
      for (const choice of await page.locator(".board-choices").getByRole("group").all()) {
        const boxes = await choice
          .getByRole("button")
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
        assert.equal(new Set(boxes).size, 1, `one line, ${device}`);
      }
      await assertAccessible(page, `the leaderboard, ${device}`);
      await assertFits(page, `the leaderboard, ${device}`);
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });

  for (const [device, options, colorScheme] of PAGE_DEVICES)
    it(`tells of a wallet in figures and tabs, ${device}`, async () => {
      const { web } = exchange.addresses;
      const watched = await openPage(browser, web, { ...options, colorScheme });
      const { page } = watched;
      await page.goto(`${web}/profile/${ann.address}`);
      const figure = (name: string) =>
        page
          .locator("dl.figures > div")
          .filter({ has: page.getByText(name, { exact: true }) })
          .locator("dd");
      await figure("Realized").getByText("+$400.00", { exact: true }).waitFor();
      assert.match(await figure("Open positions").innerText(), /^\+\$/);
      assert.equal(await figure("Biggest win").innerText(), "$0.00");
      await page.getByText(/^Joined on \d+ \w+ \d{4}$/).waitFor();
      await assertProfitChart(page, await figure("Total profit").innerText());
      await page
        .getByRole("tabpanel", { name: "Positions", exact: true })
        .getByText("Does the ferry")
        .waitFor();
      await page.getByRole("tab", { name: "Positions", exact: true }).focus();
      await page.keyboard.press("ArrowRight");
      await page.getByRole("tabpanel").getByText("This wallet has no closed positions yet.").waitFor();
      await page.keyboard.press("ArrowRight");
      await page.waitForURL("**?range=1d&tab=activity");
      await page.getByRole("tabpanel", { name: "Activity" }).getByText("Does the ferry").first().waitFor();
      await assertAccessible(page, `a profile, ${device}`);
      await assertFits(page, `a profile, ${device}`);
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });

  for (const [device, options, colorScheme] of PAGE_DEVICES)
    it(`shows a chosen name everywhere, until an operator takes it away, ${device}`, async () => {
      const { addresses } = exchange;
      const watched = await openPage(browser, addresses.web, { ...options, colorScheme });
      const { page } = watched;
      await page.goto(addresses.web);
      await makeWallet(page);
      const banner = page.getByRole("banner");
      const dialog = page.getByRole("dialog");
      const name = `Quay ${device.replaceAll(/[^a-z]+/gi, " ").trim()}`.slice(0, 24).trim();
      await banner.getByRole("button", { name: "Wallet" }).click();
      await dialog.getByRole("button", { name: "Choose a name" }).click();
      await dialog.getByLabel("Your name").fill("Presage");
      await dialog.getByRole("button", { name: "Save the name" }).click();
      await dialog
        .getByRole("alert")
        .getByText("This name contains a word that only the exchange may use.")
        .waitFor();
      await assertAccessible(page, `a refused name, ${device}`);
      await assertFits(page, `a refused name, ${device}`);
      await dialog.getByLabel("Your name").fill(name);
      await page.keyboard.press("Enter");
      await dialog.getByText("Other traders now see this name.").waitFor();
      await assertAccessible(page, `a chosen name, ${device}`);
      const address = (await dialog.locator("code").first().innerText()).toLowerCase();
      await dialog.getByRole("link", { name: "Public profile" }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await page.goto(`${addresses.web}/event/${other.eventSlug}`);
      await buyNow(page, "1.5", "Yes");
      await page.goto(`${addresses.web}/event/${other.eventSlug}?market=${other.slug}&tab=holders`);
      assert.equal(await page.locator(`main a[title="${address}"]`).first().innerText(), name);
      await page.goto(`${addresses.web}/event/${other.eventSlug}?market=${other.slug}&tab=trades`);
      await page
        .getByRole("link", { name: `Profile of ${name}` })
        .first()
        .waitFor();

      const operator = await openPage(browser, addresses.admin, { ...options, colorScheme });
      const { page: console } = operator;
      await openConsole(console, exchange, "names");
      const row = console.getByRole("row").filter({ hasText: name });
      const word = `fake${device}`;
      await row.getByRole("button", { name: "Remove the name" }).click();
      await assertAccessible(console, `the end of a name, ${device}`);
      await console.getByRole("dialog").getByLabel("Reason").fill("a name of a test");
      await console.getByRole("dialog").getByRole("button", { name: "Remove the name" }).click();
      await console.getByText(`The name ${name} was removed and is now forbidden.`).waitFor();
      await row.getByText("a name of a test").first().waitFor();
      await console.getByLabel("Text").fill(word);
      await console.getByLabel("Also inside longer names").check();
      const forbid = console.locator("section").filter({ hasText: "Also inside longer names" });
      await forbid.getByLabel("Reason").fill("fraud");
      await forbid.getByRole("button", { name: "Forbid" }).click();
      await console.getByText(`"${word}" is forbidden.`).waitFor();
      await assertAccessible(console, `names in the console, ${device}`);
      await assertFits(console, `names in the console, ${device}`);
      assert.deepEqual(operator.complaints(), []);
      await operator.close();
      await page.reload();
      await banner.getByRole("button", { name: "Wallet" }).click();
      await dialog.getByText(`An operator removed the name ${name}: a name of a test`).waitFor();
      await dialog.getByRole("button", { name: "Choose a name" }).waitFor();
      await assertAccessible(page, `a removed name, ${device}`);
      assert.deepEqual(
        watched.complaints().filter((complaint) => !complaint.includes("400")),
        [],
      );
      await watched.close();
    });

  for (const [device, options, colorScheme] of PAGE_DEVICES)
    it(`sells a position from the portfolio, ${device}`, async () => {
      const { web } = exchange.addresses;
      const own = await makeMarket(exchange, `Is the lamp of the ${device} lit?`);
      await place(exchange, ben, { tokenId: own.tokens[1], side: "BUY", cents: 25, shares: 20 });
      await place(exchange, ben, { tokenId: own.tokens[0], side: "BUY", cents: 70, shares: 20 });
      const watched = await openPage(browser, web, { ...options, colorScheme });
      const { page } = watched;
      await page.goto(`${web}/event/${own.eventSlug}`);
      await makeWallet(page);
      await buyNow(page, "1.5", "Yes");
      await page.goto(`${web}/portfolio`);
      const sell = page.getByRole("link", { name: `Sell Yes: ${own.question}` });
      await sell.waitFor();
      const group = page.getByRole("region", { name: own.question });
      await group.getByText("$1.45").first().waitFor();
      assert.equal(await group.getByRole("link", { name: own.question, exact: true }).count(), 1);
      await page.getByRole("region", { name: "Profit over time" }).getByText("−$0.05").first().waitFor();
      await assertAccessible(page, `positions, ${device}`);
      await assertFits(page, `positions, ${device}`);
      await sell.click();
      const ticket = ticketOf(page);
      await ticket.getByRole("button", { name: "Sell Yes" }).waitFor();
      await untilFilled(ticket.getByLabel("Amount", { exact: true }), "2");
      await ticket.getByRole("button", { name: "Sell Yes" }).click();
      await page.getByRole("status").getByText("Sold 2 shares at 70¢ on average, for $1.40.").waitFor();
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });
});
