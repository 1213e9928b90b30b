/** The documentation at /docs of the single-port address: its files, their headers, and requests for others. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { listSections } from "../../web/site/contents.ts";
import { startListeningExchange } from "./listening-exchange.ts";
import type { ListeningExchange } from "./listening-exchange.ts";

let exchange: ListeningExchange;
let web: string;

before(async () => {
  exchange = await startListeningExchange();
  ({ web } = exchange.addresses);
});

after(() => exchange.close());

const ask = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${web}${path}`, init);

test("every page is there, with its Markdown beside it, and in the list for programs", async () => {
  const list = await (await ask("/docs/llms.txt")).text();
  const paths = listSections("en").flatMap(({ pages }) => pages.map(({ path }) => path));
  assert.ok(paths.length > 20);
  for (const path of paths) {
    const page = await ask(`/docs/${path}.html`);
    assert.deepEqual(
      [page.status, page.headers.get("content-type")],
      [200, "text/html; charset=utf-8"],
      path,
    );
    const plain = await ask(`/docs/${path}.md`);
    assert.equal(plain.headers.get("content-type"), "text/markdown; charset=utf-8");
    assert.match(await plain.text(), /^# /m, path);
    assert.ok(list.includes(`(/docs/${path}.md)`), path);
  }
});

test("a page in Portuguese is there, and the list for programs names the first one alone", async () => {
  const page = await (await ask("/docs/pt/start/install")).text();
  assert.match(page, /<html lang="pt-PT"/);
  const list = await (await ask("/docs/llms.txt")).text();
  assert.deepEqual([...list.matchAll(/\(\/docs\/pt\/[^)]*\)/g)].flat(), ["(/docs/pt/index.md)"]);
});

test("the menu of a page leads to all pages of its folder", async () => {
  const paths = [...listSections("en"), ...listSections("pt")].flatMap(({ pages }) =>
    pages.map(({ path }) => path),
  );
  const begins = paths.filter(
    (path) => path.endsWith("/index") && path !== "pt/index" && !path.startsWith("decisions/"),
  );
  assert.ok(begins.length > 3);
  for (const begin of begins) {
    const text = await (await ask(`/docs/${begin}.html`)).text();
    const folder = begin.slice(0, -"index".length);
    const missing = paths.filter(
      (path) => path.startsWith(folder) && path !== begin && !text.includes(`href="/docs/${path}.html"`),
    );
    assert.deepEqual(missing, [], begin);
  }
});

test("the feed of releases is Atom, and each page names it", async () => {
  const [, path = ""] =
    /<link rel="alternate" type="application\/atom\+xml" href="([^"]+)"/.exec(
      await (await ask("/docs/")).text(),
    ) ?? [];
  const feed = await ask(path);
  assert.deepEqual(
    [path, feed.status, feed.headers.get("content-type")],
    ["/docs/releases.xml", 200, "application/atom+xml; charset=utf-8"],
  );
  assert.match(await feed.text(), /<id>tag:presage,2026:release\/0\.2\.0<\/id>/);
});

test("a page has the text of this version, also at its address without an extension", async () => {
  const text = readFileSync(new URL("../../docs/reference/glossary.md", import.meta.url), "utf8");
  assert.equal(await (await ask("/docs/reference/glossary.md")).text(), text);
  const [long, short] = [await ask("/docs/reference/glossary.html"), await ask("/docs/reference/glossary")];
  assert.equal(await short.text(), await long.text());
});

test("a page allows itself nothing from elsewhere, and no script between its words", async () => {
  for (const path of ["/docs", "/docs/", "/docs/start/install.html"]) {
    const response = await ask(path);
    const policy = response.headers.get("content-security-policy") ?? "";
    assert.match(policy, /^default-src 'none'; script-src 'self';/);
    assert.equal(response.headers.get("cache-control"), "no-cache");
    const page = await response.text();
    assert.doesNotMatch(page, /<script(?![^>]* src=)[^>]*>/, path);
    assert.doesNotMatch(page, /(?:src|<link[^>]* href)="https?:/, path);
    for (const [, file] of page.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)) {
      const asked = await fetch(new URL(file!, web), { method: "HEAD" });
      assert.equal(asked.status, 200, file);
    }
  }
});

test("a file whose name has the hash of its content is cached for good, a page by its tag", async () => {
  const page = await ask("/docs/");
  const [, script = ""] = /src="(\/docs\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
  assert.match((await ask(script)).headers.get("cache-control") ?? "", /immutable/);
  const again = await ask("/docs/", { headers: { "if-none-match": page.headers.get("etag") ?? "" } });
  assert.equal(again.status, 304);
});

test("a page goes out compressed to who accepts gzip", async () => {
  for (const [accepted, encoding] of [
    ["gzip", "gzip"],
    ["identity", null],
  ] as const) {
    const page = await ask("/docs/start/install.html", { headers: { "accept-encoding": accepted } });
    assert.equal(page.headers.get("content-encoding"), encoding);
    assert.match(await page.text(), /<h1/);
  }
});

test("an unknown page is told to programs in the interface's words, and shown to browsers", async () => {
  for (const path of ["/docs/nope", "/docs/start/nope.html", "/docs/..%2fpackage.json", "/docs/assets"]) {
    const told = await ask(path);
    assert.equal(told.status, 404, path);
    assert.match(await told.text(), /no such page of the documentation; \/docs\/llms\.txt lists all/);
    const shown = await ask(path, { headers: { accept: "text/html" } });
    assert.deepEqual([shown.status, shown.headers.get("content-type")], [404, "text/html; charset=utf-8"]);
  }
});

test("other methods are refused with the right ones", async () => {
  for (const path of ["/docs/", "/docs/start/install.html"]) {
    const refused = await ask(path, { method: "POST" });
    assert.deepEqual([refused.status, refused.headers.get("allow")], [405, "GET, HEAD"]);
  }
});
