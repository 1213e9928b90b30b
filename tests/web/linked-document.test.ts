/** Tests of the AsyncAPI document as the viewer takes it: no reference is left, and objects know their names. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { asyncApiDocument } from "../../src/stream/asyncapi/with-asyncapi.ts";
import { linkDocument } from "../../web/src/channels/linked-document.ts";
import type { ServedDocument } from "../../web/src/channels/linked-document.ts";

const served: ServedDocument = JSON.parse(JSON.stringify(asyncApiDocument("/kuest/trading")));

test("an operation has its channel and its messages, with names and examples", () => {
  const linked = JSON.parse(JSON.stringify(linkDocument(served, { Ping: "PING" })));
  const { channel, messages } = linked.operations.receiveMarket;
  assert.equal(channel.address, "/kuest/trading/ws/market");
  assert.equal(channel["x-parser-unique-object-id"], "market");
  const ping = messages.find(({ name }: { readonly name: string }) => name === "Ping");
  assert.deepEqual(ping.examples, [{ payload: "PING" }]);
  assert.equal(linked.components.schemas.FlatOrder["x-parser-schema-id"], "FlatOrder");
  assert.equal(linked["x-parser-spec-parsed"], true);
});

test("no reference is left, and no object contains itself", () => {
  assert.match(JSON.stringify(served), /"\$ref"/);
  assert.doesNotMatch(JSON.stringify(linkDocument(served, {})), /"\$ref"/);
});

test("the served document stays as it was", () => {
  const before = JSON.stringify(served);
  linkDocument(served, { Ping: "PING" });
  assert.equal(JSON.stringify(served), before);
});

test("a reference to nothing is refused by its name", () => {
  const components = { messages: {}, schemas: {} };
  const operations = { send: { channel: { $ref: "#/channels/none" } } };
  assert.throws(
    () => linkDocument({ channels: {}, operations, components }, {}),
    /expected an object of the document at #\/channels\/none, got none/,
  );
});
