/** A newcomer's first look: on a new sandbox every card has a price, and an event has a chart, a book and trades. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser } from "playwright-core";
import { ANY_PORTS, launchPresage, prepareDataDirectories, whenStarted } from "../support/presage.ts";
import type { DataDirectories, Started } from "../support/presage.ts";
import { NO_BROWSER, openBrowser } from "./open-browser.ts";
import { openPage } from "./watched-page.ts";
import type { WatchedPage } from "./watched-page.ts";

describe("the page of a new sandbox", { skip: NO_BROWSER }, () => {
  let directories: DataDirectories;
  let started: Started;
  let browser: Browser;
  let visitor: WatchedPage;

  before(async () => {
    directories = await prepareDataDirectories();
    const args = ["start", "--data-dir", directories.create(), "--json", "--demo=full", ...ANY_PORTS];
    started = await whenStarted(launchPresage(args, { detached: true }));
    browser = await openBrowser();
    visitor = await openPage(browser, started.addresses.web);
  });

  after(async () => {
    await browser?.close();
    await started?.stop("SIGTERM");
    directories?.close();
  });

  it("shows a price and a volume on every card", async () => {
    const { page } = visitor;
    await page.goto(started.addresses.web);
    const cards = page.locator(".event-card");
    await cards.first().waitFor();
    assert.ok((await cards.count()) >= 9);
    for (const card of await cards.all()) {
      await card.scrollIntoViewIfNeeded();
      await card.getByText(/\d%/).first().waitFor();
      const text = await card.innerText();
      assert.doesNotMatch(text, /No price yet|\$0 vol\./, text);
      assert.match(text, /\$[\d.]+[Kk]? vol\./, text);
    }
  });

  it("shows the chart, the book and the trades of an event", async () => {
    const { page } = visitor;
    await page.goto(`${started.addresses.web}/event/tall-ships-race-first-across-the-line`);
    await page.locator("canvas").first().waitFor();
    await page.getByRole("heading", { name: "Recent trades" }).waitFor();
    await page
      .getByText(/Bought|Sold/)
      .first()
      .waitFor();
    assert.equal(await page.getByText("Nothing was traded yet.").count(), 0);
    assert.deepEqual(visitor.complaints(), []);
  });
});
