/** Tests that a double click and a lost answer do nothing twice: in the operators' console, and on the page of traders. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser, Page, Route } from "playwright-core";
import { NO_BROWSER } from "./open-browser.ts";
import { openConsole, signIn } from "./operator.ts";
import { askOperator, makeMarket, newTrader, place } from "./running-exchange.ts";
import type { SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { makeWallet, openOptions, showEvent, ticketOf } from "./visitor.ts";
import { openPage } from "./watched-page.ts";

/** Lets the exchange take the next request to an address, and cuts its answer. */
async function loseAnswer(page: Page, address: string): Promise<void> {
  const cut = async (route: Route): Promise<void> => {
    await route.fetch();
    await route.abort("connectionreset");
  };
  await page.route(address, cut, { times: 1 });
}

describe("requests that are sent again", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;

  before(async () => {
    ({ browser, exchange } = await shareExchange());
  });

  /** Counts the entries of the audit log about a subject. */
  async function countEntries(subject: string, action: string): Promise<number> {
    const headers = { authorization: `Bearer ${exchange.token}` };
    const answer = await fetch(`${exchange.addresses.admin}/audit?subject=${subject}&limit=100`, { headers });
    const { data }: { data: readonly { action: string }[] } = JSON.parse(await answer.text());
    return data.filter((entry) => entry.action === action).length;
  }

  it("credit a wallet once, after a double click and after a lost answer", async () => {
    const { page, close } = await openPage(browser, exchange.addresses.admin);
    const wallet = (await newTrader(exchange)).address.toLowerCase();
    await openConsole(page, exchange, `wallets/${wallet}`);
    const dialog = page.getByRole("dialog");
    const fill = async (amount: string): Promise<void> => {
      await page.getByRole("button", { name: "Credit", exact: true }).click();
      await dialog.getByLabel("Amount").fill(amount);
      await dialog.getByLabel("Reason").fill("a prize");
    };
    const earlier = await countEntries(wallet, "credit");
    await fill("12.50");
    await dialog.getByRole("button", { name: "Credit" }).dblclick();
    await page.getByRole("status").getByText("Amount credited: $12.50.").waitFor();
    assert.equal(await countEntries(wallet, "credit"), earlier + 1);
    await fill("7");
    await loseAnswer(page, "**/credits");
    await dialog.getByRole("button", { name: "Credit" }).click();
    await dialog
      .getByText("You can safely send the change again: the exchange makes it only once.")
      .waitFor();
    await dialog.getByRole("button", { name: "Credit" }).click();
    await page.getByRole("status").getByText("Amount credited: $7.00.").waitFor();
    await page.getByRole("status").getByText("a prize").waitFor();
    assert.equal(await countEntries(wallet, "credit"), earlier + 2);
    await close();
  });

  it("credit a wallet once, whose answer was lost before a reload", async () => {
    const { page, close } = await openPage(browser, exchange.addresses.admin);
    const wallet = (await newTrader(exchange)).address.toLowerCase();
    await openConsole(page, exchange, `wallets/${wallet}`);
    const dialog = page.getByRole("dialog");
    const send = async (): Promise<void> => {
      await page.getByRole("button", { name: "Credit", exact: true }).click();
      await dialog.getByLabel("Amount").fill("9");
      await dialog.getByLabel("Reason").fill("a prize");
      await dialog.getByRole("button", { name: "Credit" }).click();
    };
    const earlier = await countEntries(wallet, "credit");
    await loseAnswer(page, "**/credits");
    await send();
    await dialog.getByText("The exchange may have made your change.").waitFor();
    const note = page
      .getByRole("status")
      .filter({ hasText: "The exchange did not answer the request sent at" });
    assert.equal(await note.count(), 0);
    await page.reload();
    await signIn(page, exchange.token);
    await note.waitFor();
    await send();
    await page.getByRole("status").getByText("Amount credited: $9.00.").waitFor();
    await page.getByRole("status").getByText("a prize").waitFor();
    await note.waitFor({ state: "detached" });
    assert.equal(await countEntries(wallet, "credit"), earlier + 1);
    await close();
  });

  it("hold a debit back that is another one than that without an answer", async () => {
    const { page, close } = await openPage(browser, exchange.addresses.admin);
    const wallet = (await newTrader(exchange)).address.toLowerCase();
    await openConsole(page, exchange, "accounts");
    const form = page
      .locator("form")
      .filter({ has: page.getByRole("button", { name: "Debit", exact: true }) });
    const dialog = page.getByRole("dialog");
    const send = async (address: string, amount = "2"): Promise<void> => {
      await form.getByLabel("Account").fill(address);
      await form.getByLabel("Amount").fill(amount);
      await form.getByLabel("Reason").fill("paid out");
      await form.getByRole("button", { name: "Debit", exact: true }).click();
      await dialog.getByRole("button", { name: "Debit" }).click();
    };
    await loseAnswer(page, "**/debits");
    await send(wallet);
    await form.getByText("The exchange may have made your change.").waitFor();
    await send(wallet, "3");
    await form
      .getByText(/^The new request was not sent, because .*\(Debit\)\. Send the earlier request/)
      .waitFor();
    const note = page
      .getByRole("status")
      .filter({ hasText: "The exchange did not answer the request sent at" });
    await note.getByText("(Debit)").waitFor();
    await askOperator(exchange, "/credits", { address: wallet, amount: "1", reason: "paid out" });
    await send(`0x${wallet.slice(2).toUpperCase()}`);
    const done = page.getByRole("status").filter({ hasText: "Amount debited: $2.00." });
    await done.getByText("Debited $2.00 from").waitFor();
    await note.waitFor({ state: "detached" });
    assert.equal(await countEntries(wallet, "debit"), 1);
    await close();
  });

  /** Fills the form of a new event with one option that the house makes, whose answer is then lost. */
  async function loseHouse(page: Page, title: string): Promise<void> {
    await openConsole(page, exchange, "new-event");
    await page.getByLabel("Title", { exact: true }).fill(title);
    await page.getByLabel("Rules", { exact: true }).fill("By its timetable.");
    await page.getByText("More", { exact: true }).click();
    await page.locator("input[name='markets.0.label']").fill(title);
    await page.locator("input[name='markets.0.price']").fill("0.4");
    await page.locator("input[name=maximumLoss]").fill("25");
    await loseAnswer(page, "**/house-maker/start");
    await saveDraft(page, title);
    await page.getByText("The exchange may have made your change.").waitFor();
  }

  async function saveDraft(page: Page, reason: string): Promise<void> {
    if (!(await page.getByLabel("Reason").isVisible())) await page.getByText("More", { exact: true }).click();
    await page.getByLabel("Reason").fill(reason);
    await page.getByRole("button", { name: "Save as a draft" }).click();
  }

  async function listDeeds(reason: string): Promise<readonly string[]> {
    const headers = { authorization: `Bearer ${exchange.token}` };
    const log = await fetch(`${exchange.addresses.admin}/audit?limit=100`, { headers });
    const { data }: { data: readonly { action: string; reason: string }[] } = JSON.parse(await log.text());
    return data.filter((entry) => entry.reason === reason).map(({ action }) => action);
  }

  it("make an event and its house once, whose answer was lost before a reload", async () => {
    const { page, close } = await openPage(browser, exchange.addresses.admin);
    page.on("dialog", (dialog) => void dialog.accept());
    await loseHouse(page, "New ferry");
    await page.reload();
    await signIn(page, exchange.token);
    await saveDraft(page, "New ferry");
    await page.getByText("House makers that start when the options open: 1.").waitFor();
    assert.deepEqual((await listDeeds("New ferry")).toSorted(), ["create-event", "start-house-maker"]);
    await close();
  });

  it("tell the terms that the house makes an option on, where they were changed after a lost answer", async () => {
    const { page, close } = await openPage(browser, exchange.addresses.admin);
    await loseHouse(page, "New tug");
    await page.locator("input[name=maximumLoss]").fill("30");
    await saveDraft(page, "New tug");
    await page
      .getByText(
        /already started a house maker for ".*"\. Its start price is 40¢, .* maximum loss is \$25\.00\./,
      )
      .waitFor();
    assert.deepEqual((await listDeeds("New tug")).toSorted(), ["create-event", "start-house-maker"]);
    await close();
  });

  it("clarify and open an event once", async () => {
    const { page, close } = await openPage(browser, exchange.addresses.admin);
    const markets = [{ question: "Will the tram run?", description: "By its timetable." }];
    const asked = { title: "Tram", markets, reason: "asked for" };
    const event = await askOperator<{ id: string }>(exchange, "/events", asked);
    await openConsole(page, exchange, `markets/events/${event.id}`);
    await page.getByText("Add a clarification").first().click();
    await page.getByLabel("Clarification").fill("A late tram runs.");
    await page.getByLabel("Reason").first().fill("somebody asked");
    await loseAnswer(page, "**/clarify");
    await page.getByRole("button", { name: "Add a clarification" }).click();
    await page.getByText("The exchange may have made your change.").waitFor();
    await page.getByRole("button", { name: "Add a clarification" }).dblclick();
    await page.getByText("The clarification is now beside the rules.").waitFor();
    assert.equal(await countEntries(event.id, "clarify"), 1);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Open", exact: true }).dblclick();
    await page.getByText("Markets changed: 1.").waitFor();
    await close();
  });

  it("buy and split once, whose answers were lost", async () => {
    const { page, close } = await openPage(browser, exchange.addresses.web);
    const market = await makeMarket(exchange, "Is the tram on time?");
    const maker = await newTrader(exchange);
    await place(exchange, maker, { tokenId: market.tokens[1], side: "BUY", cents: 45, shares: 20 });
    await place(exchange, maker, { tokenId: market.tokens[1], side: "BUY", cents: 40, shares: 20 });
    await showEvent(page, exchange, market);
    await makeWallet(page);
    const ticket = ticketOf(page);
    await ticket.getByLabel("Amount", { exact: true }).fill("11");
    await ticket.getByRole("button", { name: "Buy Yes · $11.00" }).waitFor();
    await loseAnswer(page, "**/order");
    await ticket.getByRole("button", { name: "Buy Yes" }).click();
    await ticket.getByText("The exchange may have received your request.").waitFor();
    await ticket.getByRole("button", { name: "Buy Yes" }).click();
    await page.getByText("Bought 20 shares at 55¢ on average, for $11.00.").waitFor();
    await openOptions(page);
    await ticket.getByText("Complete sets").first().click();
    await ticket.getByLabel("Sets").fill("3");
    await loseAnswer(page, "**/positions/split");
    await ticket.getByRole("button", { name: "Split" }).click();
    await ticket.getByText("The exchange may have received your request.").waitFor();
    await ticket.getByRole("button", { name: "Split" }).click();
    await ticket.getByText("You split $3.00 into 3 shares of each outcome.").waitFor();
    const positions = page.getByRole("region", { name: market.question, exact: true });
    await page.getByRole("link", { name: "Portfolio" }).first().click();
    await positions.getByText("23 shares").first().waitFor();
    await positions.getByText("3 shares").first().waitFor();
    await close();
  });
});
