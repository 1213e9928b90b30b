/**
 * Tests the operators' console in a browser: a market from its creation to its resolution, and warnings for operators.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser } from "playwright-core";
import { NO_BROWSER } from "./open-browser.ts";
import { chooseView, openConsole, signIn } from "./operator.ts";
import { makeMarket, startRunningExchange } from "./running-exchange.ts";
import type { RunningExchange } from "./running-exchange.ts";
import { shareBrowser } from "./shared-exchange.ts";
import { assertAccessible, openPage, PHONE } from "./watched-page.ts";
import type { WatchedPage } from "./watched-page.ts";
import { walkWebhooks } from "./webhook-walk.ts";

const QUESTION = "Will the ferry to Sorrel Bay sail on Sunday?";

describe("the console", { skip: NO_BROWSER }, () => {
  let exchange: RunningExchange;
  let browser: Browser;
  let operator: WatchedPage;
  /** The place of backups. */
  let place: string;

  before(async () => {
    place = mkdtempSync(join(tmpdir(), "presage-console-"));
    exchange = await startRunningExchange("--backup-dir", place);
    browser = await shareBrowser();
    operator = await openPage(browser, exchange.addresses.admin);
    await operator.page.goto(`${exchange.addresses.admin}/admin`);
  });
  after(async () => {
    await exchange?.close();
    rmSync(place, { recursive: true });
  });

  it("refuses a wrong token with a reason", async () => {
    const { page } = operator;
    await signIn(page, "not the token");
    await page.getByRole("alert").getByText(/token/i).first().waitFor();
    await signIn(page, exchange.token);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page
      .getByText(/Solvent$/)
      .first()
      .waitFor();
    assert.deepEqual(operator.complaints(), []);
  });

  it("creates an event and a market that traders see, and resolves the market with evidence", async () => {
    const { page } = operator;
    await chooseView(page, "New event");
    await page.getByRole("textbox", { name: "Title" }).fill("The ferry to Sorrel Bay");
    await page.getByText("More", { exact: true }).click();
    await page.getByLabel("Reason (optional)").fill("asked for by the harbour");
    await page.getByRole("button", { name: "Save as a draft" }).click();
    await page.getByText("the-ferry-to-sorrel-bay").first().waitFor();
    await chooseView(page, "Add a market to an event");
    await page.getByLabel("Event").fill("the-ferry-to-sorrel-bay");
    await page.getByLabel("Question").fill(QUESTION);
    await page.getByRole("textbox", { name: /^Rules/ }).fill("Resolves to Yes if it leaves before noon.");
    await page.getByRole("checkbox", { name: /^Open the market at once/ }).check();
    await page.getByRole("button", { name: "Create the market" }).click();
    // The preview contains the question too, but outside of the status.
    await page.getByRole("status").getByText(QUESTION).first().waitFor();

    const trader = await openPage(browser, exchange.addresses.web);
    await trader.page.goto(`${exchange.addresses.web}/event/the-ferry-to-sorrel-bay`);
    await trader.page.getByText("Resolves to Yes if it leaves before noon.").waitFor();
    await trader.page.getByText("Open: no result is proposed yet").waitFor();

    await chooseView(page, "Markets");
    await page.getByRole("searchbox").or(page.getByRole("textbox")).first().fill("Sorrel Bay sail");
    await page.getByRole("link", { name: QUESTION }).first().click();
    await page.getByRole("button", { name: /^Resolve/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /Resolve/ }).click();
    await dialog.getByText("Choose one of the options.").waitFor();
    await dialog.getByRole("radio", { name: /^Yes/ }).check();
    await dialog.getByText("You can undo the resolution until the first shares are paid.").waitFor();
    await dialog.getByText("Nobody has shares.").waitFor();
    await dialog
      .getByLabel(/Evidence/)
      .first()
      .fill("The harbour master's log has it leaving at 11:40.");
    await dialog.getByLabel("Reason").fill("it sailed");
    await dialog.getByRole("button", { name: /Resolve/ }).click();
    await dialog.waitFor({ state: "hidden" });
    // The trader's page stayed open, and updates without a reload.
    await trader.page.getByText("This market is resolved.").waitFor();
    await trader.page.getByText("The harbour master's log has it leaving at 11:40.").first().waitFor();
    assert.deepEqual([operator.complaints(), trader.complaints()], [[], []]);
    await trader.close();
  });

  it("tries again by itself what failed while the exchange was away, and stays signed in", async () => {
    const away = await openPage(browser, exchange.addresses.admin, PHONE);
    const { page } = away;
    await openConsole(page, exchange);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    const reads = /\/(status|accounts)(\?|$)/;
    await page.route(reads, (route) => route.abort());
    await chooseView(page, "Wallets");
    await page.getByRole("alert").first().waitFor();
    await page.getByText("The exchange does not answer").waitFor();
    await page.unroute(reads);
    await page.getByRole("alert").first().waitFor({ state: "detached" });
    await page.getByText("The exchange does not answer").waitFor({ state: "detached" });

    const code = /(images-view.*\.js|favicon\.svg)$/;
    await page.route(code, (route) => route.abort());
    await chooseView(page, "Images");
    await page.getByText(/could not be loaded/).waitFor();
    await page.unroute(code);
    await page.getByRole("heading", { name: "Images", level: 1 }).waitFor();
    await page.reload();
    await page.getByLabel("Operator's token").waitFor();
    await away.close();
  });

  it("keeps the second click of a double-click in a dialog from what is behind it", async () => {
    const { page } = operator;
    await chooseView(page, "Accounts");
    const debit = page.locator("section.panel", { has: page.getByRole("heading", { name: "Debit" }) });
    const send = () => debit.getByRole("button", { name: "Debit" }).click();
    await debit.getByLabel("Amount").fill("five");
    await send();
    await debit.locator(".fault").first().waitFor();
    assert.ok((await debit.locator(".fault").count()) > 1, "each field that is wrong says so at once");
    await debit.getByLabel("Account").fill(`0x${"1".repeat(40)}`);
    await debit.getByLabel("Reason").fill("paid out");
    await send();
    await debit
      .locator(".fault")
      .getByText("“five” is not an amount. Enter an amount such as 1,250.50")
      .waitFor();
    await debit.getByLabel("Amount").fill("5");
    await send();
    const confirm = page.getByRole("dialog").getByRole("button", { name: "Debit" });
    const { x = 0, y = 0 } = (await confirm.boundingBox()) ?? {};
    const { x: left = 0, width = 0 } = (await page.getByRole("dialog").boundingBox()) ?? {};
    const middle = ((await page.viewportSize())?.width ?? 0) / 2;
    assert.ok(Math.abs(left + width / 2 - middle) < 20, "it is in the middle");
    await page.evaluate(
      "globalThis.clicks = 0; document.querySelector('#root').addEventListener('click', () => { clicks += 1; })",
    );
    await page.mouse.dblclick(x + 5, y + 5);
    await debit.getByRole("alert").waitFor();
    assert.equal(await page.evaluate("clicks"), 1);
  });

  it("lists every action in the audit log", async () => {
    const { page } = operator;
    await chooseView(page, "Audit log");
    await page
      .getByRole("row", { name: /it sailed/ })
      .first()
      .waitFor();
    await page
      .getByRole("row", { name: /asked for by the harbour/ })
      .first()
      .waitFor();
    const opened = page.getByRole("row", { name: /Created .* and opened it/ });
    await opened.getByText("Entry in the journal").click();
    await opened.getByText('"action": "create-market"').waitFor();
    await opened.getByRole("link", { name: QUESTION }).click();
    await page.getByRole("heading", { name: QUESTION }).waitFor();
    assert.deepEqual(operator.complaints(), []);
  });

  it("warns after a jump of the clock, which an operator accepts", async () => {
    const { page } = operator;
    await chooseView(page, "Mode");
    exchange.setClock(7_200_000);
    await page
      .getByText(/wall clock jumped 2 h 0 min ahead/)
      .first()
      .waitFor();
    await page.getByRole("heading", { name: "Clock" }).waitFor();
    const panel = page.locator("section.panel", { has: page.getByRole("heading", { name: "Clock" }) });
    await panel.getByLabel("Reason").fill("the machine was moved");
    await panel.getByRole("button", { name: "Accept the wall clock" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Accept the wall clock" }).click();
    await page.getByText(/The exchange now uses the wall clock/).waitFor();
    await page.getByRole("heading", { name: "Clock" }).waitFor({ state: "hidden" });
    assert.deepEqual(operator.complaints(), []);
  });

  it("sets the pace of the residents, and tunes those of a market", async () => {
    const { page } = operator;
    await chooseView(page, "Residents");
    await page.getByLabel("Pace").selectOption("quiet");
    const row = page.getByRole("row").filter({ hasText: "Quotes both sides" }).first();
    await row.waitFor();
    const name = await row.getByRole("cell").first().textContent();
    await row.getByRole("button", { name: "Tune" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Quotes").selectOption("lmsr");
    await dialog.getByLabel("Maximum loss").fill("500");
    await dialog.getByRole("button", { name: "Tune" }).click();
    await dialog.waitFor({ state: "hidden" });
    const tuned = page
      .getByRole("row")
      .filter({ hasText: name ?? "" })
      .first();
    await tuned.getByText(/^Market scoring rule, b \d/).waitFor();
    await tuned.getByText(/ \/ \$500\.00$/).waitFor();
    await page.getByLabel("Pace").selectOption("off");
    await page.getByRole("row").filter({ hasText: "Quotes both sides" }).first().waitFor({ state: "hidden" });
    assert.deepEqual(operator.complaints(), []);
  });

  it("starts a maker of the house with a budget, and stops it", async () => {
    const { page } = operator;
    await chooseView(page, "House makers");
    await page.getByText("There are no house makers.").waitFor();
    await page.getByRole("textbox", { name: /^Market/ }).fill("no-such-market");
    await page.getByLabel("Maximum loss").fill("50");
    await page.getByText("More", { exact: true }).click();
    await page.getByLabel("Budget").fill("80");
    await page.getByLabel("Reason").fill("a market needs quotes");
    await page.getByRole("button", { name: "Start a house maker" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Start a house maker" }).click();
    await page
      .getByRole("alert")
      .getByText(/no-such-market/)
      .waitFor();

    const { slug, question } = await makeMarket(exchange, "Will the harbour clock be mended this year?");
    await page.getByRole("textbox", { name: /^Market/ }).fill(slug);
    await page.getByRole("button", { name: "Start a house maker" }).click();
    await page.getByRole("dialog").getByText("This creates $80.00 and credits the money").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Start a house maker" }).click();
    const row = page.getByRole("row").filter({ hasText: question });
    await row.getByText("Quotes both sides").waitFor();
    await row.getByText(/ \/ \$80\.00$/).waitFor();
    await row.getByText(/ \/ \$50\.00$/).waitFor();

    await row.getByRole("button", { name: "Stop" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("others quote now");
    await dialog.getByRole("button", { name: "Stop" }).click();
    await row.getByText("Stopped", { exact: true }).waitFor();
    await row.getByText("0 / 0", { exact: true }).last().waitFor();
    assert.deepEqual(operator.complaints(), []);
  });

  it("takes a snapshot, goes back to it, and removes it", async () => {
    const { page } = operator;
    await chooseView(page, "Snapshots");
    await page.getByLabel("Name").fill("Not A Name");
    await page.getByRole("button", { name: "Take a snapshot" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Name").fill("calm");
    await page.getByRole("button", { name: "Take a snapshot" }).click();
    await page.getByText("The snapshot calm was saved.").waitFor();
    const row = page.getByRole("row").filter({ hasText: "calm" });
    await row.getByRole("button", { name: "Go back" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Go back" }).click();
    await page.getByText("The exchange is back at the snapshot calm.").waitFor();
    await row.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await row.waitFor({ state: "hidden" });
    assert.deepEqual(operator.complaints(), []);
  });

  it("makes a webhook, watches its deliveries, retries and drops them, and deletes it", async () => {
    await chooseView(operator.page, "Webhooks");
    await walkWebhooks(exchange, browser, operator.page);
    assert.deepEqual(operator.complaints(), []);
  });

  it("lists backups, and has one written at once", async () => {
    const { page } = operator;
    await chooseView(page, "Backups");
    await page.getByText("Verified after writing").waitFor();
    const backups = page.getByRole("table", { name: "Available backups" }).getByRole("row");
    await backups.nth(1).waitFor();
    const listed = await backups.count();
    await page.getByLabel("Reason").fill("before the update");
    await page.getByRole("button", { name: "Back up now" }).click();
    await page.getByText("A full backup has started.").waitFor();
    await backups.nth(listed).waitFor();
    await assertAccessible(page, "backups");
    assert.deepEqual(operator.complaints(), []);
  });

  it("shows what clients asked and were refused, and copies a request as a command", async () => {
    const { page } = operator;
    for (const token of ["7", "8"]) await fetch(`${exchange.addresses.spec.trading}/book?token_id=${token}`);
    await chooseView(page, "Requests");
    const form = page.getByRole("search");
    await form.getByRole("textbox").fill("token_id=7");
    await form.getByRole("checkbox", { name: "Refused requests only" }).check();
    await form.getByRole("button", { name: "Search" }).click();
    const rows = page.getByRole("table", { name: "Latest first" }).getByRole("row");
    const row = rows.filter({ hasText: "GET /book?token_id=7" });
    await row.getByText(/^unknown_token: /).waitFor();
    await rows.filter({ hasText: "token_id=8" }).waitFor({ state: "hidden" });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await row.getByRole("button", { name: /curl of/ }).click();
    const copied = await page.evaluate("navigator.clipboard.readText()");
    assert.match(String(copied), /^curl -X GET 'http:\/\/\S+\/book\?token_id=7'/);
    assert.deepEqual(operator.complaints(), []);
  });

  it("puts faults in force, by a preset and by their terms, and ends them", async () => {
    const { page } = operator;
    await chooseView(page, "Faults");
    await page.getByRole("button", { name: "Start timeout-that-filled" }).click();
    const inForce = page.getByRole("region", { name: "Active faults" });
    const lost = inForce.getByRole("row").filter({ hasText: "lose-answer" });
    await lost.waitFor();
    await page.getByRole("textbox", { name: /^Fault/ }).fill("latency, please");
    await page.getByRole("button", { name: "Start", exact: true }).last().click();
    await page
      .getByRole("alert")
      .getByText(/Enter a fault in JSON/)
      .waitFor();
    await page.getByRole("textbox", { name: /^Fault/ }).fill('{"kind": "latency", "ms": 5}');
    await page.getByRole("button", { name: "Start", exact: true }).last().click();
    await inForce.getByText("ms=5").waitFor();
    await lost.getByRole("button", { name: "End" }).click();
    await lost.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Start timeout-that-filled" }).click();
    await page.getByRole("button", { name: "End all" }).click();
    await inForce.waitFor({ state: "hidden" });
    assert.deepEqual(operator.complaints(), []);
  });
});
