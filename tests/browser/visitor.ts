/** Actions of a visitor that several tests share. */
import type { Page } from "playwright-core";
import type { DemoMarket, RunningExchange } from "./running-exchange.ts";

/** Opens a market's event, and waits for its details. */
export async function showEvent(page: Page, exchange: RunningExchange, market: DemoMarket): Promise<void> {
  await page.goto(`${exchange.addresses.web}/event/${market.eventSlug}?market=${market.slug}`);
  await page.getByRole("region", { name: "Details of the market" }).waitFor();
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
  await dialog.getByLabel("Remember in this browser").uncheck();
  await dialog.getByRole("button", { name: "Close" }).click();
}
