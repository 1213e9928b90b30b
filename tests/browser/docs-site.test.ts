/** The documentation in a browser: every page is accessible and fits, the search finds, and nothing comes from elsewhere. */
import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { Browser } from "playwright-core";
import { listSections, withParts } from "../../web/site/contents.ts";
import { atDepth, deepSuite } from "../support/depth.ts";
import { loadSlowly } from "./load-slowly.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { shareExchange } from "./shared-exchange.ts";
import { assertAccessible, assertFits, BOTH_DEVICES, openPage } from "./watched-page.ts";

const SECTIONS = [...listSections("en"), ...listSections("pt")];
/** One of so many pages is looked at; a long run looks at all. */
const STRIDE = atDepth({ quick: 4, deep: 4, long: 1 });
/** Pages in both languages to look at on one device, and the first of each section on the other. */
const PAGES = {
  phone: SECTIONS.flatMap(({ pages }) => withParts(pages)).filter((_, index) => index % STRIDE === 0),
  desktop: SECTIONS.flatMap(({ pages }) => pages.slice(0, 1)),
};
/** Largest page on the wire: its text, its scripts and its style. */
const MAX_BYTES = 180_000;

deepSuite("/docs in a browser", { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let web: string;

  before(async () => {
    const { browser: shared, exchange } = await shareExchange();
    browser = shared;
    ({ web } = exchange.addresses);
  });

  for (const [device, options, colorScheme] of BOTH_DEVICES)
    it(`shows its pages on a ${device}, ${colorScheme}`, async () => {
      const { page, complaints, close } = await openPage(browser, web, { ...options, colorScheme });
      const faults: string[] = [];
      for (const { path } of PAGES[device]) {
        await page.goto(`${web}/docs/${path}.html`);
        await page.locator("main h1").first().waitFor();
        assert.equal(await page.locator("html.dark").count(), colorScheme === "dark" ? 1 : 0);
        for (const assertShown of [assertAccessible, assertFits])
          await assertShown(page, path).catch((error: Error) => faults.push(`${path}: ${error.message}`));
        faults.push(...complaints().map((complaint) => `${path}: ${complaint}`));
      }
      assert.deepEqual(faults, []);
      await close();
    });

  it("finds a page by words, and leads to it", async () => {
    const { page, complaints, close } = await openPage(browser, web);
    await page.goto(`${web}/docs/`);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("searchbox").fill("heartbeat");
    const found = page.locator("#localsearch-list a").first();
    await found.waitFor();
    await found.click();
    await page.locator("main", { hasText: /heartbeat/i }).waitFor();
    assert.match(new URL(page.url()).pathname, /^\/docs\/.+\.html$/);
    assert.deepEqual(complaints(), []);
    await close();
  });

  it("shows the meaning of a term to the keyboard", async () => {
    const { page, complaints, close } = await openPage(browser, web);
    await page.goto(`${web}/docs/trading/negative-risk.html`);
    const term = page.locator("main .term").first();
    const note = term.getByRole("tooltip");
    assert.equal(await note.isVisible(), false);
    await term.focus();
    await note.waitFor();
    assert.ok((await note.innerText()).length > 10);
    await assertFits(page, "with the meaning of a term");
    assert.deepEqual(complaints(), []);
    await close();
  });

  it("leads from a page in English to the first in Portuguese, and from one in Portuguese to the same in English", async () => {
    const { page, complaints, close } = await openPage(browser, web);
    const switchTo = async (menu: string, language: string, lang: string) => {
      await page.getByRole("button", { name: menu }).hover();
      await page.getByRole("link", { name: language, exact: true }).first().click();
      await page.locator(`html[lang="${lang}"]`).waitFor();
      return new URL(page.url()).pathname;
    };
    await page.goto(`${web}/docs/start/testing-jest.html`);
    assert.equal(await switchTo("Change language", "Português", "pt-PT"), "/docs/pt/");
    for (const name of ["Primeiros passos", "Instalar o Presage"])
      await page.getByRole("link", { name }).first().click();
    await page.getByRole("heading", { name: "Instalar o Presage" }).waitFor();
    await page.getByRole("button", { name: "Copiar o código" }).first().waitFor({ state: "attached" });
    assert.equal(await switchTo("Mudar idioma", "English", "en"), "/docs/start/install.html");
    await page.getByRole("heading", { name: "Install Presage" }).waitFor();
    assert.deepEqual(complaints(), []);
    await close();
  });

  it("copies a block", async () => {
    const { page, close } = await openPage(browser, web, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.goto(`${web}/docs/start/install.html`);
    const block = page.locator("div[class*=language-]").first();
    await block.hover();
    await block.getByRole("button", { name: "Copy code" }).click();
    const copied: string = await page.evaluate("navigator.clipboard.readText()");
    assert.equal(copied.trim(), (await block.locator("pre").innerText()).trim());
    await close();
  });

  it("leads to the operations to try", async () => {
    const { page, close } = await openPage(browser, web);
    await page.goto(`${web}/docs/`);
    await page.getByRole("link", { name: "Try it" }).first().click();
    await page.locator(".opblock").first().waitFor();
    assert.equal(new URL(page.url()).pathname, "/docs/try/");
    await close();
  });

  it("makes a wallet for operations to try, by whose key they answer", async () => {
    const { page, complaints, close } = await openPage(browser, web);
    await page.goto(`${web}/docs/try/`);
    await page.getByRole("button", { name: "Make a throw-away wallet" }).click();
    await page
      .getByRole("status")
      .filter({ hasText: /signed for the wallet 0x[0-9a-f]{40}/ })
      .waitFor();
    for (const [id, shown] of [
      ["operations-API_keys-getAuthApiKeys", /^200[^]*"[0-9a-f]{8}-[0-9a-f-]{27}"/],
      ["operations-Orders-getDataOrders", /^200[^]*"data": \[\]/],
    ] as const) {
      const operation = page.locator(`[id="${id}"]`);
      await operation.locator(".opblock-summary-control").click();
      await operation.getByRole("button", { name: "Try it out" }).click();
      await operation.getByRole("button", { name: "Execute" }).click();
      const answer = operation.locator(".live-responses-table .response");
      await answer.waitFor();
      assert.match(await answer.innerText(), shown);
    }
    // The order that the page shows is signed as it is sent.
    const body = await page.locator("#signer pre").innerText();
    const operation = page.locator('[id="operations-Orders-postOrder"]');
    await operation.locator(".opblock-summary-control").click();
    await operation.getByRole("button", { name: "Try it out" }).click();
    await operation.locator("textarea.body-param__text").fill(body);
    await operation.getByRole("button", { name: "Execute" }).click();
    const answer = operation.locator(".live-responses-table .response");
    await answer.waitFor();
    assert.match(await answer.innerText(), /^200[^]*"orderID": "0x[0-9a-f]{64}"/);
    const given = JSON.parse(body);
    // Other fields of the body reach the exchange, and so does an order that cannot be signed.
    for (const [changed, shown] of [
      [
        { ...given, order: { ...given.order, expiration: "4102444800" }, orderType: "GTD" },
        /^200 .*"orderID":"0x/,
      ],
      [{ ...given, order_group: "none" }, /^4.*order_group_not_found/],
      [{ ...given, order: { ...given.order, tokenId: "string" } }, /^400 .*"code":/],
    ] as const) {
      const request = JSON.stringify({
        url: "/spec/trading/order",
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(changed),
      });
      const said: string = await page.evaluate(
        `PresageSigner.sign(${request}).then(async ({ url, ...init }) => {
          const sent = await fetch(url, init);
          return sent.status + " " + (await sent.text());
        })`,
      );
      assert.match(said, shown);
    }
    assert.deepEqual(complaints(), []);
    await close();
  });

  it("is below 180 kB a page on the wire", async (check) => {
    const { bytes } = await loadSlowly(browser, `${web}/docs/start/install.html`, "main h1");
    check.diagnostic(`${bytes} bytes`);
    assert.ok(bytes > 20_000 && bytes < MAX_BYTES, `${bytes} bytes`);
  });
});
