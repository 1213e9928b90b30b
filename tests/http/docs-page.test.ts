/** The OpenAPI documents where they are served, and the page that shows them. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Addresses } from "../../src/http/mounts/interfaces.ts";
import type { OpenApiDocument } from "../../src/http/openapi/document.ts";
import { openApiDocument } from "../../src/http/openapi/with-openapi.ts";
import { SERVED } from "../docs/openapi-documents.ts";
import { startListeningExchange } from "./listening-exchange.ts";
import type { ListeningExchange } from "./listening-exchange.ts";

let exchange: ListeningExchange;
let addresses: Addresses;

before(async () => {
  exchange = await startListeningExchange();
  ({ addresses } = exchange);
});

after(() => exchange.close());

async function read(url: string): Promise<OpenApiDocument> {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
  return (await response.json()) as OpenApiDocument;
}

for (const { name, base, prefix, served } of SERVED) {
  test(`${name}: the document of its address`, async () => {
    assert.deepEqual(await read(`${base(addresses)}/openapi.json`), plain(openApiDocument(served)));
  });

  if (prefix === undefined) continue;
  test(`${name}: the document of the one port, with its prefix as the server`, async () => {
    const document = openApiDocument({ ...served, prefix });
    assert.deepEqual(document.servers, [{ url: prefix }]);
    assert.deepEqual(await read(`${addresses.web}${prefix}/openapi.json`), plain(document));
  });
}

const plain = (document: OpenApiDocument): unknown => JSON.parse(JSON.stringify(document));

test("a document is cached by its tag", async () => {
  const url = `${addresses.spec.trading}/openapi.json`;
  const { headers } = await fetch(url);
  assert.match(headers.get("cache-control") ?? "", /^public, max-age=\d+$/);
  const again = await fetch(url, { headers: { "if-none-match": headers.get("etag") ?? "" } });
  assert.equal(again.status, 304);
});

test("the page allows itself nothing from elsewhere", async () => {
  for (const path of ["/docs/try", "/docs/try/"]) {
    const response = await fetch(`${addresses.web}${path}`);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    assert.match(
      response.headers.get("content-security-policy") ?? "",
      /^default-src 'none'; script-src 'self';/,
    );
    const page = await response.text();
    assert.doesNotMatch(page, /https?:/);
    for (const [, file] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const asked = await fetch(new URL(file!, addresses.web), { method: "HEAD" });
      assert.equal(asked.status, 200, file);
    }
  }
});

test("of the viewer's package only what the page needs is served, and on no other address", async () => {
  const urls = [
    `${addresses.web}/docs/try/package.json`,
    `${addresses.web}/docs/try/index.html`,
    `${addresses.web}/docs/try/..%2fpackage.json`,
    `${addresses.spec.catalog}/docs`,
    `${addresses.spec.trading}/docs`,
    `${addresses.admin}/docs`,
  ];
  for (const url of urls) {
    const response = await fetch(url);
    assert.equal(response.status, 404, url);
    assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
  }
});

const FILE = "/docs/try/index.css";
const FAULTS: readonly (readonly [path: string, init: RequestInit, status: number])[] = [
  [FILE, { headers: { range: "bytes=99999999-" } }, 416],
  [FILE, { headers: { "if-match": '"x"' } }, 412],
  [FILE, { method: "POST" }, 405],
  ["/docs/try/", { method: "DELETE" }, 405],
  ["/docs/try/package.json", {}, 404],
  ["/docs/try/%2e%2e/package.json", {}, 404],
];

for (const [path, init, status] of FAULTS) {
  test(`${status} for ${init.method ?? "GET"} ${path} ${JSON.stringify(init.headers ?? {})}`, async () => {
    const response = await fetch(addresses.web + path, init);
    assert.equal(response.status, status);
    if (status === 405) assert.equal(response.headers.get("allow"), "GET, HEAD");
    assert.equal(typeof JSON.parse(await response.text()).error, "string");
  });
}
