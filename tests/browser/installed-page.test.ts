/** Tests what makes the page installable, and what it shows without a connection. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { NO_BROWSER } from "./open-browser.ts";
import type { SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { assertTouchable } from "./touch-targets.ts";
import { until } from "../support/until.ts";
import { untilInPage } from "./until-in-page.ts";
import { assertAccessible, assertFits, openPage, PHONE } from "./watched-page.ts";

const WITH_WORKER = { ...PHONE, serviceWorkers: "allow" } as const;

type Manifest = { readonly icons: readonly { src: string; sizes: string; type: string; purpose?: string }[] };

describe("an installed page", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;

  before(async () => ({ browser, exchange } = await shareExchange()));

  /** Gets what a browser gets. */
  const get = (path: string) =>
    fetch(exchange.addresses.web + path, { headers: { accept: "text/html, */*" } });

  it("has a manifest in which the browser finds no fault, with icons of the sizes that it names", async () => {
    const watched = await openPage(browser, exchange.addresses.web, WITH_WORKER);
    const { page } = watched;
    await page.goto(exchange.addresses.web);
    const browserSide = await page.context().newCDPSession(page);
    const { url, errors } = await browserSide.send("Page.getAppManifest");
    assert.equal(url, `${exchange.addresses.web}/manifest.webmanifest`);
    assert.deepEqual(errors, []);
    const answer = await get("/manifest.webmanifest");
    assert.match(answer.headers.get("content-type") ?? "", /^application\/manifest\+json/);
    const { icons }: Manifest = JSON.parse(await answer.text());
    const painted = icons.filter(({ type }) => type === "image/png");
    assert.deepEqual(
      painted.map(({ sizes, purpose }) => [sizes, purpose]),
      [
        ["192x192", undefined],
        ["512x512", undefined],
        ["512x512", "maskable"],
      ],
    );
    for (const { src, sizes, type } of painted) {
      const icon = await get(src);
      assert.equal(icon.headers.get("content-type"), type);
      const bytes = Buffer.from(await icon.arrayBuffer());
      assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes);
    }
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  it("says that the exchange cannot be reached, and loads by itself once it can", async () => {
    const watched = await openPage(browser, exchange.addresses.web, { ...WITH_WORKER, colorScheme: "dark" });
    const { page } = watched;
    await openWithWorker(page, exchange.addresses.web);
    await page.context().setOffline(true);
    // A worker that the browser has just started again is connected for a moment.
    await until("the page without a connection is shown", async () => {
      await page.goto(`${exchange.addresses.web}/portfolio`);
      return (await page.title()) === "Presage: offline";
    });
    await page.getByRole("heading", { name: "Presage cannot be reached" }).waitFor();
    assert.equal(await page.evaluate("document.styleSheets.length"), 1);
    await assertAccessible(page, "the page without a connection");
    await assertFits(page, "the page without a connection");
    await assertTouchable(page, "the page without a connection");
    await page.context().setOffline(false);
    await page.getByRole("heading", { name: "Portfolio", level: 1 }).waitFor();
    assert.equal(new URL(page.url()).pathname, "/portfolio");
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  it("keeps nothing but the page without a connection, and is asked for anew each time", async () => {
    const watched = await openPage(browser, exchange.addresses.web, WITH_WORKER);
    const { page } = watched;
    await openWithWorker(page, exchange.addresses.web);
    await page.reload();
    await page.getByRole("article").first().waitFor();
    const kept = await page.evaluate(`(async () => {
      const names = await caches.keys();
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => new URL(url).pathname);
    })()`);
    assert.deepEqual(kept, ["/offline.html", "/offline.css", "/offline.js"]);
    for (const path of ["/", "/service-worker.js", "/manifest.webmanifest", "/offline.html"])
      assert.equal((await get(path)).headers.get("cache-control"), "no-cache", path);
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });
});

/** Opens the page, and waits until its worker takes care of it. */
async function openWithWorker(page: Page, web: string): Promise<void> {
  await page.goto(web);
  await page.getByRole("article").first().waitFor();
  await untilInPage(page, "navigator.serviceWorker.controller !== null");
}
