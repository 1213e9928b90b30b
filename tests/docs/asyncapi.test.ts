/**
 * Checks that the AsyncAPI document has the form of version 3.0, has no dangling reference, and is the one in
 * docs/asyncapi.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Type } from "typebox";
import { Errors } from "typebox/value";
import { asyncApiDocument } from "../../src/stream/asyncapi/with-asyncapi.ts";
import { ASYNCAPI_FILE } from "./asyncapi-file.ts";

// As a reader parses it from the file.
const document = JSON.parse(JSON.stringify(asyncApiDocument()));

const closed = { additionalProperties: false };
const Text = Type.String({ minLength: 1 });
const Reference = Type.Object({ $ref: Type.String({ pattern: "^#/" }) }, closed);
const NAME = "^[A-Za-z0-9._-]+$";
const named = (value: Parameters<typeof Type.Record>[1]) =>
  Type.Record(Type.String({ pattern: NAME }), value, closed);

/** Shapes of version 3.0 for the objects in the document. */
const AsyncApi = Type.Object(
  {
    asyncapi: Type.Literal("3.0.0"),
    info: Type.Object(
      { title: Text, version: Text, description: Text, license: Type.Object({ name: Text }, closed) },
      closed,
    ),
    defaultContentType: Text,
    channels: named(
      Type.Object(
        {
          address: Type.String({ pattern: "^/" }),
          title: Text,
          description: Text,
          messages: named(Reference),
        },
        closed,
      ),
    ),
    operations: named(
      Type.Object(
        {
          action: Type.Enum(["send", "receive"]),
          channel: Reference,
          summary: Text,
          messages: Type.Array(Reference, { minItems: 1 }),
        },
        closed,
      ),
    ),
    components: Type.Object(
      {
        messages: named(
          Type.Object(
            {
              name: Text,
              summary: Text,
              contentType: Type.Optional(Text),
              payload: Type.Object({ type: Type.Optional(Text) }),
            },
            closed,
          ),
        ),
        schemas: named(Type.Object({ type: Text })),
      },
      closed,
    ),
  },
  closed,
);

test("docs/asyncapi/trading.json is up to date; else run npm run openapi", () => {
  assert.ok(readFileSync(ASYNCAPI_FILE.url, "utf8") === ASYNCAPI_FILE.text);
});

test("is valid AsyncAPI 3.0", () => {
  assert.deepEqual(Errors(AsyncApi, document), []);
});

test("has no dangling reference, and no unused component", () => {
  const references = new Set(
    [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!),
  );
  for (const path of references) {
    const found = path.split("/").reduce((value, name) => value?.[name], document);
    assert.ok(found, path);
  }
  for (const kind of ["messages", "schemas"])
    for (const name of Object.keys(document.components[kind]))
      assert.ok(references.has(`components/${kind}/${name}`), `${kind}/${name}`);
});

test("operations name the messages of their own channel, and each of these once in each direction", () => {
  for (const [name, { messages }] of Object.entries<{ messages: object }>(document.channels)) {
    const own = Object.values<{ channel: { $ref: string }; messages: { $ref: string }[] }>(
      document.operations,
    ).filter(({ channel }) => channel.$ref === `#/channels/${name}`);
    assert.equal(own.length, 2);
    const told = own.flatMap((operation) => operation.messages.map(({ $ref }) => $ref));
    assert.deepEqual(
      told.sort(),
      Object.keys(messages)
        .map((key) => `#/channels/${name}/messages/${key}`)
        .sort(),
    );
  }
});

test("addresses at a prefix, and on an address of its own", () => {
  const addresses = (prefix?: string) =>
    Object.values(asyncApiDocument(prefix).channels).map(({ address }) => address);
  assert.deepEqual(addresses(), ["/ws/market", "/ws/user", "/"]);
  assert.deepEqual(addresses("/kuest/trading"), [
    "/kuest/trading/ws/market",
    "/kuest/trading/ws/user",
    "/kuest/trading",
  ]);
});
