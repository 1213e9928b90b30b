/**
 * One browser and one exchange for all test files of a process, since their starts take longer than most tests. Each test
 * makes its own markets and wallets, and asserts nothing about those of others. A file that stops the
 * exchange, changes its mode or its clock, or needs an empty one starts its own with `startRunningExchange`.
 */
import type { Browser } from "playwright-core";
import { atTheEnd } from "../support/at-the-end.ts";
import { openBrowser } from "./open-browser.ts";
import { startRunningExchange } from "./running-exchange.ts";
import type { SharedExchange } from "./running-exchange.ts";

let browser: Promise<Browser> | undefined;
let exchange: Promise<SharedExchange> | undefined;

/**
 * Gives the browser of this process, without the pages that the file before left open. Each test opens a profile of its own
 * in it with `openPage`.
 */
export async function shareBrowser(): Promise<Browser> {
  browser ??= closedAtTheEnd(openBrowser());
  const opened = await browser;
  await Promise.all(opened.contexts().map((context) => context.close()));
  return opened;
}

/** Gives the browser and the exchange of this process. */
export async function shareExchange(): Promise<{
  readonly browser: Browser;
  readonly exchange: SharedExchange;
}> {
  const [opened, started] = await Promise.all([shareBrowser(), startShared()]);
  return { browser: opened, exchange: started };
}

const startShared = (): Promise<SharedExchange> => (exchange ??= closedAtTheEnd(startRunningExchange()));

function closedAtTheEnd<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  atTheEnd(async () => (await starting).close());
  return starting;
}
