/** Tests what operators set about the traders' page: announcements on open pages, and a name, colour and logo of their own. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { NO_BROWSER } from "./open-browser.ts";
import { chooseView, openConsole } from "./operator.ts";
import { demoMarkets, startRunningExchange } from "./running-exchange.ts";
import type { RunningExchange } from "./running-exchange.ts";
import { shareBrowser } from "./shared-exchange.ts";
import { untilInPage } from "./until-in-page.ts";
import { CONSOLE_DEVICES, assertAccessible, assertFits, openPage } from "./watched-page.ts";
import type { WatchedPage } from "./watched-page.ts";

const LOGO = new URL("../../web/dist/icons/192.png", import.meta.url);
/** Readable shade of #ffe600 on light grounds. */
const SHADE = "#6a5f00";

describe("what operators set about the page", { skip: NO_BROWSER }, () => {
  let exchange: RunningExchange;
  let browser: Browser;
  before(async () => {
    exchange = await startRunningExchange();
    browser = await shareBrowser();
  });
  after(() => exchange?.close());

  const openView = async (view: string): Promise<WatchedPage> => {
    const watched = await openPage(browser, exchange.addresses.admin);
    const { page } = watched;
    await openConsole(page, exchange, view);
    return watched;
  };

  for (const [name, device, colorScheme] of CONSOLE_DEVICES)
    it(`shows an announcement on an open page until it is dismissed or withdrawn: ${name}`, async () => {
      const trader = await openPage(browser, exchange.addresses.web!, { ...device, colorScheme });
      await trader.page.goto(exchange.addresses.web!);
      await trader.page.getByRole("heading", { level: 1 }).first().waitFor();
      const { page, complaints, close } = await openView("announcements");
      const announce = async (text: string, kind: string): Promise<void> => {
        await page.getByLabel("Text").fill(text);
        await page.getByLabel("Kind").selectOption(kind);
        await page.getByLabel("Link").fill(kind === "warning" ? "https://status.example/sunday" : "");
        await page.getByLabel("Reason").fill("for a test");
        await page.getByRole("button", { name: "Announce" }).click();
        await page.getByText("Traders see the announcement now.").waitFor();
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

  it("says how long a text may be that is too long, and cuts no pasted address", async () => {
    const { page, close } = await openView("announcements");
    const text = page.getByLabel("Text");
    await text.fill("x".repeat(1_281));
    await page.getByLabel("Reason").fill("for a test");
    await page.getByRole("button", { name: "Announce" }).click();
    await page.getByText("Enter at most 500 characters. The text has 1,281.").waitFor();
    assert.equal((await text.inputValue()).length, 1_281);
    await text.fill("x".repeat(500));
    await page.getByText("Enter at most 500 characters").waitFor({ state: "detached" });
    await page.locator("textarea[name=text]:valid").waitFor();
    await chooseView(page, "Bans");
    const hash = `0x${"ab".repeat(32)}`;
    await page.getByLabel("Owner").fill(hash);
    await page.getByLabel("Reason").fill("for a test");
    await page.getByRole("button", { name: "Ban", exact: true }).click();
    const question = page.getByRole("dialog");
    await question.getByText(`Ban ${hash}?`).waitFor();
    await question.getByRole("button", { name: "Ban", exact: true }).click();
    await page.getByText(`No account has the name or address “${hash}”.`).waitFor();
    await close();
  });

  it("has the operator's name, colour and logo, wherever the page names itself", async () => {
    const { page, complaints, close } = await openView("brand");
    await page.getByLabel("Name", { exact: true }).fill("Bern & Friends");
    await page.getByLabel("Colour", { exact: true }).fill("#ffe600");
    await page.getByLabel("Logo").setInputFiles(fileURLToPath(LOGO));
    await page.getByLabel("Reason").fill("for a test");
    await page.getByRole("button", { name: "Change the brand" }).click();
    await page.getByText("The exchange is now called Bern & Friends.").waitFor();
    await assertAccessible(page, "the brand in the console");
    await page.reload();
    await page.getByText("Bern & Friends console").waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      const trader = await openPage(browser, exchange.addresses.web!, { colorScheme });
      await trader.page.goto(exchange.addresses.web!);
      await trader.page.getByRole("article").first().waitFor();
      assert.equal(await trader.page.title(), "Bern & Friends");
      await trader.page.getByRole("link", { name: "Bern & Friends" }).waitFor();
      await untilInPage(trader.page, "document.querySelector('.brand img').naturalWidth === 192");
      const accent = await trader.page.evaluate(
        "getComputedStyle(document.documentElement).getPropertyValue('--accent')",
      );
      assert.equal(accent, colorScheme === "dark" ? "#ffe600" : SHADE);
      await assertAccessible(trader.page, `a page with an odd colour, ${colorScheme}`);
      assert.deepEqual(trader.complaints(), []);
      await trader.close();
    }
    assert.deepEqual(complaints(), []);
    await close();
  });

  it("names itself in previews of links, in the manifest and without a connection", async () => {
    const get = async (path: string): Promise<string> =>
      (await fetch(exchange.addresses.web + path, { headers: { accept: "text/html, */*" } })).text();
    const manifest = JSON.parse(await get("/manifest.webmanifest"));
    assert.deepEqual([manifest.name, manifest.short_name], ["Bern & Friends", "Bern & Friends"]);
    assert.deepEqual([manifest.theme_color, manifest.icons[0].sizes], [SHADE, "192x192"]);
    const logo = await fetch(exchange.addresses.web + manifest.icons[0].src);
    assert.deepEqual(
      [logo.headers.get("content-type"), logo.headers.get("x-content-type-options")],
      ["image/png", "nosniff"],
    );
    assert.ok(Buffer.from(await logo.arrayBuffer()).equals(readFileSync(LOGO)));
    assert.match(await get("/offline.html"), /<h1>Bern &amp; Friends cannot be reached<\/h1>/);
    assert.match(await get("/service-worker.js"), /\n\/\/ [0-9a-f]{12}\n$/);
    const [market] = await demoMarkets(exchange);
    const event = await get(`/event/${market?.eventSlug}`);
    assert.match(event, /<meta property="og:site_name" content="Bern &amp; Friends" \/>/);
    assert.match(event, / · Bern &amp; Friends<\/title>/);
    const picture = await fetch(`${exchange.addresses.web}/event/${market?.eventSlug}/preview.png`);
    assert.deepEqual([picture.status, picture.headers.get("content-type")], [200, "image/png"]);
    assert.match(await get("/llms.txt"), /^# Bern & Friends\n/);
  });
});
