/** The kind: an optional field of a body that comes as null. In the dialects of both services it is as if it were absent. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Type } from "typebox";
import type { TObject, TSchema } from "typebox";
import { operationsIn } from "../../../src/http/dialects/dialect-parameters.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { CONDITION, startWorld, YES } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
before(async () => {
  exchange = await startWorld();
  ann = await createTrader(exchange, "ann");
});
after(() => exchange.close());

/** The fields of a body, or of the items of its list. */
function fieldsOf(body: TSchema): { readonly fields: TObject; readonly isList: boolean } | undefined {
  if (Type.IsUnion(body)) return body.anyOf.map(fieldsOf).find((found) => found !== undefined);
  if (Type.IsArray(body)) return Type.IsObject(body.items) ? { fields: body.items, isList: true } : undefined;
  return Type.IsObject(body) ? { fields: body, isList: false } : undefined;
}

/** Values of required fields, by name; any text does for others, whose refusal is the same then. */
const VALUES: Readonly<Record<string, unknown>> = {
  token_id: YES,
  markets: [YES],
  conditionIds: [CONDITION],
  interval: "1d",
  order: {},
};

/** The answer without what each request has of its own. */
const answerOf = ({ status, body }: Reply) => ({
  status,
  code: body?.code,
  hint: body?.hint,
  keys: Object.keys(body ?? {}),
});

const walked: string[] = [];
for (const dialect of ["polymarket", "kuest"] as const)
  for (const { method, path, body, access } of operationsIn(tradingEndpoints("sandbox"), dialect)) {
    const found = body && fieldsOf(body);
    if (found === undefined || method === "GET" || access === "wallet") continue;
    const { fields, isList } = found;
    const entries = Object.entries(fields.properties);
    const required = Object.fromEntries(
      entries.filter(([, field]) => !Type.IsOptional(field)).map(([name]) => [name, VALUES[name] ?? "1"]),
    );
    for (const [name] of entries.filter(([, field]) => Type.IsOptional(field))) {
      walked.push(`${path} ${name}`);
      test(`null for ${name} of ${method} ${path} in the ${dialect} dialect is as if it were absent`, async () => {
        const place = path.replaceAll(/:\w+/g, "1");
        const ask = async (one: object): Promise<Reply> =>
          ann.request(method, place, { body: isList ? [one] : one, dialect });
        assert.deepEqual(answerOf(await ask({ ...required, [name]: null })), answerOf(await ask(required)));
      });
    }
  }

test("the walk meets the fields of reads, cancels, orders and changes of wallets", () => {
  for (const one of [
    "/books side",
    "/order orderID",
    "/order postOnly",
    "/withdrawals address",
    "/heartbeats heartbeat_id",
  ])
    assert.ok(walked.includes(one), `${one} of ${walked.join(", ")}`);
});

test("the specification's dialect is strict, but for orders", async () => {
  const reply = await exchange.post("/books", [{ token_id: YES, side: null }]);
  assert.deepEqual(
    [reply.status, reply.body.code, reply.body.hint],
    [400, "invalid_payload", "0.side: expected text, got null"],
  );
});
