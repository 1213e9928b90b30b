/** A walk through the webhooks of the console, with a receiver that fails at first. */
import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { findRunningServer } from "../../src/store/server/embedded-server.ts";
import { withSql } from "../support/history.ts";
import { until } from "../support/until.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import type { Receiver } from "../webhooks/receiver.ts";
import { openConsole } from "./operator.ts";
import { askOperator } from "./running-exchange.ts";
import type { RunningExchange } from "./running-exchange.ts";
import { assertAccessible, assertFits, CONSOLE_DEVICES, openPage } from "./watched-page.ts";

/** Carries a step out that opens a dialog. */
async function step(page: Page, name: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.getByRole("button", { name, exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  for (const [label, text] of Object.entries({ ...fields, Reason: "for a test" }))
    await dialog.getByLabel(label).fill(text);
  await dialog.getByRole("button", { name, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Makes a webhook, watches what it gave up, retries and drops that, and deletes it; the page shows the webhooks. */
export async function walkWebhooks(exchange: RunningExchange, browser: Browser, page: Page): Promise<void> {
  const receiver = await startReceiver();
  try {
    const secret = await makeWebhook(page, receiver);
    await failDeliveries(exchange, page, receiver);
    await page.getByRole("table", { name: "Given up" }).getByRole("row").nth(2).waitFor();
    await showGivenUp(exchange, browser);
    await mendDeliveries(page, receiver, secret);
  } finally {
    await receiver.close();
  }
}

/** Makes it in the form, and gives the secret that is shown. */
async function makeWebhook(page: Page, receiver: Receiver): Promise<string> {
  await page.getByLabel("Address").fill(receiver.url);
  await page.getByRole("checkbox", { name: "All events" }).uncheck();
  await page.getByLabel("Reason").fill("for a test");
  await page.getByRole("button", { name: "Create a webhook" }).click();
  await page.getByText("Choose at least one kind of event.").waitFor();
  await page.getByRole("checkbox", { name: "Mode changed" }).check();
  await page.getByLabel("Description").fill("modes");
  await page.getByLabel("Reason").fill("for a test");
  await page.getByRole("button", { name: "Create a webhook" }).click();
  const secret = await page.getByRole("textbox", { name: "Secret" }).inputValue();
  assert.match(secret, /^whsec_/);
  await page.getByText(`${receiver.url} now receives events.`).waitFor();
  assert.equal(await page.getByLabel("Address").inputValue(), "", "the form is empty again");
  await page.getByLabel("Address").fill(receiver.url);
  await page.getByLabel("Reason").fill("for a test");
  await page.getByRole("button", { name: "Create a webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("A webhook with this address already exists.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await assertAccessible(page, "webhooks");
  return secret;
}

/** Lets two deliveries fail, and be given up. */
async function failDeliveries(exchange: RunningExchange, page: Page, receiver: Receiver): Promise<void> {
  receiver.reply = () => 500;
  await page.getByRole("link", { name: "modes" }).click();
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByText("The test did not arrive. The receiver has an internal error (status 500).").waitFor();
  for (const mode of ["post-only", "normal"])
    await askOperator(exchange, "/mode", { mode, reason: "for a test" });
  const url = findRunningServer(exchange.directory);
  assert.ok(url !== undefined, "its database runs");
  await withSql(url, async (sql) => {
    await until("both modes wait", async () => (await sql`select from webhook_deliveries`).length === 2);
    await step(page, "Pause");
    // They are given up after days. While they are not paused, they stand in memory.
    await sql`update webhook_deliveries set dead_at = ${Date.now()}`;
  });
}

/** Follows the entry of the overview to what was given up, on other devices. */
async function showGivenUp(exchange: RunningExchange, browser: Browser): Promise<void> {
  for (const [device, options, colorScheme] of CONSOLE_DEVICES) {
    const shown = await openPage(browser, exchange.addresses.admin, { ...options, colorScheme });
    await openConsole(shown.page, exchange);
    await shown.page.getByRole("link", { name: "modes" }).click();
    await shown.page.getByText(/Paused\. Deliveries given up: 2\./).waitFor();
    await shown.page.getByRole("link", { name: "modes" }).click();
    await shown.page.getByRole("table", { name: "Given up" }).waitFor();
    await assertAccessible(shown.page, `a webhook, ${device}`);
    await assertFits(shown.page, `a webhook, ${device}`);
    assert.deepEqual(shown.complaints(), []);
    await shown.close();
  }
}

async function mendDeliveries(page: Page, receiver: Receiver, first: string): Promise<void> {
  receiver.reply = () => 200;
  await step(page, "Retry");
  await step(page, "Resume");
  await until("the first mode arrived", () => receiver.accepted.length === 1);
  await step(page, "Drop");
  await page.getByText("There are no given-up deliveries.").waitFor();
  await step(page, "Replace the secret", { "Hours with both secrets": "1" });
  assert.notEqual(await page.getByRole("textbox", { name: "Secret" }).inputValue(), first);
  await step(page, "Send batches again", { "First batch": "1" });
  await until("both modes arrived again", () => receiver.accepted.length >= 3);
  await step(page, "Delete");
  await page.getByRole("link", { name: "All webhooks" }).click();
  await page.getByText("There are no webhooks.").waitFor();
}
