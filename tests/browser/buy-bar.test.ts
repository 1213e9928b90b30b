/** Tests the bar of an event on a phone, and the sheet with the ticket that it opens. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { NO_BROWSER } from "./open-browser.ts";
import { askOperator, makeMarket, newTrader, place } from "./running-exchange.ts";
import type { DemoMarket, SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { assertTouchable } from "./touch-targets.ts";
import { untilInPage } from "./until-in-page.ts";
import { makeWallet, showEvent } from "./visitor.ts";
import { assertAccessible, assertFits, DESKTOP, openPage, PHONE } from "./watched-page.ts";

describe("the bar of an event on a phone", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;
  let market: DemoMarket;

  before(async () => {
    ({ browser, exchange } = await shareExchange());
    market = await makeMarket(exchange, "Is the footbridge open by June?");
    const maker = await newTrader(exchange);
    const [yes, no] = market.tokens;
    await place(exchange, maker, { tokenId: yes, side: "BUY", cents: 46, shares: 500 });
    await place(exchange, maker, { tokenId: no, side: "BUY", cents: 53, shares: 500 });
  });

  const opener = (page: Page, name: string) => page.locator(".buy-bar").getByRole("button", { name });
  const isFocused = (page: Page, name: string) =>
    page.locator(".buy-bar button:focus").filter({ hasText: name }).waitFor();

  it("opens the ticket of an outcome, and gives the focus back when it closes", async () => {
    const watched = await openPage(browser, exchange.addresses.web, { ...PHONE, colorScheme: "dark" });
    const { page } = watched;
    await showEvent(page, exchange, market);
    const sheet = page.getByRole("dialog", { name: /^Trade: / });
    await opener(page, "Buy Yes 47¢").click();
    await sheet.getByRole("button", { name: /^Yes/, pressed: true }).waitFor();
    await assertAccessible(page, "the sheet");
    await assertFits(page, "the sheet");
    await assertTouchable(page, "the sheet");
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "hidden" });
    await isFocused(page, "Buy Yes 47¢");

    await opener(page, "Buy No 54¢").click();
    await sheet.getByRole("button", { name: /^No/, pressed: true }).waitFor();
    await sheet.getByRole("button", { name: "Close" }).click();
    await sheet.waitFor({ state: "hidden" });
    await isFocused(page, "Buy No 54¢");

    await opener(page, "Buy Yes 47¢").click();
    await swipe(page, 20);
    await sheet.getByLabel("Amount", { exact: true }).waitFor();
    await swipe(page, 200);
    await sheet.waitFor({ state: "hidden" });
    await isFocused(page, "Buy Yes 47¢");
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  it("buys, and shows what was bought", async () => {
    const watched = await openPage(browser, exchange.addresses.web, PHONE);
    const { page } = watched;
    await showEvent(page, exchange, market);
    await makeWallet(page);
    await opener(page, "Buy No 54¢").click();
    const sheet = page.getByRole("dialog", { name: /^Trade: / });
    await sheet.getByLabel("Amount", { exact: true }).fill("54");
    await sheet.getByRole("button", { name: /^Buy No · / }).click();
    await page.getByRole("status").getByText("Bought 100 shares at 54¢ on average").waitFor();
    await sheet.waitFor({ state: "hidden" });
    await page.getByText("100 shares · average 54¢").waitFor();
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  it("opens the ticket of an outcome that is tapped in the list, and names its market", async () => {
    const reason = "the cup of 2027";
    const { slug } = await askOperator(exchange, "/events", { title: "Who wins the harbour cup?", reason });
    for (const label of ["North", "South"]) {
      const made = { event: slug, question: `Will the ${label} win?`, label, open: true, reason };
      await askOperator(exchange, "/markets", made);
    }
    const watched = await openPage(browser, exchange.addresses.web, { ...PHONE, colorScheme: "dark" });
    const { page } = watched;
    await page.goto(`${exchange.addresses.web}/event/${String(slug)}`);
    const bar = page.locator(".buy-bar");
    for (const name of ["South", "North"]) {
      await page.getByRole("button", { name: `No No offer: buy on ${name}` }).tap();
      const sheet = page.getByRole("dialog", { name: `Trade: ${name}` });
      await sheet.getByRole("button", { name: /^No/, pressed: true }).waitFor();
      await assertAccessible(page, "the sheet of an outcome");
      await page.keyboard.press("Escape");
      await sheet.waitFor({ state: "hidden" });
      await bar.getByText(name, { exact: true }).waitFor();
    }
    await assertAccessible(page, "the bar with the name of its market");
    await assertTouchable(page, "the bar with the name of its market");
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  it("stands above the bar of the page, and hides nothing; there is none on a desktop", async () => {
    const watched = await openPage(browser, exchange.addresses.web, PHONE);
    const { page } = watched;
    await showEvent(page, exchange, market);
    const [bar, pages] = await Promise.all([
      page.locator(".buy-bar").boundingBox(),
      page.getByRole("navigation", { name: "Presage" }).boundingBox(),
    ]);
    assert.equal(bar!.y + bar!.height, pages!.y);
    // The end moves as long as parts of the page come.
    await untilInPage(
      page,
      `(window.scrollTo(0, document.body.scrollHeight),
        document.querySelector("footer").getBoundingClientRect().bottom <= ${bar!.y + 1})`,
    );
    await page.setViewportSize(DESKTOP.viewport!);
    await page.locator(".buy-bar").waitFor({ state: "hidden" });
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });
});

/** Moves a finger down by so many pixels from the head of the sheet. */
async function swipe(page: Page, distance: number): Promise<void> {
  const head = await page.locator(".sheet-head").boundingBox();
  assert.ok(head !== null);
  const [x, y] = [head.x + 60, head.y + 12];
  const touches = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove", below: number) =>
    touches.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y: y + below }] });
  await touch("touchStart", 0);
  await touch("touchMove", distance / 2);
  await touch("touchMove", distance);
  await touches.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await touches.detach();
}
