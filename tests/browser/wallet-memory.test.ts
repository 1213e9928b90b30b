/** Tests of a wallet over reloads and tabs: remembered, forgotten, and left. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { NO_BROWSER } from "./open-browser.ts";
import type { SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { untilInPage } from "./until-in-page.ts";
import { forgetWallet, makeWallet } from "./visitor.ts";
import { openPage } from "./watched-page.ts";

describe("the memory of a wallet", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;

  before(async () => ({ browser, exchange } = await shareExchange()));

  const funds = (page: Page) => page.getByRole("banner").getByText("$10,000.00");
  const nobody = (page: Page) =>
    page.getByRole("banner").getByRole("button", { name: "Create a wallet" }).first().waitFor();
  const stored = (page: Page): Promise<unknown> => page.evaluate(`localStorage.getItem("presage.wallet")`);

  async function visit() {
    const watched = await openPage(browser, exchange.addresses.web);
    await watched.page.goto(exchange.addresses.web);
    await makeWallet(watched.page);
    return watched;
  }

  /** Reloads, and tells whether the browser asked first. */
  async function reloadAsked(page: Page): Promise<boolean> {
    let asked = false;
    page.once("dialog", (dialog) => {
      asked = dialog.type() === "beforeunload";
      void dialog.accept();
    });
    await page.reload();
    return asked;
  }

  it("keeps a new wallet of a sandbox over a reload, without a question", async () => {
    const { page, close } = await visit();
    assert.equal(await reloadAsked(page), false);
    await funds(page).waitFor();
    await close();
  });

  it("asks before a reload loses a wallet that was forgotten", async () => {
    const { page, close } = await visit();
    await forgetWallet(page);
    assert.equal(await stored(page), null);
    assert.equal(await reloadAsked(page), true);
    await nobody(page);
    await close();
  });

  it("leaves a wallet in all tabs, and forgets it", async () => {
    const { page, close } = await visit();
    const other = await page.context().newPage();
    await other.goto(exchange.addresses.web);
    await funds(other).waitFor();
    await funds(page).click();
    await page.getByRole("button", { name: "Disconnect this wallet" }).click();
    await page.getByRole("button", { name: "Disconnect anyway" }).click();
    await Promise.all([nobody(page), nobody(other)]);
    assert.equal(await stored(other), null);
    await close();
  });

  it("tells the other tabs that the browser forgot the wallet, which they go on with", async () => {
    const { page, close } = await visit();
    const other = await page.context().newPage();
    await other.goto(exchange.addresses.web);
    await funds(other).click();
    await forgetWallet(page);
    const remembers = other.getByRole("dialog").getByRole("checkbox", { name: /^Save in this browser/ });
    await untilInPage(other, "!document.querySelector('dialog input[type=checkbox]').checked");
    assert.equal(await remembers.isChecked(), false);
    await other.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await funds(other).waitFor();
    await close();
  });

  it("reloads with the wallet of the tab while the browser remembers another, which outlives its end", async () => {
    const { page, close } = await visit();
    const own = await page
      .getByRole("banner")
      .getByRole("button", { name: /10,000/ })
      .textContent();
    const other = await page.context().newPage();
    await other.goto(exchange.addresses.web);
    await funds(other).click();
    await other.getByRole("button", { name: "Disconnect this wallet" }).waitFor();
    await forgetWallet(page);
    await other.evaluate(`localStorage.setItem("presage.wallet", "of another wallet")`);
    await page.route(/leaderboard-page.*\.js$/, (route) => route.abort());
    await page.getByRole("navigation").getByRole("link", { name: "Leaderboard" }).click();
    await page.getByRole("button", { name: "Reload the page" }).click();
    await funds(page).waitFor();
    assert.equal(
      await page
        .getByRole("banner")
        .getByRole("button", { name: /10,000/ })
        .textContent(),
      own,
    );
    await funds(page).click();
    await page.getByRole("button", { name: "Disconnect this wallet" }).click();
    await page.getByRole("button", { name: "Disconnect anyway" }).click();
    await nobody(page);
    assert.equal(await stored(page), "of another wallet");
    await close();
  });
});
