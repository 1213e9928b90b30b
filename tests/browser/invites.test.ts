/** Tests invites as people see them: an operator makes links in the console, and phones open them. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { NO_BROWSER } from "./open-browser.ts";
import { openConsole } from "./operator.ts";
import type { SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { PAGE_DEVICES, assertAccessible, assertFits, openPage } from "./watched-page.ts";
import type { WatchedPage } from "./watched-page.ts";

describe("invites", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;
  let operator: WatchedPage;
  /** Links by the name that each gives. */
  const links = new Map<string, string>();

  before(async () => {
    ({ browser, exchange } = await shareExchange());
    operator = await openPage(browser, exchange.addresses.admin);
    await openConsole(operator.page, exchange, "invites");
    await operator.page.getByRole("heading", { name: "Invites", exact: true }).waitFor();
  });

  /** Opens a link at the page's own address, on a device. */
  async function open(link: string, device = PAGE_DEVICES[0]): Promise<WatchedPage> {
    const [, options, colorScheme] = device!;
    const shown = await openPage(browser, exchange.addresses.web, { ...options, colorScheme });
    await shown.page.goto(exchange.addresses.web + new URL(link).pathname);
    return shown;
  }

  async function makeWallet(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Create or connect a wallet" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create a wallet" }).click();
    // The next step is on the page of the invite.
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("banner").getByText("$10,000.00").waitFor();
  }

  it("are made for names in the console, and saved as a file of links", async () => {
    const { page } = operator;
    await page.getByLabel("Kind").selectOption("names");
    await page.getByLabel("Amount").fill("250");
    const file = { name: "class.csv", mimeType: "text/csv", buffer: Buffer.from("J\u00fcrg", "latin1") };
    await page.getByLabel("Or a CSV file").setInputFiles(file);
    await page.getByText("class.csv is not in UTF-8").waitFor();
    assert.equal(await page.getByLabel("Names").inputValue(), "");
    await page
      .getByLabel("Or a CSV file")
      .setInputFiles({ ...file, buffer: Buffer.from("name\nWilma Stone\nWilmo Reed") });
    await page.getByText("class.csv is not in UTF-8").waitFor({ state: "detached" });
    assert.equal(await page.getByLabel("Names").inputValue(), "name\nWilma Stone\nWilmo Reed");
    await page.getByLabel("Reason").fill("class 7b");
    await page.getByRole("button", { name: "Create invites" }).click();
    await page
      .getByRole("dialog")
      .getByText("Create invites for 2 people, worth $500.00 in total?")
      .waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Create invites" }).click();
    await page.getByRole("status").getByText("Links created: 2.").waitFor();
    await page.getByRole("table", { name: "All invites" }).getByText("Wilma Stone").first().waitFor();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the new links as CSV" }).click();
    const [header = "", ...lines] = (await readFile(await (await saving).path(), "utf8"))
      .trim()
      .split("\r\n");
    assert.match(header, /name,link,amount,uses/);
    for (const line of lines) {
      const [name = "", link = ""] = line.split(",");
      links.set(name, link);
    }
    assert.deepEqual([...links.keys()], ["Wilma Stone", "Wilmo Reed"]);
    await assertAccessible(page, "the invites");
    await assertFits(page, "the invites");
  });

  it("are passed on as a link, a QR code and a message", async () => {
    const { page } = operator;
    await page.getByRole("button", { name: /^Share.*Wilma Stone/ }).click();
    const dialog = page.getByRole("dialog");
    const link = links.get("Wilma Stone") ?? "";
    assert.equal(await dialog.getByRole("textbox", { name: "Link" }).inputValue(), link);
    await dialog.getByRole("img", { name: "QR code of the link: Wilma Stone" }).waitFor();
    const mail = new URL(
      (await dialog.getByRole("link", { name: "Write a mail" }).getAttribute("href")) ?? "",
    );
    const message = await dialog.getByLabel("Message").inputValue();
    assert.match(message, /Wilma Stone.*\$250\.00/s);
    assert.ok(message.includes(link));
    assert.equal(mail.searchParams.get("body"), message.replaceAll("+", " "));
    await assertAccessible(page, "an invite to pass on");
    await dialog.getByRole("button", { name: "Close" }).click();
  });

  for (const device of PAGE_DEVICES)
    it(`give a wallet funds and a name once, and say so later: ${device[0]}`, async () => {
      const name = `Walker ${device[0].replaceAll(/[^a-z]/g, "")}`.slice(0, 24);
      const { link } = await makeLink({ amount: "250", names: name });
      const shown = await open(link, device);
      const { page } = shown;
      await page.getByRole("heading", { name: "You are invited to Presage" }).waitFor();
      await page.getByText(`Other traders will see you as ${name}.`).waitFor();
      await assertAccessible(page, "an invite");
      await assertFits(page, "an invite");
      await makeWallet(page);
      await page.getByRole("button", { name: "Take $250.00" }).click();
      await page.getByText("You received $250.00 from this invitation.").waitFor();
      await page.getByText(`The invitation also gave you the name ${name}.`).waitFor();
      await page.getByRole("banner").getByText("$10,250.00").waitFor();
      await page.reload();
      await page.getByText("You received $250.00 from this invitation.").waitFor();
      await assertAccessible(page, "an invite that was used");
      await assertFits(page, "an invite that was used");
      assert.deepEqual(shown.complaints(), []);
      await shown.close();
      const later = await open(link, device);
      await later.page.getByText("This invitation is used up.").waitFor();
      await later.page.getByText("If you used this invitation yourself").waitFor();
      await later.close();
    });

  type Made = { readonly link: string; readonly id: string };

  async function makeLink(terms: object): Promise<Made> {
    const sent = await fetch(`${exchange.addresses.admin}/invites`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${exchange.token}` },
      body: JSON.stringify({ reason: "a test", ...terms }),
    });
    const { invites } = (await sent.json()) as { invites: readonly Made[] };
    assert.equal(sent.status, 200);
    return invites[0]!;
  }

  it("give the funds and say why the name is not to be had", async () => {
    const thief = await open((await makeLink({ amount: "1", names: "Wilma Stane" })).link);
    await makeWallet(thief.page);
    await thief.page.getByRole("banner").getByText("$10,000.00").click();
    const dialog = thief.page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Choose a name" }).click();
    await dialog.getByRole("textbox", { name: /name/i }).fill("Wilma Stone");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Other traders now see this name.").waitFor();
    await thief.close();
    const { page, close } = await open(links.get("Wilma Stone") ?? "");
    await makeWallet(page);
    await page.getByRole("button", { name: "Take $250.00" }).click();
    await page.getByText("You did not get the name Wilma Stone.").waitFor();
    await page.getByText("Another trader has this name or a similar one.").waitFor();
    await close();
  });

  it("say that they are withdrawn once an operator revoked them, and that a link is unknown", async () => {
    const { page } = operator;
    const row = page.getByRole("row").filter({ hasText: "Wilmo Reed" });
    await row.getByRole("button", { name: /^Revoke ?: Wilmo Reed$/ }).click();
    await page.getByRole("dialog").getByLabel("Reason").fill("he left");
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("status").getByText("Links revoked: 1.").waitFor();
    await row.getByText("Revoked").waitFor();
    const shown = await open(links.get("Wilmo Reed") ?? "");
    await shown.page.getByText("This invitation was withdrawn.").waitFor();
    await shown.page.goto(`${exchange.addresses.web}/invite/0123456789`);
    await shown.page.getByText("The exchange does not know this link.").waitFor();
    await assertAccessible(shown.page, "an unknown invite");
    await shown.close();
    assert.deepEqual(operator.complaints(), []);
  });
});
