/** Tests the steps of all markets of an event in the operators' console: the winner is chosen after a rehearsal. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser } from "playwright-core";
import { callAs } from "../torture/exchange-calls.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { openConsole } from "./operator.ts";
import { askOperator, newTrader } from "./running-exchange.ts";
import type { SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { assertAccessible, assertFits, openPage, PHONE } from "./watched-page.ts";
import type { WatchedPage } from "./watched-page.ts";

type Made = { readonly conditionId: string };

const TEAMS = ["North", "South", "West"];

describe("an event in the console", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;
  let operator: WatchedPage;
  let id = "";
  let slug = "";

  before(async () => {
    ({ browser, exchange } = await shareExchange());
    const reason = "the cup of 2027";
    const description = "The cup of the whole harbour.";
    const cup = { title: "Who wins the harbour cup?", negativeRisk: true, description, reason };
    ({ id, slug } = await askOperator<{ id: string; slug: string }>(exchange, "/events", cup));
    await askOperator(exchange, `/events/${id}/clarify`, { text: "It goes to extra time.", reason });
    const made: Made[] = [];
    for (const label of TEAMS) {
      const question = `Will the ${label} win?`;
      made.push(await askOperator<Made>(exchange, "/markets", { event: id, question, label, reason }));
    }
    await askOperator(exchange, `/events/${id}/open`, { reason });
    for (const amount of ["10", "5"]) {
      const trader = await newTrader(exchange);
      for (const { conditionId } of made) {
        const split = { method: "POST", path: "/positions/split", body: { conditionId, amount } } as const;
        assert.equal((await callAs(trader, exchange.addresses.spec.trading, split))?.status, 200);
      }
    }
    operator = await openPage(browser, exchange.addresses.admin);
  });

  async function open({ page }: WatchedPage): Promise<void> {
    await openConsole(page, exchange, `markets/events/${id}`);
    await page.getByRole("heading", { name: "All markets of the event" }).waitFor();
  }

  it("is paused whole, and resumed", async () => {
    const { page } = operator;
    await open(operator);
    for (const [name, next] of [
      ["Pause all", "Resume all"],
      ["Resume all", "Pause all"],
    ] as const) {
      await page.getByRole("button", { name, exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Reason").fill("the final");
      await dialog.getByRole("button", { name, exact: true }).click();
      await page.getByRole("status").getByText("Markets changed: 3.").waitFor();
      const badge = page.getByRole("heading", { name: /^Event / });
      await badge.getByText(next === "Resume all" ? "Paused" : "Open", { exact: true }).waitFor();
      await page.getByRole("button", { name: next, exact: true }).waitFor();
    }
    assert.deepEqual(operator.complaints(), []);
  });

  it("shows the book of a market and the names of its holders", async () => {
    const { page } = operator;
    await page.getByRole("link", { name: "Will the West win?" }).click();
    await page.getByRole("region", { name: "Holders of Yes" }).getByRole("link").nth(1).waitFor();
    await page.getByRole("heading", { name: "Order book" }).waitFor();
    await page.getByRole("heading", { name: "Bids" }).waitFor();
    await assertAccessible(page, "the market");
    await page.goBack();
    assert.deepEqual(operator.complaints(), []);
  });

  it("is resolved with a winner, after it was told who gets what", async () => {
    const phone = await openPage(browser, exchange.addresses.admin, { ...PHONE, colorScheme: "dark" });
    await open(phone);
    for (const { page } of [operator, phone]) {
      await page.getByRole("button", { name: "Resolve: choose the winner" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Winner").selectOption({ label: "South" });
      await dialog.getByText("2 of 2 holders, largest payouts first.").waitFor();
      await dialog
        .getByText(
          "You will not be able to undo the resolution, because the exchange pays all shares at once.",
        )
        .waitFor();
      const totals = await dialog.locator("td.number").allTextContents();
      assert.deepEqual(
        totals.map((text) => Number(text.replaceAll(/[^\d.]/g, ""))),
        [30, 15],
      );
      await assertAccessible(page, "the winner");
      await assertFits(page, "the winner");
    }
    await phone.close();
    const dialog = operator.page.getByRole("dialog");
    await dialog.getByLabel("Evidence").fill("The log of the referee.");
    await dialog.getByLabel("Reason").fill("3:1");
    await dialog.getByRole("button", { name: "Resolve: choose the winner" }).click();
    await operator.page.getByRole("status").getByText("The winner is South. Markets changed: 3.").waitFor();
    assert.deepEqual(operator.complaints(), []);
  });

  it("says who won, beside what traders read, and each market tells of the step", async () => {
    const { page } = operator;
    await page.getByRole("definition").getByText("South", { exact: true }).waitFor();
    const markets = page.getByRole("region", { name: "Markets" });
    await markets.getByRole("row", { name: /South win.*Resolved.*Yes pays/ }).waitFor();
    assert.equal(await markets.getByText("No pays").count(), 2);
    await page
      .getByText(/^Resolved .*: .*South.* won$/)
      .first()
      .waitFor();
    await page.getByText("You cannot undo the resolution any more").waitFor();
    await page.getByText("It goes to extra time.", { exact: true }).waitFor();
    await page.getByRole("paragraph").getByText("The cup of the whole harbour.").waitFor();
    const link = page.getByRole("link", { name: "View on the trading page" });
    assert.equal(await link.getAttribute("href"), `${exchange.addresses.web}/event/${slug}`);
    await assertAccessible(page, "the event");
    await markets.getByRole("link", { name: "Will the South win?" }).click();
    await page.getByRole("heading", { name: "Will the South win?", level: 1 }).waitFor();
    await page
      .getByText(/^Resolved .*: .*South.* won$/)
      .first()
      .waitFor();
    await page.getByText("Yes pays").first().waitFor();
    await page.getByText("The log of the referee.").waitFor();
    await page.getByText("You cannot undo the resolution any more").waitFor();
    assert.equal(await page.getByRole("button", { name: "Undo the resolution" }).count(), 0);
    assert.deepEqual(operator.complaints(), []);
  });

  it("offers only those that can still win, and undoes the resolution of all markets", async () => {
    const { page } = operator;
    const reason = "the regatta";
    const markets = TEAMS.map((label) => ({
      question: `Will ${label} sail first?`,
      label,
      autoRedeem: false,
    }));
    const regatta = { title: "Who sails first?", negativeRisk: true, markets };
    const made = await askOperator<{ id: string; markets: readonly Made[] }>(exchange, "/events", regatta);
    await askOperator(exchange, `/events/${made.id}/open`, { reason });
    const [north, , west] = made.markets.map(({ conditionId }) => conditionId);
    await askOperator(exchange, `/markets/${north}/resolve`, { payout: "no", reason });
    await page.goto(`${exchange.addresses.admin}/admin#/markets/events/${made.id}`);
    await page.getByRole("button", { name: "Choose the winner" }).click();
    const dialog = page.getByRole("dialog");
    const offered = dialog.getByLabel("Winner").locator("option");
    assert.deepEqual(await offered.allTextContents(), ["Choose a market", "South", "West"]);
    await dialog.getByLabel("Winner").selectOption({ label: "South" });
    await dialog.getByText("Nobody has shares.").waitFor();
    await dialog.getByLabel("Reason").fill("a photo");
    await dialog.getByRole("button", { name: "Choose the winner" }).click();
    await page.getByRole("status").getByText("The winner is South. Markets changed: 2.").waitFor();
    await page.getByRole("button", { name: "Undo the resolution of all markets" }).click();
    await dialog.getByLabel("Reason").fill("a better photo");
    await dialog.getByRole("button", { name: "Undo the resolution of all markets" }).click();
    await page.getByRole("status").getByText("Markets changed: 3.").waitFor();
    await page.getByText("Undid the resolution of all markets of").first().waitFor();
    await assertAccessible(page, "the event that was undone");
    for (const { conditionId } of made.markets.slice(0, 2))
      await askOperator(exchange, `/markets/${conditionId}/resolve`, { payout: "no", reason });
    await page.goto(`${exchange.addresses.admin}/admin#/markets/${west}`);
    await page.getByRole("button", { name: "Resolve", exact: true }).click();
    await dialog.getByLabel("No pays").check();
    await dialog.getByLabel("Reason").fill("nobody sailed");
    await dialog.getByRole("button", { name: "Resolve", exact: true }).click();
    await dialog.getByText("This result is impossible").waitFor();
    assert.deepEqual(operator.complaints(), []);
  });
});
