/** Actions of a visitor that several tests share. */
import type { Locator, Page } from "playwright-core";
import { until } from "../support/until.ts";
import type { DemoMarket, SharedExchange } from "./running-exchange.ts";

/** Opens a market's event, and waits for its details. */
export async function showEvent(page: Page, exchange: SharedExchange, market: DemoMarket): Promise<void> {
  await page.goto(`${exchange.addresses.web}/event/${market.eventSlug}?market=${market.slug}&tab=book`);
  await page.getByRole("region", { name: "Market details" }).waitFor();
}

/** Creates a wallet, which the sandbox funds and the browser remembers. */
export async function makeWallet(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: "Create a wallet" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create a wallet" }).click();
  await dialog.getByText("$10,000.00").first().waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
}

/** Has the browser forget the wallet, which this visit goes on with. */
export async function forgetWallet(page: Page): Promise<void> {
  await page.getByRole("banner").getByText("$10,000.00").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Save in this browser").uncheck();
  await dialog.getByText("Your private key is now only on this page").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
}

/** The order ticket. */
export const ticketOf = (page: Page) => page.getByRole("region", { name: /^Trade: / });

/** The ticket's button of this name, which also has the order's cost or proceeds once an amount is typed. */
export const sendButtonOf = (page: Page, name: string): Locator =>
  ticketOf(page).getByRole("button", { name: new RegExp(`^${name.replaceAll(/[$+.]/g, "\\$&")}( · .+)?$`) });

/** Opens the options of the ticket, where they are closed. */
export async function openOptions(page: Page): Promise<void> {
  const options = ticketOf(page).locator("details").filter({ hasText: "Options" });
  if ((await options.getAttribute("open")) === null) await options.getByText("Options").click();
  // The page remembers them as open once it shows them.
  await options.getByRole("group").first().waitFor();
}

/** Waits until a field has this value. */
export const untilFilled = (field: Locator, value: string): Promise<void> =>
  until(`a field has "${value}"`, async () => (await field.inputValue()) === value);

/** Fills in a limit order of so many shares. */
export async function fillLimit(page: Page, shares: string, cents: string): Promise<void> {
  const ticket = ticketOf(page);
  await ticket.getByRole("button", { name: "Limit", exact: true }).click();
  await openOptions(page);
  await ticket.getByRole("button", { name: "Shares", exact: true }).click();
  await ticket.getByLabel("Amount", { exact: true }).fill(shares);
  await ticket.getByLabel("Limit price, in cents").fill(cents);
}

/** Buys shares for so many dollars at once, and waits for the message about it. */
export async function buyNow(page: Page, dollars: string, outcome: string): Promise<void> {
  const ticket = ticketOf(page);
  await ticket.getByRole("button", { name: new RegExp(`^${outcome}`) }).click();
  await ticket.getByLabel("Amount", { exact: true }).fill(dollars);
  await sendButtonOf(page, `Buy ${outcome}`).click();
  await page
    .getByRole("status")
    .getByText(/^Bought/)
    .last()
    .waitFor();
}
