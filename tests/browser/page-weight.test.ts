/** Limits the size of what the first page loads: its scripts, and all of it on the wire. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { NO_BROWSER, openBrowser } from "./open-browser.ts";
import { startRunningExchange } from "./running-exchange.ts";

const BUILT = new URL("../../web/dist/", import.meta.url);
const MOST_BYTES = 150_000;
const MOST_ON_THE_WIRE = 180_000;

const read = (path: string): string => readFileSync(new URL(`.${path}`, BUILT), "utf8");

/** Lists a script and all its static imports. Dynamic imports are left out. */
function withImports(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const imports = read(path).matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g);
  for (const [, file] of imports) withImports(`/assets/${file}`, found);
  return found;
}

for (const entry of ["/index.html", "/admin.html"])
  test(`the scripts of ${entry} are below 150 kB compressed`, () => {
    const scripts = [...read(entry).matchAll(/(?:src|href)="(\/assets\/[\w.-]+\.js)"/g)].flatMap(
      ([, path]) => [...withImports(path!)],
    );
    assert.ok(scripts.length > 0);
    const bytes = [...new Set(scripts)].reduce((sum, path) => sum + gzipSync(read(path)).length, 0);
    assert.ok(bytes > 50_000 && bytes < MOST_BYTES, `${bytes} bytes of scripts`);
  });

test("the first page is below 180 kB on the wire, data and all", { skip: NO_BROWSER }, async () => {
  const exchange = await startRunningExchange();
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    let bytes = 0;
    network.on("Network.loadingFinished", ({ encodedDataLength }) => void (bytes += encodedDataLength));
    await page.goto(exchange.addresses.web);
    await page.locator('main a[href^="/event/"]').first().waitFor();
    await page.waitForLoadState("networkidle");
    assert.ok(bytes > MOST_BYTES / 2 && bytes < MOST_ON_THE_WIRE, `${bytes} bytes`);
  } finally {
    await browser.close();
    await exchange.close();
  }
});
