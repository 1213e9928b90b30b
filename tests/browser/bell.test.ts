/** Tests the bell: fills, orders that were taken out and results, until they are marked as read. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser } from "playwright-core";
import { NO_BROWSER } from "./open-browser.ts";
import { askOperator, makeMarket, newTrader, place } from "./running-exchange.ts";
import type { SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { fillLimit, makeWallet, showEvent, ticketOf } from "./visitor.ts";
import { PAGE_DEVICES, assertAccessible, assertFits, openPage } from "./watched-page.ts";

describe("the bell", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;

  before(async () => ({ browser, exchange } = await shareExchange()));

  for (const [device, options, colorScheme] of PAGE_DEVICES)
    it(`counts what happened, lists it, and forgets what was read, on a ${device}, ${colorScheme}`, async () => {
      const market = await makeMarket(exchange, `Does the ${device} ferry run?`);
      const watched = await openPage(browser, exchange.addresses.web, { ...options, colorScheme });
      const { page } = watched;
      const bell = page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
      const panel = page.getByRole("dialog", { name: "Notifications" });
      await showEvent(page, exchange, market);
      assert.equal(await bell.count(), 0, "without a wallet there is no bell");
      await makeWallet(page);
      await bell.click();
      await panel.getByText(/^You have no notifications/).waitFor();
      await page.keyboard.press("Escape");
      await panel.waitFor({ state: "hidden" });
      await fillLimit(page, "30", "47");
      await ticketOf(page).getByRole("button", { name: "Buy Yes" }).click();
      await page.getByText("Placed in the book: 30 shares at 47¢.").waitFor();
      const taker = await newTrader(exchange);
      await place(exchange, taker, { tokenId: market.tokens[1], side: "BUY", cents: 53, shares: 10 });
      await page.getByRole("button", { name: "Notifications, unread: 1" }).waitFor();
      const toasts = page.locator(".toasts");
      await toasts.getByText("Part of your order filled: bought 10 of 30 Yes at 47¢.").waitFor();
      const resolve = { payout: [1, 0], reason: "it runs" };
      await askOperator(exchange, `/markets/${market.conditionId}/resolve`, resolve);
      await page.getByRole("button", { name: "Notifications, unread: 3" }).waitFor();
      await toasts.getByText("Resolved: Yes").waitFor();
      await toasts.getByText("You made a profit of $5.30.").waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Notifications, unread: 3" }).click();
      assert.equal(await toasts.locator(".toast").count(), 0, "what was there before is no news");
      await panel.getByText("Part of your order filled: bought 10 of 30 Yes at 47¢.").waitFor();
      await panel.getByText("Cancelled: Buy 30 Yes at 47¢. The market was resolved.").waitFor();
      await panel.getByText("Resolved: Yes").waitFor();
      await panel.getByText("Your shares pay $10.00.").waitFor();
      await assertAccessible(page, `the bell on a ${device}`);
      await assertFits(page, `the bell on a ${device}`);
      await panel.getByRole("button", { name: "Mark as read: Resolved: Yes" }).click();
      await panel.getByText("Resolved: Yes").waitFor({ state: "detached" });
      await panel.getByRole("listitem").filter({ hasText: "filled" }).getByRole("link").click();
      await page.getByRole("button", { name: "Notifications, unread: 1" }).click();
      await panel.getByRole("button", { name: "Mark all as read" }).click();
      await panel.getByText(/^You have no notifications/).waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Notifications", exact: true }).click();
      await panel.getByText(/^You have no notifications/).waitFor();
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });
});
