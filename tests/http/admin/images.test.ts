/** Pictures that operators add: kept once, served for ever from every address, removed unused. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { testListing } from "../../support/exchange.ts";
import type { Reply } from "../../support/exchange.ts";
import { damagedPng, JPEG, pngOf, WEBP } from "../../support/pictures.ts";
import { startListeningExchange } from "../listening-exchange.ts";
import type { ListeningExchange } from "../listening-exchange.ts";

let exchange: ListeningExchange;
before(async () => {
  exchange = await startListeningExchange();
});
after(() => exchange.close());

type Sent = { readonly status: number; readonly body: Reply["body"]; readonly headers: Headers };

async function call(method: string, path: string, body?: unknown, key?: string): Promise<Sent> {
  const response = await fetch(exchange.addresses.admin + path, {
    method,
    headers: {
      authorization: `Bearer ${exchange.context.adminToken}`,
      "content-type": "application/json",
      ...(key !== undefined && { "idempotency-key": key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

const reason = "for the final";
const add = (bytes: Buffer, key?: string): Promise<Sent> =>
  call("POST", "/images", { content: bytes.toString("base64"), reason }, key);
const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
const read = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(exchange.addresses.web + path, { headers });

/** Records name a picture by its path, which clients read against the address that they asked. */
function everyAddress(): string[] {
  const { spec, polymarket, kuest, web, admin } = exchange.addresses;
  return [web, admin, ...[spec, polymarket, kuest].flatMap((dialect) => Object.values(dialect ?? {}))];
}

const PNG = pngOf({ width: 8, height: 6 });

describe("a picture that an operator adds", () => {
  it("has the hash of its bytes as id, and is there once", async () => {
    const id = hashOf(PNG);
    const facts = {
      id,
      path: `/images/${id}`,
      mediaType: "image/png",
      width: 8,
      height: 6,
      size: PNG.length,
    };
    const first = await add(PNG, "one");
    assert.equal(first.status, 200);
    const { addedAt, ...rest } = first.body;
    assert.deepEqual(rest, facts);
    const repeated = await add(PNG, "one");
    assert.deepEqual([repeated.body, repeated.headers.get("idempotency-replayed")], [first.body, "true"]);
    assert.deepEqual((await add(PNG)).body, { ...facts, addedAt });
    const { body: listed } = await call("GET", "/images");
    assert.deepEqual(listed, [{ ...facts, addedAt, shownBy: [] }]);
  });

  it("is served with its type, for ever, and runs nothing", async () => {
    for (const [bytes, mediaType] of [
      [PNG, "image/png"],
      [JPEG, "image/jpeg"],
      [WEBP, "image/webp"],
    ] as const) {
      const { body } = await add(bytes);
      for (const address of everyAddress()) {
        const response = await fetch(address + body.path);
        assert.equal(response.status, 200);
        assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes);
        const { headers } = response;
        assert.deepEqual(
          ["content-type", "cache-control", "x-content-type-options", "content-security-policy"].map((name) =>
            headers.get(name),
          ),
          [mediaType, "public, max-age=31536000, immutable", "nosniff", "default-src 'none'; sandbox"],
        );
        const kept = await fetch(address + body.path, {
          headers: { "if-none-match": headers.get("etag") ?? "" },
        });
        assert.equal(kept.status, 304);
      }
    }
    for (const address of everyAddress()) {
      assert.equal((await fetch(`${address}/images/${"0".repeat(64)}`)).status, 404);
      assert.equal((await fetch(`${address}/images/cup.png`)).status, 404);
      assert.equal((await fetch(`${address}/images/x`, { method: "POST" })).status, 405);
    }
    // Each interface refuses in its own form.
    for (const dialect of [
      exchange.addresses.spec,
      exchange.addresses.polymarket,
      exchange.addresses.kuest,
    ]) {
      for (const address of Object.values(dialect ?? {})) {
        const [picture, route] = await Promise.all(
          ["/images/x", "/no-such-route"].map(async (path) => (await fetch(address + path)).json()),
        );
        assert.deepEqual(Object.keys(picture as object), Object.keys(route as object), address);
      }
    }
  });

  it("is refused where it is no picture, with what came", async () => {
    const refused = [
      [Buffer.from("<svg/>").toString("base64"), /^content: expected a picture .* got SVG/],
      ["a b", /^content: expected Base64/],
      [damagedPng(PNG).toString("base64"), /^content: expected a picture that can be seen, got image\/png/],
      [PNG.toString("base64").slice(0, -4), /^content: expected a whole picture, got PNG that/],
    ] as const;
    for (const [content, hint] of refused) {
      const { status, body } = await call("POST", "/images", { content, reason });
      assert.deepEqual([status, body.code], [400, "invalid_payload"]);
      assert.match(body.hint, hint);
    }
  });

  it("is refused where its text is longer than the largest", async () => {
    const long = await call("POST", "/images", { content: "A".repeat(1_398_108), reason });
    assert.deepEqual([long.status, long.body.code], [400, "invalid_payload"]);
    const longer = await call("POST", "/images", { content: "A".repeat(1_500_000), reason });
    assert.deepEqual([longer.status, longer.body.code], [413, "payload_too_large"]);
  });

  it("cannot be shown before it is added, nor removed while it is shown", async () => {
    const bytes = pngOf({ width: 5, height: 5 });
    const id = hashOf(bytes);
    const event = { title: "Who wins the cup?", image: `/images/${id}`, reason };
    const early = await call("POST", "/events", event);
    assert.deepEqual([early.status, early.body.code], [400, "invalid_payload"]);
    assert.match(early.body.hint, /^image: expected the id of a picture that was added, got "\/images\//);
    await add(bytes);
    const made = await call("POST", "/events", event);
    assert.equal(made.status, 200);
    const market = { event: made.body.slug, question: "Will the north win?", icon: `/images/${id}`, reason };
    assert.equal((await call("POST", "/markets", market)).status, 200);
    const unused = await call("GET", "/images?unused=true");
    assert.ok(!unused.body.some((one: { id: string }) => one.id === id));
    const all = await call("GET", "/images");
    assert.deepEqual(all.body.find((one: { id: string }) => one.id === id).shownBy, [
      { kind: "event", slug: "who-wins-the-cup" },
      { kind: "market", slug: "will-the-north-win" },
    ]);
    const removed = await call("POST", `/images/${id}/remove`, { reason });
    assert.deepEqual([removed.status, removed.body.code], [409, "listing_conflict"]);
    assert.match(removed.body.hint, /the event who-wins-the-cup does, and 1 more$/);
  });

  it("is gone once it is removed, which the audit log tells", async () => {
    const { body } = await add(pngOf({ width: 7, height: 7 }));
    assert.equal((await read(body.path)).status, 200);
    const removed = await call("POST", `/images/${body.id}/remove`, { reason: "no longer needed" });
    assert.deepEqual(removed.body, body);
    assert.equal((await read(body.path)).status, 404);
    const again = await call("POST", `/images/${body.id}/remove`, { reason });
    assert.deepEqual([again.status, again.body.code], [400, "invalid_payload"]);
    const { body: log } = await call("GET", `/audit?subject=${body.id}`);
    assert.deepEqual(
      log.data.map(({ action, reason: why }: { action: string; reason: string }) => [action, why]),
      [
        ["remove-image", "no longer needed"],
        ["add-image", reason],
      ],
    );
  });

  it("is in the picture that previews of links show", async () => {
    const { body } = await add(pngOf({ width: 64, height: 64, colour: [255, 0, 0] }));
    await exchange.list(testListing([{ name: "cup" }], { id: "71", slug: "cup", image: body.path }));
    await exchange.list(testListing([{ name: "ship" }], { id: "72", slug: "ship" }));
    const pictures = await Promise.all(
      ["cup", "ship"].map(async (slug) => {
        const picture = await read(`/event/${slug}/preview.png`);
        assert.equal(picture.status, 200);
        return Buffer.from(await picture.arrayBuffer());
      }),
    );
    assert.notDeepEqual(pictures[0], pictures[1]);
  });
});
