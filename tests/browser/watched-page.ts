/** A browser page that records errors, violations of its content security policy, and requests to other origins. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { atDepth } from "../support/depth.ts";

export type WatchedPage = {
  readonly page: Page;
  /** Gives the recorded complaints, and clears them. */
  complaints(): string[];
  close(): Promise<void>;
};

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

type Device = readonly [
  name: "phone" | "desktop",
  options: BrowserContextOptions,
  colorScheme: "light" | "dark",
];

const PHONE_DARK: Device = ["phone", PHONE, "dark"];
const DESKTOP_LIGHT: Device = ["desktop", DESKTOP, "light"];

export const BOTH_DEVICES: readonly Device[] = [PHONE_DARK, DESKTOP_LIGHT];

const devicesOf = (device: Device): readonly Device[] =>
  atDepth({ quick: [device], deep: [device], long: BOTH_DEVICES });

/** Devices on which the tests walk through the page of traders. */
export const PAGE_DEVICES = devicesOf(PHONE_DARK);

/** Devices on which the tests walk through the console. */
export const CONSOLE_DEVICES = devicesOf(DESKTOP_LIGHT);

/** Enough for a machine that others load ten times over. */
const PATIENCE_MS = 90_000;

/**
 * Opens a page in a fresh browser profile. It has no service worker unless the options allow one: the browser may pass
 * requests by way of the worker, where the routes of a test do not see them.
 */
export async function openPage(
  browser: Browser,
  web: string,
  options: BrowserContextOptions = DESKTOP,
): Promise<WatchedPage> {
  const context = await browser.newContext({
    locale: "en-GB",
    timezoneId: "UTC",
    serviceWorkers: "block",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  let noted: string[] = [];
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (origin !== new URL(web).origin && protocol !== "data:" && protocol !== "blob:")
      noted.push(`a request to elsewhere: ${request.url()}`);
  });
  page.on("pageerror", ({ message }) => noted.push(message));
  page.on("console", (message) => {
    // The browser logs every refused request, which the page explains itself.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      noted.push(message.text());
  });
  return {
    page,
    complaints: () => {
      const found = noted;
      noted = [];
      return found;
    },
    close: () => context.close(),
  };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Rule sets of axe, including WCAG 2.2 at levels A and AA. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Asks axe to describe violations alone, which takes less time than all that is right besides. */
const QUESTION = { runOnly: RULES, resultTypes: ["violations"] };

type Violation = {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
};

/** Asserts that axe finds no obstacle for users with disabilities. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  await page.evaluate(AXE);
  const violations: readonly Violation[] = await page.evaluate(
    `axe.run(document, ${JSON.stringify(QUESTION)}).then(({ violations }) => violations)`,
  );
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}; ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
  assert.deepEqual(found, [], what);
}

/** Asserts that the page is not wider than the screen. */
export async function assertFits(page: Page, what: string): Promise<void> {
  const [content, screen]: readonly [number, number] = await page.evaluate(
    "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
  );
  assert.ok(content <= screen, `${what}: ${content} px of content on ${screen} px`);
}
