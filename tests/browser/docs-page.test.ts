/**
 * Tests /docs/try in a browser: every mounted document can be selected, read and tried, without requests to other origins.
 */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { deepSuite } from "../support/depth.ts";
import type { Browser, Page } from "playwright-core";
import { operationsIn } from "../../src/http/dialects/dialect-parameters.ts";
import { documentTitle } from "../../src/http/openapi/document.ts";
import { SERVED } from "../docs/openapi-documents.ts";
import { startListeningExchange } from "../http/listening-exchange.ts";
import type { ListeningExchange } from "../http/listening-exchange.ts";
import { testListing } from "../support/exchange.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { shareBrowser } from "./shared-exchange.ts";

const MOUNTED = SERVED.filter(({ prefix }) => prefix !== undefined).map(({ prefix, served }) => ({
  title: documentTitle(served.page, served.dialect),
  prefix,
  operations: operationsIn(served.endpoints, served.dialect).map(
    ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`,
  ),
}));

deepSuite("/docs/try in a browser", { skip: NO_BROWSER }, () => {
  let exchange: ListeningExchange;
  let browser: Browser;
  let page: Page;
  let web: string;
  const requestedUrls: string[] = [];
  const complaints: string[] = [];

  before(async () => {
    exchange = await startListeningExchange();
    await exchange.list(testListing([{ name: "rain" }], { title: "Weather of tomorrow" }));
    ({ web } = exchange.addresses);
    browser = await shareBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    page.on("request", (request) => requestedUrls.push(request.url()));
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await page.goto(`${web}/docs/try`);
  });

  after(() => exchange?.close());

  /** Selects a document, and waits until the page shows it. */
  async function choose(title: string): Promise<void> {
    await page.getByLabel("Select a definition").selectOption({ label: title });
    await page.locator(".info .title", { hasText: new RegExp(`^\\s*${title}\\s*\\d`) }).waitFor();
  }

  it("offers the document of every mounted interface", async () => {
    await page.locator(".opblock").first().waitFor();
    const offered = await page.getByLabel("Select a definition").locator("option").allTextContents();
    assert.deepEqual(
      offered,
      MOUNTED.map(({ title }) => title),
    );
  });

  for (const { title, prefix, operations } of MOUNTED) {
    it(`shows every operation of ${title}, with this exchange as its server`, async () => {
      await choose(title);
      const shown = await page.locator(".opblock-summary").allInnerTexts();
      const names = shown.map((text) => text.split(/\s+/).slice(0, 2).join(" "));
      assert.deepEqual(names.sort(), operations.sort());
      assert.equal(await page.locator(".servers select").inputValue(), prefix);
    });
  }

  it("sends GET /events, and shows the answer", async () => {
    await choose("Presage catalog interface");
    const operation = page.locator("#operations-Events-getEvents");
    await operation.locator(".opblock-summary").click();
    await operation.getByRole("button", { name: "Try it out" }).click();
    await operation.getByRole("button", { name: "Execute" }).click();
    const answer = operation.locator(".live-responses-table .response");
    await answer.waitFor();
    const text = await answer.innerText();
    assert.match(text, /^200/);
    assert.match(text, /"title": "Weather of tomorrow"/);
    assert.match(text, /x-page-limit: 100/);
    const url = await operation.locator(".request-url").innerText();
    assert.equal(
      url
        .trim()
        .split("?")[0]
        ?.replace(/^Request URL\s*/, ""),
      `${web}/spec/catalog/events`,
    );
  });

  it("sent no request to another origin, and violated no content security policy", () => {
    const elsewhere = requestedUrls.filter((url) => !url.startsWith(`${web}/`) && !url.startsWith("data:"));
    assert.deepEqual(elsewhere, []);
    assert.deepEqual(complaints, []);
  });
});
