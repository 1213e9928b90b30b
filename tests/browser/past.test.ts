/** A newcomer's first look: on a new sandbox every card has a price, and an event has a chart, a book and trades. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, it } from "node:test";
import type { Browser } from "playwright-core";
import { deepSuite } from "../support/depth.ts";
import { ANY_PORTS, launchPresage, prepareDataDirectories, whenStarted } from "../support/presage.ts";
import type { DataDirectories, Started } from "../support/presage.ts";
import { until } from "../support/until.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { openConsole, signIn } from "./operator.ts";
import { shareBrowser } from "./shared-exchange.ts";
import { assertAccessible, assertFits, DESKTOP, openPage, PHONE } from "./watched-page.ts";
import type { WatchedPage } from "./watched-page.ts";

/** Path of an event of four markets, all of which its chart has. */
const DECISION = "/event/bank-of-aldermere-next-rate-decision";

deepSuite("the page of a new sandbox", { skip: NO_BROWSER }, () => {
  let directories: DataDirectories;
  let directory = "";
  let started: Started;
  let browser: Browser;
  let visitor: WatchedPage;

  before(async () => {
    directories = await prepareDataDirectories();
    directory = directories.create();
    const args = ["start", "--data-dir", directory, "--json", "--demo=full", ...ANY_PORTS];
    started = await whenStarted(launchPresage(args, { detached: true }));
    browser = await shareBrowser();
    visitor = await openPage(browser, started.addresses.web);
  });

  after(async () => {
    await started?.stop("SIGTERM");
    directories?.close();
  });

  it("shows a price and a volume on every card", async () => {
    const { page } = visitor;
    await page.goto(`${started.addresses.web}/?sort=volume`);
    const cards = page.getByRole("article");
    await cards.nth(8).waitFor();
    for (const card of await cards.all()) {
      await card.scrollIntoViewIfNeeded();
      await card.getByText(/\d%/).first().waitFor();
      const text = await card.innerText();
      assert.doesNotMatch(text, /–|\$0 vol\./, text);
      assert.match(text, /\$[\d.]+[Kk]? vol\./, text);
    }
  });

  it("shows the chart, the book and the trades of an event", async () => {
    const { page } = visitor;
    await page.goto(`${started.addresses.web}/event/tall-ships-race-first-across-the-line?tab=book`);
    await page.locator("canvas").first().waitFor();
    await page.getByRole("heading", { name: "Order book" }).waitFor();
    await page.getByRole("tab", { name: "Trades" }).click();
    await page
      .getByText(/Bought|Sold/)
      .first()
      .waitFor();
    assert.equal(await page.getByText("There are no trades yet.").count(), 0);
    assert.deepEqual(visitor.complaints(), []);
  });

  for (const [device, options, colorScheme] of [
    ["desktop", DESKTOP, "light"],
    ["phone", PHONE, "dark"],
  ] as const)
    it(`has a chart whose lines the legend hides, on a ${device}, ${colorScheme}`, async () => {
      const watched = await openPage(browser, started.addresses.web, { ...options, colorScheme });
      const { page } = watched;
      await page.goto(started.addresses.web + DECISION);
      await page.locator("canvas").first().waitFor();
      const chart = page.getByRole("region", { name: "Price history" });
      const now = chart.locator(".chance-now");
      await now.getByText(/^\d+%$/).waitFor();
      await now.getByText(/^(?:[+−][\d.]+ points?|No change) in 1 day$/).waitFor();
      await chart.getByRole("button", { name: "1W", exact: true }).click();
      await now.getByText(/ in 1 week$/).waitFor();
      await chart.locator(".end-label").nth(3).waitFor({ state: "attached" });
      const legend = chart.getByRole("group", { name: "Lines of the chart" });
      const buttons = legend.getByRole("button");
      assert.equal(await buttons.count(), 4);
      const names = await legend.locator(".legend-name").allInnerTexts();
      const shown = (which: readonly string[]) =>
        chart.getByRole("img", { name: `Chart of the chance over time: ${which.join(", ")}`, exact: true });
      await shown(names).waitFor();
      await buttons.nth(1).click();
      const others = names.toSpliced(1, 1);
      await shown(others).waitFor();
      assert.equal(await buttons.nth(1).getAttribute("aria-pressed"), "false");
      assert.match(new URL(page.url()).search, /^\?range=1W&hidden=\d+$/);
      await assertAccessible(page, "a chart with a hidden line");
      await assertFits(page, "a chart with a hidden line");
      await page.reload();
      await shown(others).waitFor();
      await buttons.nth(1).click();
      await shown(names).waitFor();
      // The table has every outcome, whatever is hidden.
      await page.getByText("Show as a table").click();
      const table = page.getByRole("region", { name: "Price history as a table" });
      for (const name of names) await table.getByText(name, { exact: true }).waitFor();
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });

  it("shows all outcomes of the time under the pointer", async () => {
    const watched = await openPage(browser, started.addresses.web);
    const { page } = watched;
    await page.goto(started.addresses.web + DECISION);
    await page.locator(".end-label").nth(3).waitFor();
    const tip = page.locator(".chart-tip");
    const canvas = page.locator(".chart-canvas");
    // What loads meanwhile may move the drawing, and a hand never rests.
    await until("the box stands beside the pointer", async () => {
      // The guide for newcomers stands above it, and the pointer reaches only what is in view.
      await canvas.evaluate((drawing) => drawing.scrollIntoView({ block: "center" }));
      const { x, y, width } = (await canvas.boundingBox())!;
      await page.mouse.move(x + width / 2, y + 100);
      await page.mouse.move(x + width - 4, y + 100);
      return tip.isVisible();
    });
    const names = await page.locator(".chart-legend .legend-name").allInnerTexts();
    assert.deepEqual(await tip.locator(".legend-name").allInnerTexts(), names);
    const isWithin = await tip.evaluate((box) =>
      [...box.querySelectorAll("strong")].every(
        (figure) => figure.getBoundingClientRect().right < box.getBoundingClientRect().right,
      ),
    );
    assert.ok(isWithin, "the figures stand within the box");
    await page.mouse.move(5, 5);
    await tip.waitFor({ state: "detached" });
    await watched.close();
  });

  it("shows operators its volume, traders and fees by day and by market", async () => {
    const { admin } = started.addresses;
    const token = readFileSync(join(directory, "admin-token"), "utf8").trim();
    const watched = await openPage(browser, admin, { ...PHONE, colorScheme: "dark" });
    const { page } = watched;
    await openConsole(page, { addresses: started.addresses, token }, "figures");
    // The figures are of people at first: all who traded in the past are residents.
    await page.getByRole("checkbox", { name: "Without the house and residents" }).uncheck();
    for (const name of ["Volume", "Active traders", "Fees"])
      await page.getByRole("img", { name: new RegExp(`^${name}: .* in total\\. Highest: `) }).waitFor();
    const ranking = page.getByRole("table", { name: "Markets" });
    await ranking.getByRole("link").nth(20).waitFor();
    const range = page.getByRole("group", { name: "Days" });
    await range.getByRole("button", { name: "7 days" }).click();
    await page.getByRole("button", { name: "Month" }).click();
    await page.getByText("Show as a table").click();
    const table = page.getByRole("table", { name: /^Figures by day/ });
    await table.getByRole("row").nth(1).waitFor();
    await assertAccessible(page, "the figures");
    await assertFits(page, "the figures");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as CSV" }).first().click();
    const csv = readFileSync(await (await saved).path(), "utf8");
    assert.match(csv, /from,to,volume,trades,traders,fees,accounts,deposits,withdrawals\r\n\d{4}-\d\d-\d\d,/);
    const all = await page.getByText(/^Trades: \d/).innerText();
    assert.notEqual(all, "Trades: 0");
    // All who traded in the past are residents, and so are all who trade now.
    await page.getByRole("checkbox", { name: "Without the house and residents" }).check();
    await page.getByText("Trades: 0", { exact: true }).waitFor();
    const { searchParams } = new URL(page.url());
    assert.deepEqual([...searchParams.keys()].sort(), ["from", "per"]);
    await page.reload();
    await signIn(page, token);
    await page.getByText("Trades: 0", { exact: true }).waitFor();
    await page.getByLabel("Scope", { exact: true }).selectOption("market");
    await page.getByLabel("Market", { exact: true }).fill("no-such-market");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page
      .getByText(/no market has the condition id/i)
      .first()
      .waitFor();
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });
});
