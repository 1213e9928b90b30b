/** Tests the list of accounts and the list of operators in the console: search, export, phone and desktop. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, it } from "node:test";
import type { Browser } from "playwright-core";
import { callAs } from "../torture/exchange-calls.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { chooseView, openConsole } from "./operator.ts";
import { askOperator, newTrader } from "./running-exchange.ts";
import type { SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { assertAccessible, assertFits, openPage, PHONE } from "./watched-page.ts";
import type { WatchedPage } from "./watched-page.ts";

/** Name of the account that is saved. */
const NAME = "Wanda Ledger";

describe("the accounts in the console", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;
  let desktop: WatchedPage;
  let phone: WatchedPage;
  /** Addresses. */
  let banned = "";
  let other = "";

  before(async () => {
    ({ browser, exchange } = await shareExchange());
    const named = await newTrader(exchange);
    const request = { method: "POST", path: "/name", body: { name: NAME } } as const;
    assert.equal((await callAs(named, exchange.addresses.spec.trading, request))?.status, 200);
    banned = named.address.toLowerCase();
    other = (await newTrader(exchange)).address.toLowerCase();
    await askOperator(exchange, "/bans", { address: banned, reason: "for a test" });
    desktop = await openPage(browser, exchange.addresses.admin);
    phone = await openPage(browser, exchange.addresses.admin, { ...PHONE, colorScheme: "dark" });
  });

  const open = async ({ page }: WatchedPage, view: string): Promise<void> => {
    await openConsole(page, exchange, view);
  };

  it("are found by the beginning of an address, with what they have", async () => {
    for (const watched of [desktop, phone]) {
      const { page } = watched;
      await open(watched, "wallets");
      await page.getByTitle(other).waitFor();
      await page.getByLabel("Address").fill(banned.slice(0, 12));
      await page.getByRole("button", { name: "Search" }).click();
      await page.getByTitle(other).waitFor({ state: "detached" });
      const row = page.getByRole("row").filter({ has: page.getByTitle(banned) });
      await row.getByText("Banned").waitFor();
      assert.equal(await row.getByText("$1,010,000.00").count(), 2);
      await assertAccessible(page, "the accounts");
      await assertFits(page, "the accounts");
      assert.deepEqual(watched.complaints(), []);
    }
  });

  it("are saved as CSV as the search has them", async () => {
    const { page } = desktop;
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const text = readFileSync(await (await saved).path(), "utf8");
    const [header, ...rows] = text.trim().split("\r\n");
    assert.match(
      header ?? "",
      /address,name,owner,balance,available,openOrders,positionsValue,joined,banned$/,
    );
    assert.equal(rows.length, 1);
    assert.match(rows[0] ?? "", new RegExp(`^${banned},${NAME},${banned},1010000,1010000,0,0,.*,true$`));
    await page.getByRole("status").getByText("Accounts in the file: 1.").waitFor();
  });

  it("have operators beside them, by name and role", async () => {
    await chooseView(phone.page, "Operators");
    await phone.page.getByText("market-admin, resolver, treasury").waitFor();
    await assertAccessible(phone.page, "the operators");
    await assertFits(phone.page, "the operators");
    assert.deepEqual(phone.complaints(), []);
  });
});
