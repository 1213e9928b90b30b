/** The web page and the console where they are served: to browsers, with their policy, and beside the interfaces. */
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { startListeningExchange } from "./listening-exchange.ts";
import type { ListeningExchange } from "./listening-exchange.ts";

const BUILT = new URL("../../web/dist/", import.meta.url);
const HTML = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

describe("the web page", () => {
  let exchange: ListeningExchange;
  let web: string;
  let admin: string;
  before(async () => {
    assert.ok(
      existsSync(new URL("event.html", BUILT)),
      "npm run build:web makes the page, and so does npm ci",
    );
    exchange = await startListeningExchange();
    ({ web, admin } = exchange.addresses);
  });
  after(() => exchange?.close());

  const get = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url, { headers });

  it("is what a browser gets at /, and clients get the index", async () => {
    const page = await get(`${web}/`, { accept: HTML });
    assert.deepEqual(
      [page.status, page.headers.get("content-type"), page.headers.get("vary")],
      [200, "text/html; charset=utf-8", "accept"],
    );
    assert.match(await page.text(), /<div id="root">/);
    for (const accept of ["application/json", "*/*"]) {
      const index = await get(`${web}/`, { accept });
      assert.match(index.headers.get("vary") ?? "", /accept/);
      assert.equal(JSON.parse(await index.text()).name, "presage");
    }
  });

  it("has a guide for agents with the addresses and contracts of its settings", async () => {
    const guide = await get(`${web}/llms.txt`);
    assert.deepEqual([guide.status, guide.headers.get("content-type")], [200, "text/plain; charset=utf-8"]);
    const text = await guide.text();
    const settings = JSON.parse(await (await get(`${web}/settings.json`)).text());
    assert.match(text, /^# Presage\n\n> /);
    for (const addresses of Object.values<Record<string, string>>(settings.addresses))
      for (const address of Object.values(addresses)) {
        assert.ok(text.includes(`(${address}/openapi.json): ${address}\n`), address);
        assert.equal((await get(`${address}/openapi.json`)).status, 200);
      }
    for (const { contract } of settings.exchanges) assert.ok(text.includes(contract), contract);
    assert.ok(text.includes(`${settings.header_prefix}SIGNATURE`));
    assert.doesNotMatch(text, /undefined|NaN/);
    const afar = await get(`${web}/llms.txt`, { "x-forwarded-for": "192.0.2.7" });
    assert.match(await afar.text(), /: \/polymarket\/trading\n/);
    assert.equal((await get(`${admin}/llms.txt`)).status, 404);
  });

  it("is at every path that it shows, and nowhere else", async () => {
    for (const path of [
      "/event/x",
      "/portfolio",
      "/leaderboard",
      "/profile/0x1",
      "/how-it-works",
      "/invite/x",
      "/developers",
      "/admin",
    ])
      assert.match(await (await get(web + path)).text(), /<div id="root">/, path);
    for (const path of ["/nowhere", "/event", "/portfolio/x", "/spec/data/nowhere", "/%E0%A4%A"]) {
      const page = await get(web + path, { accept: HTML });
      assert.deepEqual([page.status, page.headers.get("vary")], [404, "accept"], path);
      assert.match(await page.text(), /<div id="root">/, `browsers get the page at ${path}, which says so`);
      const refused = await get(web + path, { accept: "*/*" });
      assert.equal(refused.status, 404, path);
      assert.equal(typeof JSON.parse(await refused.text()).error, "string", path);
    }
    assert.equal(typeof JSON.parse(await (await get(`${web}/assets/none.js`)).text()).error, "string");
    assert.equal((await get(`${web}/assets/..%2findex.html`)).status, 404);
    const posted = await fetch(`${web}/portfolio`, { method: "POST" });
    assert.deepEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD"]);
  });

  it("may load nothing from elsewhere, and nothing inline", async () => {
    for (const url of [`${web}/portfolio`, `${admin}/admin`]) {
      const policy = (await get(url)).headers.get("content-security-policy") ?? "";
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
      assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    }
  });

  it("has files that are kept for ever, and a page that is asked for again", async () => {
    const files = readdirSync(new URL("assets/", BUILT));
    assert.ok(files.length > 5);
    for (const file of files) {
      const asset = await get(`${web}/assets/${file}`);
      assert.deepEqual(
        [asset.status, asset.headers.get("cache-control")],
        [200, "public, max-age=31536000, immutable"],
        file,
      );
    }
    assert.equal((await get(`${web}/portfolio`)).headers.get("cache-control"), "no-cache");
  });

  it("is told the contracts that orders are signed for, and the addresses", async () => {
    const text = await (await get(`${web}/settings.json`)).text();
    const settings = JSON.parse(text);
    const { spec, polymarket, kuest } = exchange.addresses;
    assert.deepEqual(settings.addresses, { spec, polymarket, kuest });
    assert.deepEqual(
      settings.exchanges.map((one: { kind: string; version: string }) => [one.kind, one.version]),
      [
        ["ordinary", "2"],
        ["negative-risk", "2"],
        ["protocol-v2", "3"],
      ],
    );
    assert.ok(!text.includes(new URL(admin).host), "the operator's address is not told");
  });

  it("has the console at the operator's address, and not on the page's", async () => {
    const console_ = await (await get(`${admin}/admin`)).text();
    const page = await (await get(`${web}/admin`)).text();
    assert.match(console_, /Presage console/);
    assert.doesNotMatch(page, /Presage console/);
  });
});
