/** Answers that clients and caches may keep: how long, whether theirs still holds, and what may never be kept. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Type } from "typebox";
import { reject } from "../../src/core/rejection.ts";
import { startTestExchange } from "../support/exchange.ts";
import type { Reply, TestExchange } from "../support/exchange.ts";
import { testEndpoint } from "../support/test-endpoint.ts";
import { cacheControl } from "../../src/http/server/caching.ts";

const shared = { method: "GET", summary: "Answer something", answer: Type.Unknown() } as const;
let text = "first";

const kept = testEndpoint({ ...shared, path: "/kept", maxAgeSeconds: 5, handle: () => ({ body: { text } }) });
const bytes = testEndpoint({
  ...shared,
  path: "/bytes",
  maxAgeSeconds: 1,
  handle: () => ({ json: Buffer.from('{"text":"naïve"}') }),
});
const plain = testEndpoint({ ...shared, path: "/plain", handle: () => ({ body: { text } }) });
const refusing = testEndpoint({
  ...shared,
  path: "/refusing/:how",
  maxAgeSeconds: 5,
  query: Type.Object({ limit: Type.Optional(Type.Integer()) }),
  params: Type.Object({ how: Type.String() }),
  handle: ({ params }) => {
    if (params.how === "rejection") return { rejection: reject("unknown_market", "none") };
    if (params.how === "status") return { status: 404, body: { error: "none" } };
    throw new Error("a bug");
  },
});

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({ endpoints: [kept, bytes, plain, refusing] });
});
after(() => exchange.close());

const ask = (path: string, tag: string): Promise<Reply> =>
  exchange.send(path, { headers: { "if-none-match": tag } });

describe("an answer that may be kept", () => {
  it("says for how long, and has a weak tag of its content", async () => {
    const [first, again] = [await exchange.get("/kept"), await exchange.get("/kept")];
    assert.equal(first.headers.get("cache-control"), "public, max-age=5");
    const tag = first.headers.get("etag")!;
    assert.match(tag, /^W\/"[\w-]{22}"$/);
    assert.equal(again.headers.get("etag"), tag);
    text = "second";
    const changed = await ask("/kept", tag);
    assert.deepEqual([changed.status, changed.body], [200, { text: "second" }]);
    assert.notEqual(changed.headers.get("etag"), tag);
    const other = await exchange.get("/bytes");
    assert.equal(other.headers.get("cache-control"), "public, max-age=1");
    assert.equal(other.text, '{"text":"naïve"}');
  });

  it("is revalidated by browsers below a prefix, where shared caches may keep it", () => {
    const admission = (): undefined => undefined;
    assert.equal(cacheControl({ prefix: "/spec/data" }, 5), "public, max-age=0, s-maxage=5");
    assert.equal(cacheControl({ prefix: "/spec/data", admission }, 5), "private, max-age=0");
    assert.equal(cacheControl({ prefix: "", admission }, 5), "private, max-age=5");
  });

  it("is answered 304 with its headers and no body when the caller has it", async () => {
    for (const path of ["/kept", "/bytes"]) {
      const { headers } = await exchange.get(path);
      const tag = headers.get("etag")!;
      const strong = tag.replace("W/", "");
      for (const sent of [tag, strong, `"x", ${strong}`, `"x,y",${tag} , "z"`, "*", " * "]) {
        const reply = await ask(path, sent);
        assert.deepEqual([reply.status, reply.text], [304, ""], sent);
        assert.equal(reply.headers.get("etag"), tag);
        assert.equal(reply.headers.get("cache-control"), headers.get("cache-control"));
        assert.equal(reply.headers.get("content-type"), null);
        assert.match(reply.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
      }
      for (const sent of ['"x"', tag.slice(1, -1), `"${tag}`, "", "W/*", `"x" "y"`]) {
        assert.equal((await ask(path, sent)).status, 200, sent);
      }
    }
  });

  it("has the same headers for HEAD", async () => {
    const { headers, text: sent } = await exchange.get("/kept");
    const head = await fetch(`${exchange.url.spec}/kept`, { method: "HEAD" });
    assert.deepEqual([head.status, await head.text()], [200, ""]);
    for (const name of ["etag", "cache-control", "content-type"])
      assert.equal(head.headers.get(name), headers.get(name));
    assert.equal(head.headers.get("content-length"), String(Buffer.byteLength(sent)));
    const known = { "if-none-match": headers.get("etag")! };
    const unchanged = await fetch(`${exchange.url.spec}/kept`, { method: "HEAD", headers: known });
    assert.deepEqual([unchanged.status, unchanged.headers.get("etag")], [304, headers.get("etag")]);
  });
});

describe("what may not be kept", () => {
  it("are the refusals and errors of such an operation", async () => {
    for (const [path, status] of [
      ["/refusing/rejection", 404],
      ["/refusing/status", 404],
      ["/refusing/bug", 500],
      ["/refusing/status?limit=x", 400],
      ["/refusing/%00", 400],
    ] as const) {
      const reply = await ask(path, "*");
      assert.equal(reply.status, status, path);
      assert.equal(reply.headers.get("cache-control"), "no-store", path);
      assert.equal(reply.headers.get("etag"), null, path);
    }
  });

  it("is not said of an operation that does not speak of it", async () => {
    const { status, headers } = await ask("/plain", "*");
    assert.deepEqual([status, headers.get("cache-control"), headers.get("etag")], [200, null, null]);
  });
});
