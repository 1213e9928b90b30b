/** What somebody does on the page, whichever test it is for. */
import type { Page } from "playwright-core";
import type { DemoMarket, RunningExchange } from "./running-exchange.ts";

/** Shows a market's event, with its book there. */
export async function showEvent(page: Page, exchange: RunningExchange, market: DemoMarket): Promise<void> {
  await page.goto(`${exchange.addresses.web}/event/${market.eventSlug}?market=${market.slug}`);
  await page.getByRole("heading", { name: "Order book" }).waitFor();
}

/** Makes a wallet in the page, which the sandbox gives its first money, and has the browser keep it. */
export async function makeWallet(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: "Create a wallet" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create a wallet" }).click();
  await dialog.getByText("$10,000.00").first().waitFor();
  await dialog.getByLabel("Remember in this browser").check();
  await dialog.getByRole("button", { name: "Close" }).click();
}
