/** Tests the page for those who are new to it: the guide to a first trade, explanations, and use by keyboard alone. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { deepTest } from "../support/depth.ts";
import { assertWalkable, tabTo } from "./keyboard-walk.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { askOperator, newTrader, place } from "./running-exchange.ts";
import type { SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { assertTouchable } from "./touch-targets.ts";
import { buyNow, fillLimit, openOptions, sendButtonOf, ticketOf } from "./visitor.ts";
import { PAGE_DEVICES, assertAccessible, assertFits, DESKTOP, openPage, PHONE } from "./watched-page.ts";

const QUESTION = "Does the first visitor see the lighthouse?";

describe("a first visit", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;
  let path: string;

  before(async () => {
    ({ browser, exchange } = await shareExchange());
    const reason = "for a test";
    const { slug } = await askOperator(exchange, "/events", { title: QUESTION, reason });
    const fees = { rate: "0.05" };
    const terms = { event: slug, question: QUESTION, fees, open: true, reason };
    const { tokenIds } = await askOperator<{ tokenIds: [string, string] }>(exchange, "/markets", terms);
    path = `/event/${String(slug)}`;
    const [maker, taker] = await Promise.all([newTrader(exchange), newTrader(exchange)]);
    const [yes, no] = tokenIds;
    await place(exchange, maker, { tokenId: no, side: "BUY", cents: 60, shares: 5_000 });
    await place(exchange, maker, { tokenId: yes, side: "BUY", cents: 38, shares: 500 });
    await place(exchange, taker, { tokenId: yes, side: "BUY", cents: 40, shares: 2_000 });
  });

  const guide = (page: Page) => page.getByRole("region", { name: "First steps" });
  const isGone = (page: Page) => guide(page).waitFor({ state: "detached" });

  const hint = (page: Page, term: string) => page.getByRole("button", { name: `Explain: ${term}` });

  for (const [device, options, colorScheme] of PAGE_DEVICES)
    it(`leads from an empty profile to a first trade, on a ${device}, ${colorScheme}`, async () => {
      const watched = await openPage(browser, exchange.addresses.web, { ...options, colorScheme });
      const { page } = watched;
      await page.goto(exchange.addresses.web);
      await guide(page).getByText("Make your first trade in three steps").waitFor();
      await assertAccessible(page, "the guide");
      await assertFits(page, "the guide");
      if (device === "phone") await assertTouchable(page, "the guide");
      await guide(page).getByRole("button", { name: "Create a wallet" }).click();
      await guide(page).getByText("You have $10,000.00 of play money").waitFor();
      await assertAccessible(page, "the guide with money");
      const height = await guide(page).evaluate((element) => element.getBoundingClientRect().height);
      assert.ok(height <= 64, `after its first step the guide is one row, not ${height} px`);
      if (device !== "phone") {
        await guide(page).getByRole("button", { name: "Don't save my key" }).click();
        await guide(page).getByText("Your private key is now only on this page").waitFor();
        assert.equal(await page.evaluate('localStorage.getItem("presage.wallet")'), null);
        await guide(page).getByRole("button", { name: "Save my key" }).click();
        await guide(page)
          .getByText("Anyone who uses this browser can use your wallet")
          .waitFor({ state: "attached" });
      }
      await page.reload();
      await guide(page).getByRole("button", { name: "Continue" }).click();
      await guide(page).getByText("Choose a market, for example this one").waitFor();
      await page.reload();
      await guide(page).locator(".guide-do a").click();
      await page.waitForURL("**/event/**");
      await guide(page).getByText("Press Yes or No, enter an amount").waitFor();
      // The link that had the focus is gone: it goes on with the content, which begins with the way to the ticket.
      await page.locator("#content:focus").waitFor();
      // While the market is read, the focus is there already, and what follows is not.
      await page.getByRole("link", { name: "Skip to the order ticket" }).waitFor({ state: "attached" });
      await tabTo(page, "Skip to the order ticket");
      await page.keyboard.press("Enter");
      await page.locator("#ticket:focus").waitFor();
      await page.goto(exchange.addresses.web + path);
      await buyNow(page, "20", "Yes");
      await guide(page).getByText("You made your first trade").waitFor();
      await assertAccessible(page, "the end of the guide");
      await guide(page).getByRole("link", { name: "Portfolio" }).click();
      await page.locator("main").getByText(QUESTION).first().waitFor();
      await guide(page).getByRole("button", { name: "Close the guide" }).click();
      await isGone(page);
      await page.reload();
      await page.locator("main").getByText(QUESTION).first().waitFor();
      assert.equal(await guide(page).count(), 0);
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });

  it("can be left for good, and begins in Portuguese too", async () => {
    const watched = await openPage(browser, exchange.addresses.web, { ...PHONE, locale: "pt-PT" });
    const { page } = watched;
    await page.goto(exchange.addresses.web);
    const own = page.getByRole("region", { name: "Primeiros passos" });
    await own.getByText("Faça o seu primeiro negócio em três passos").waitFor();
    await assertFits(page, "the guide in Portuguese");
    const other = await page.context().newPage();
    await other.goto(`${exchange.addresses.web}/leaderboard`);
    await other.getByRole("button", { name: "Sair do guia" }).click();
    // Who leaves in one tab leaves in all.
    await own.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("article").first().waitFor();
    assert.equal(await own.count(), 0);
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  deepTest("is led and traded by keyboard alone, and shows each part that has the focus", async () => {
    const watched = await openPage(browser, exchange.addresses.web, DESKTOP);
    const { page } = watched;
    const { keyboard } = page;
    await page.goto(exchange.addresses.web + path);
    await guide(page).getByRole("button", { name: "Create a wallet" }).waitFor();
    await page.getByRole("button", { name: "Use the price 40¢" }).waitFor();
    await assertWalkable(page, "an event");
    // The first is the one of the header, and opens the dialog.
    await tabTo(page, "Create a wallet");
    await tabTo(page, "Create a wallet");
    await keyboard.press("Enter");
    await guide(page).getByText("You have $10,000.00 of play money").waitFor();
    // The focus is on the step, since the button that had it is gone.
    await page.locator(".guide-step:focus").waitFor();
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await guide(page).getByText("Press Yes or No").waitFor();
    await tabTo(page, "Amount");
    await keyboard.type("12");
    await tabTo(page, "Buy Yes");
    await keyboard.press("Enter");
    await guide(page).getByText("You made your first trade").waitFor();
    await fillLimit(page, "10", "21");
    await sendButtonOf(page, "Buy Yes").press("Enter");
    await page.getByText("Buy 10 Yes at 21¢").waitFor();
    // Messages about what was done lie over the page until they go by themselves or are closed.
    await page.evaluate('document.querySelectorAll(".toast button").forEach((close) => close.click())');
    await page.locator(".toast").first().waitFor({ state: "detached" });
    await assertWalkable(page, "an event with a position, an order and the options of the ticket");
    for (const view of ["/portfolio", "/", "/leaderboard"]) {
      await page.goto(exchange.addresses.web + view);
      await page.locator("main a").first().waitFor();
      await page.waitForLoadState("networkidle");
      await assertWalkable(page, view);
    }
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  for (const [device, options, colorScheme] of PAGE_DEVICES)
    it(`explains the exchange with an example of its own, on a ${device}, ${colorScheme}`, async () => {
      const watched = await openPage(browser, exchange.addresses.web, { ...options, colorScheme });
      const { page } = watched;
      await page.goto(exchange.addresses.web);
      await page.getByRole("contentinfo").getByRole("link", { name: "How it works" }).click();
      await page.getByText(QUESTION, { exact: true }).waitFor();
      const figures = await page.locator(".example > div").allInnerTexts();
      assert.deepEqual(
        figures.map((figure) => figure.split(/\s*\n\s*/).join(" | ")),
        [
          "You buy 100 shares of Yes at 40¢ | $40.00",
          "Fee | $1.20",
          "You pay | $41.20",
          "If the result is Yes, you receive | $100.00",
          "Your profit | +$58.80",
          "If the result is not Yes, you lose | $41.20",
        ],
      );
      await page.getByText("if you think that Yes is more than 41.2% likely").waitFor();
      await page.getByText("the fee for 100 shares is $1.25 at 50¢").waitFor();
      await page.getByText("The exchange pays out all shares automatically").waitFor();
      await assertAccessible(page, "how it works");
      await assertFits(page, "how it works");
      if (device === "phone") await assertTouchable(page, "how it works");
      await page.getByRole("link", { name: "Go to this market" }).click();
      await page.waitForURL(`**${path}*`);
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });

  deepTest("explains terms where they stand, by keyboard too", async () => {
    const watched = await openPage(browser, exchange.addresses.web, DESKTOP);
    const { page } = watched;
    await page.goto(exchange.addresses.web + path);
    const spread = page.getByText("The difference between the lowest price of a seller");
    await hint(page, "Spread").press("Enter");
    await spread.waitFor();
    assert.equal(await hint(page, "Spread").getAttribute("aria-expanded"), "true");
    await assertAccessible(page, "an explained term");
    await page.keyboard.press("Escape");
    await spread.waitFor({ state: "detached" });
    await page.locator('[aria-label="Explain: Spread"]:focus').waitFor();
    await hint(page, "Chance").click();
    await page.getByText("The price of a share, read as a probability").waitFor();
    await hint(page, "Profit if right").click();
    await page.getByText("Your profit if your outcome happens").waitFor();
    assert.equal(await page.locator(".term-box:popover-open").count(), 1);
    await page.getByRole("heading", { level: 1 }).click();
    await page.locator(".term-box:popover-open").waitFor({ state: "detached" });
    await openOptions(page);
    await ticketOf(page).getByLabel("Amount", { exact: true }).fill("40");
    for (const term of ["Share", "Slippage", "Average price", "Fee"]) await hint(page, term).waitFor();
    await ticketOf(page).getByRole("button", { name: "Limit", exact: true }).click();
    await hint(page, "Limit price").click();
    await page.locator(".term-box:popover-open").getByRole("link", { name: "How it works" }).click();
    await page.locator("#term-limitPrice:focus").waitFor();
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  deepTest("explains terms within the screen of a phone, and above its sheet", async () => {
    const watched = await openPage(browser, exchange.addresses.web, { ...PHONE, locale: "pt-PT" });
    const { page } = watched;
    await page.goto(exchange.addresses.web + path);
    await page.locator(".buy-bar button").first().tap();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: "Explicar: Lucro se acertar" }).tap();
    const box = page.locator(".term-box:popover-open");
    await box.getByText("O seu lucro se o resultado acontecer").waitFor();
    const { x, width } = (await box.boundingBox())!;
    assert.ok(x >= 0 && x + width <= PHONE.viewport!.width, `from ${x} to ${x + width}`);
    await assertTouchable(page, "a term in the sheet");
    await page.keyboard.press("Escape");
    await box.waitFor({ state: "detached" });
    assert.equal(await sheet.isVisible(), true);
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });
});
