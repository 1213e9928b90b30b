/** Actions of an operator in the console that several tests share. */
import type { Page } from "playwright-core";
import type { SharedExchange } from "./running-exchange.ts";

export async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel("Operator's token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Lists the names of all views of a sandbox, which appear once the console has read the exchange's status. */
export async function listViews(page: Page): Promise<readonly string[]> {
  const views = page.getByRole("navigation", { name: "Console" });
  await views.locator("a", { hasText: "Faults" }).waitFor({ state: "attached" });
  const names = await views.locator("a").allTextContents();
  return names.map((name) => name.trim());
}

/** Chooses a view of the console, on a phone out of its menu. */
export async function chooseView(page: Page, view: string): Promise<void> {
  const views = page.getByRole("navigation", { name: "Console" });
  const menu = views.getByRole("button");
  await views.waitFor();
  if (await menu.isVisible()) await menu.click();
  await views.getByRole("link", { name: view, exact: true }).click();
}

/** Opens the console anew, at its overview or at another view, and signs in. */
export async function openConsole(
  page: Page,
  { addresses, token }: SharedExchange,
  view?: string,
): Promise<void> {
  await page.goto(`${addresses.admin}/admin${view === undefined ? "" : `#/${view}`}`);
  await signIn(page, token);
}
