/** The kind: a required id that is missing. Its hint names the kind of the id, and the name under which it came. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import type { TSchema } from "typebox";
import { describeMessageFault, describeSchema } from "../../src/http/operation/validation-fault.ts";
import type { Schema } from "../../src/http/operation/validation-fault.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";

type Field = { readonly place: string; readonly name: string; readonly schema: TSchema };

function fieldsOf(schema: TSchema | undefined, place: string): Field[] {
  if (schema === undefined) return [];
  if (Type.IsArray(schema)) return fieldsOf(schema.items, place);
  if (Type.IsUnion(schema)) return schema.anyOf.flatMap((option) => fieldsOf(option, place));
  if (!Type.IsObject(schema)) return [];
  return Object.entries(schema.properties).flatMap(([name, field]) => [
    ...(Type.IsOptional(field) ? [] : [{ place, name, schema: Type.IsArray(field) ? field.items : field }]),
    ...fieldsOf(field, `${place} ${name}`),
  ]);
}

const KINDS: readonly (readonly [name: RegExp, words: RegExp])[] = [
  [/^token_?id$/i, /^a token id\b/],
  [/^condition_?ids?$/i, /^a condition id\b/],
  [/^order_?ids?$/i, /^an order id\b/],
];
const FIELDS = tradingEndpoints("sandbox").flatMap(({ method, path, query, body, params }) =>
  [query, body, params].flatMap((schema) => fieldsOf(schema, `${method} ${path}`)),
);

for (const [named, words] of KINDS)
  test(`each required field of a name as ${String(named)} is told as ${String(words)}`, () => {
    const found = FIELDS.filter(({ name }) => named.test(name));
    assert.ok(found.length > 0);
    for (const { place, name, schema } of found)
      assert.match(describeSchema(schema as Schema), words, `${place}: ${name}`);
  });

test("an id that came under a name of other operations is told by it", () => {
  const id = (description: string) => Type.String({ description });
  for (const [wanted, given, description] of [
    ["market", "token_id", "Token id, or another"],
    ["token_id", "token", "Token id"],
    ["tokenId", "asset_id", "Token id"],
    ["condition_id", "market", "Condition id"],
    ["orderId", "id", "Order id: the digest"],
  ] as const) {
    const hint = describeMessageFault(Type.Object({ [wanted]: id(description) }), { [given]: "1" });
    assert.match(hint, new RegExp(`^${wanted}: expected an? .*, got nothing; it came as ${given}$`));
  }
});
