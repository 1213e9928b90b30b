/** Tests the conversion of NO shares on the page of an event of which exactly one market wins. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser } from "playwright-core";
import { NO_BROWSER } from "./open-browser.ts";
import { askOperator, newTrader, place } from "./running-exchange.ts";
import type { DemoMarket, SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { buyNow, makeWallet, showEvent, ticketOf } from "./visitor.ts";
import { PAGE_DEVICES, assertAccessible, assertFits, openPage } from "./watched-page.ts";

type Created = { readonly conditionId: string; readonly slug: string; readonly tokenIds: [string, string] };

describe("the conversion of shares", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;

  before(async () => ({ browser, exchange } = await shareExchange()));

  /** Makes an event of which one market wins, with offers of No at 60 cents in each. */
  async function makeExclusiveEvent(title: string): Promise<readonly DemoMarket[]> {
    const reason = "for a test";
    const event = await askOperator(exchange, "/events", { title, negativeRisk: true, reason });
    const maker = await newTrader(exchange);
    const markets: DemoMarket[] = [];
    for (const label of ["Ann", "Ben", "Cem", "Dora"]) {
      const body = {
        event: event["slug"],
        question: `Does ${label} win? ${title}`,
        label,
        autoRedeem: false,
        open: true,
        reason,
      };
      const { conditionId, slug, tokenIds }: Created = await askOperator(exchange, "/markets", body);
      await place(exchange, maker, {
        tokenId: tokenIds[0],
        side: "BUY",
        cents: 40,
        shares: 100,
        negativeRisk: true,
      });
      const eventSlug = String(event["slug"]);
      markets.push({ question: body.question, conditionId, slug, eventSlug, tokens: tokenIds });
    }
    return markets;
  }

  for (const [device, options, colorScheme] of PAGE_DEVICES)
    it(`shows beforehand what it gives, and gives it, on a ${device}, ${colorScheme}`, async () => {
      const markets = await makeExclusiveEvent(`The race by ${device}`);
      const [ann, ben] = markets;
      const watched = await openPage(browser, exchange.addresses.web, { ...options, colorScheme });
      const { page } = watched;
      await showEvent(page, exchange, ann!);
      await makeWallet(page);
      await buyNow(page, "6", "No");
      await showEvent(page, exchange, ben!);
      await buyNow(page, "12", "No");
      const mine = page.getByRole("region", { name: "Your positions and orders" });
      await mine.getByText("Convert No shares").click();
      // 10 No of both bring 10 dollars, and 10 Yes of the two others.
      const preview = mine.getByText("You receive $10.00 and 10 Yes shares in each of Cem and Dora.");
      await preview.waitFor();
      await mine.getByLabel("Ann").uncheck();
      await mine.getByText("You receive 20 Yes shares in each of Ann, Cem and Dora.").waitFor();
      await mine.getByLabel("Shares of each outcome").fill("21");
      await mine.getByText("You have fewer No shares than this in at least one chosen outcome.").waitFor();
      const submit = mine.getByRole("button", { name: "Convert", exact: true });
      assert.equal(await submit.getAttribute("aria-disabled"), "true");
      await mine.getByLabel("Ann").check();
      await mine.getByLabel("Shares of each outcome").fill("10");
      await preview.waitFor();
      await assertAccessible(page, `the conversion on a ${device}`);
      await assertFits(page, `the conversion on a ${device}`);
      await submit.click();
      await page.getByRole("status").getByText("You converted your shares.").waitFor();
      // 18 dollars were spent, and 10 came back.
      await page.getByRole("banner").getByText("$9,992.00").waitFor();
      for (const name of ["Ben: No", "Cem: Yes", "Dora: Yes"])
        await mine
          .getByRole("listitem")
          .filter({ hasText: name })
          .getByText(/^10 shares/)
          .waitFor();
      assert.equal(await mine.getByText("Ann: No").count(), 0);
      assert.ok(await ticketOf(page).isVisible());
      // Without sets of both outcomes there is nothing to merge.
      await ticketOf(page).getByText("Complete sets").click();
      await ticketOf(page)
        .getByText(/merge up to 0 sets/)
        .waitFor();
      const merge = ticketOf(page).getByRole("button", { name: "Merge" });
      assert.equal(await merge.getAttribute("aria-disabled"), "true");
      await page.goto(`${exchange.addresses.web}/portfolio`);
      await page.getByRole("tab", { name: "Ledger" }).click();
      const entry = page.getByRole("row", { name: /Conversion/ });
      await entry.getByRole("link", { name: `The race by ${device}` }).waitFor();
      for (const change of ["−10 Ann: No", "−10 Ben: No", "+10 Cem: Yes", "+10 Dora: Yes"])
        await entry.getByText(change, { exact: true }).waitFor();
      await assertFits(page, `a conversion in the ledger on a ${device}`);
      await showEvent(page, exchange, ben!);
      const reason = "Cem came first";
      const winner = markets[2]!;
      await askOperator(exchange, `/events/${winner.eventSlug}/resolve`, {
        winner: winner.conditionId,
        reason,
      });
      const result = page.getByRole("region", { name: "Result" });
      await result.getByText("Cem won").waitFor();
      // 10 Yes of Cem, and the 10 No of Ben that were left.
      await result.getByText("Your shares pay $20.00.").waitFor();
      assert.equal(await result.getByRole("button").count(), 1);
      await assertAccessible(page, `the result of an event on a ${device}`);
      await assertFits(page, `the result of an event on a ${device}`);
      await result.getByRole("button", { name: "Claim $20.00" }).click();
      await result.getByText("You received $20.00.").waitFor();
      await page.getByRole("banner").getByRole("button", { name: "Notifications, unread: 1" }).click();
      const news = page.getByRole("dialog", { name: "Notifications" }).getByRole("listitem");
      await news.getByText("Resolved: Cem won").waitFor();
      await news.getByRole("link", { name: `The race by ${device}` }).waitFor();
      await news.getByText("You received $20.00.").waitFor();
      assert.deepEqual(watched.complaints(), []);
      await watched.close();
    });
});
