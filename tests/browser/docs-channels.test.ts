/** Tests /docs/channels in a browser: AsyncAPI's viewer shows the channels and messages of every dialect. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import { asyncApiDocument } from "../../src/stream/asyncapi/with-asyncapi.ts";
import { deepSuite } from "../support/depth.ts";
import { loadSlowly } from "./load-slowly.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { shareExchange } from "./shared-exchange.ts";
import { assertAccessible, assertFits, BOTH_DEVICES, openPage } from "./watched-page.ts";

/** Largest page on the wire: the viewer, its style and one document. */
const MAX_BYTES = 300_000;

const EXAMPLES: Readonly<Record<string, unknown>> = JSON.parse(
  readFileSync(new URL("../../docs/asyncapi/examples.json", import.meta.url), "utf8"),
);

const writtenOut = (example: unknown): string =>
  typeof example === "string" ? example : JSON.stringify(example, undefined, 2);

const operationsOf = (dialect: string): string[] => {
  const { channels, operations } = asyncApiDocument(`/${dialect}/trading`);
  return Object.values(operations).map(({ action, channel }) => {
    const name = channel.$ref.slice(channel.$ref.lastIndexOf("/") + 1);
    return `${action} ${channels[name]?.address}`;
  });
};

deepSuite("/docs/channels in a browser", { skip: NO_BROWSER }, () => {
  let browser: Browser;
  let web: string;

  before(async () => {
    const { browser: shared, exchange } = await shareExchange();
    browser = shared;
    ({ web } = exchange.addresses);
  });

  async function choose(page: Page, dialect: string): Promise<void> {
    await page.getByLabel("Dialect").selectOption(dialect);
    await page
      .getByRole("status")
      .filter({ hasText: `Channels of the dialect ${dialect},` })
      .waitFor();
    await page.getByText(`/${dialect}/trading/ws/user`, { exact: true }).first().waitFor();
  }

  it("shows the channels of every dialect, with their messages and examples", async () => {
    const { page, complaints, close } = await openPage(browser, web);
    await page.goto(`${web}/docs/channels`);
    await page.locator("#viewer h3").first().waitFor();
    const offered = await page.getByLabel("Dialect").locator("option").allTextContents();
    assert.deepEqual(offered.sort(), [...DIALECTS].sort());
    for (const dialect of offered) {
      await choose(page, dialect);
      const shown = await page.locator("#viewer h3").allInnerTexts();
      const operations = shown.map((text) =>
        text
          .trim()
          .split(/\s+/)
          .join(" ")
          .replace(/^\S+/, (word) => word.toLowerCase()),
      );
      assert.deepEqual(operations, operationsOf(dialect));
      const names = Object.keys(asyncApiDocument().components.messages);
      const shownNames = await page.locator("#viewer .panel-item--center .bg-orange-600").allTextContents();
      assert.deepEqual(
        names.filter((name) => !shownNames.includes(name)),
        [],
      );
      const examples = Object.values(EXAMPLES).map(writtenOut);
      const texts = await page.locator("#viewer .examples").allTextContents();
      for (const example of examples)
        assert.ok(
          texts.some((text) => text.includes(example)),
          example,
        );
    }
    assert.deepEqual(complaints(), []);
    await close();
  });

  for (const [device, options, colorScheme] of BOTH_DEVICES)
    it(`is accessible on a ${device}, ${colorScheme}`, async () => {
      const { page, complaints, close } = await openPage(browser, web, { ...options, colorScheme });
      page.setDefaultTimeout(9000);
      await page.goto(`${web}/docs/channels/`);
      await choose(page, "spec");
      for (const assertShown of [assertAccessible, assertFits]) await assertShown(page, "closed");
      await page.evaluate(
        '[...document.querySelectorAll("button")].filter((button) => button.textContent === "Expand all").forEach((button) => button.click())',
      );
      await page.getByRole("button", { name: "Collapse all" }).last().waitFor();
      for (const assertShown of [assertAccessible, assertFits]) await assertShown(page, "open");
      assert.deepEqual(complaints(), []);
      await close();
    });

  it("is below 300 kB on the wire", async (check) => {
    const { bytes } = await loadSlowly(browser, `${web}/docs/channels`, "#viewer h3");
    check.diagnostic(`${bytes} bytes`);
    assert.ok(bytes > 50_000 && bytes < MAX_BYTES, `${bytes} bytes`);
  });
});
