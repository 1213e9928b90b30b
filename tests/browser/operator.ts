/** Actions of an operator in the console that several tests share. */
import type { Page } from "playwright-core";
import type { SharedExchange } from "./running-exchange.ts";

export async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel("Operator's token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const sectionsOf = (page: Page) => page.getByRole("navigation", { name: "Console" });
/** The views of the section at hand, if there are several. */
const tabsOf = (page: Page) => page.locator(".section-views a");

/** Lists the names of all sections of a sandbox, which appear once the console has read the exchange's status. */
async function listSections(page: Page): Promise<readonly string[]> {
  const links = sectionsOf(page).locator("a");
  await links.filter({ hasText: "Sandbox" }).waitFor({ state: "attached" });
  return (await links.allTextContents()).map((name) => name.trim());
}

/** Chooses a section of the console, on a phone out of its menu. */
async function chooseSection(page: Page, section: string): Promise<void> {
  const sections = sectionsOf(page);
  const menu = sections.getByRole("button");
  await sections.waitFor();
  if (await menu.isVisible()) await menu.click();
  await sections.getByRole("link", { name: section, exact: true }).click();
  await page.locator(`nav.views a[aria-current="page"]`, { hasText: section }).waitFor({ state: "attached" });
}

/** Lists the names of all views of a sandbox. */
export async function listViews(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const section of await listSections(page)) {
    await chooseSection(page, section);
    const tabs = await tabsOf(page).allTextContents();
    found.push(...(tabs.length === 0 ? [section] : tabs.map((name) => name.trim())));
  }
  return found;
}

/** Views that are tabs of a section, by their names. */
const SECTION_OF: Readonly<Record<string, string>> = {
  ...inSection("Markets", "Markets", "Add a market to an event", "Images"),
  ...inSection("People", "Wallets", "Accounts", "Starting funds", "Names", "Keys", "Bans", "Sites"),
  ...inSection("Page", "Announcements", "Brand"),
  ...inSection("Operation", "Backups", "Webhooks", "Operators"),
  ...inSection("Sandbox", "Residents", "Snapshots"),
  ...inSection("For developers", "Diagnoses", "Requests", "Faults", "Quarantine", "Addresses"),
};

function inSection(section: string, ...names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, section]));
}

/** Chooses a view of the console by its section. */
export async function chooseView(page: Page, view: string): Promise<void> {
  const section = SECTION_OF[view];
  await chooseSection(page, section ?? view);
  if (section !== undefined)
    await tabsOf(page)
      .filter({ hasText: new RegExp(`^${view}$`) })
      .click();
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
