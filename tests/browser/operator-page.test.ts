/** Tests what operators set about the traders' page: announcements appear on open pages, and can be dismissed. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser } from "playwright-core";
import { NO_BROWSER, openBrowser } from "./open-browser.ts";
import { startRunningExchange } from "./running-exchange.ts";
import type { RunningExchange } from "./running-exchange.ts";
import { assertAccessible, assertFits, DEVICES, openPage } from "./watched-page.ts";
import type { WatchedPage } from "./watched-page.ts";

describe("what operators set about the page", { skip: NO_BROWSER }, () => {
  let exchange: RunningExchange;
  let browser: Browser;
  before(async () => {
    exchange = await startRunningExchange();
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await exchange?.close();
  });

  const openConsole = async (view: string): Promise<WatchedPage> => {
    const watched = await openPage(browser, exchange.addresses.admin);
    const { page } = watched;
    await page.goto(`${exchange.addresses.admin}/admin#/${view}`);
    await page.getByLabel("Operator's token").fill(exchange.token);
    await page.getByRole("button", { name: "Sign in" }).click();
    return watched;
  };

  for (const [name, device, colorScheme] of DEVICES)
    it(`shows an announcement on an open page until it is dismissed or withdrawn: ${name}`, async () => {
      const trader = await openPage(browser, exchange.addresses.web!, { ...device, colorScheme });
      await trader.page.goto(exchange.addresses.web!);
      await trader.page.getByRole("heading", { level: 1 }).first().waitFor();
      const { page, complaints, close } = await openConsole("announcements");
      const announce = async (text: string, kind: string): Promise<void> => {
        await page.getByLabel("Text").fill(text);
        await page.getByLabel("Kind").selectOption(kind);
        await page.getByLabel("Link").fill(kind === "warning" ? "https://status.example/sunday" : "");
        await page.getByLabel("Reason").fill("for a test");
        await page.getByRole("button", { name: "Announce" }).click();
        await page.getByText("It is shown now.").waitFor();
      };
      await announce("Maintenance on Sunday", "warning");
      await announce("Two new series", "info");
      await assertAccessible(page, "announcements in the console");
      const shown = trader.page.getByRole("status", { name: "Announcements" });
      await shown.getByText("Important: Maintenance on Sunday").waitFor();
      await shown.getByText("Two new series").waitFor();
      await shown.getByRole("link", { name: "Read more at status.example" }).waitFor();
      await assertAccessible(trader.page, "a page with announcements");
      await assertFits(trader.page, "a page with announcements");
      await shown.getByRole("button", { name: "Close" }).first().click();
      await shown.getByText("Maintenance on Sunday").waitFor({ state: "detached" });
      await trader.page.reload();
      await shown.getByText("Two new series").waitFor();
      assert.equal(await shown.getByText("Maintenance on Sunday").count(), 0);
      for (const text of ["Two new series", "Maintenance on Sunday"]) {
        const row = page.getByRole("row", { name: text });
        await row.getByRole("button", { name: "Withdraw" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Reason").fill("it is over");
        await dialog.getByRole("button", { name: "Withdraw" }).click();
        await row.waitFor({ state: "detached" });
      }
      await shown.getByText("Two new series").waitFor({ state: "detached" });
      assert.deepEqual([...complaints(), ...trader.complaints()], []);
      await close();
      await trader.close();
    });
});
