/** Optional fields of orders that come as null or {}, as clients write what they do not set: as if they were absent. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Type } from "typebox";
import { OrderPayload } from "../../../src/http/trading/orders/order-payload.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { createTrader, DOMAINS } from "../../support/trader.ts";
import type { Trader, WireOrder } from "../../support/trader.ts";
import { DIALECTS, startWorld, YES } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
before(async () => {
  exchange = await startWorld();
  ann = await createTrader(exchange, "ann");
});
after(() => exchange.close());

const optionalOf = (schema: Type.TObject): string[] =>
  Object.entries(schema.properties).flatMap(([name, field]) => (Type.IsOptional(field) ? [name] : []));

/** Fields whose null is refused: an order would be placed beside the one to replace, or without its limit. */
const NEEDED_AS_GIVEN = ["replaces", "order_group"];
const OF_REQUEST = optionalOf(OrderPayload).filter((name) => !NEEDED_AS_GIVEN.includes(name));
const OF_ORDER = optionalOf(OrderPayload.properties.order);
/** The one optional field that each struct has to have: the other struct's orders come without it. */
const NEEDED: Readonly<Record<string, string>> = { v1: "taker", v2: "timestamp" };
const DOMAIN_OF: Readonly<Record<string, string | undefined>> = {
  v1: DOMAINS.find(({ struct, chainId, negRisk }) => struct === "v1" && chainId === 137 && !negRisk)?.id,
  v2: undefined,
};

test("the optional fields are known", () => {
  for (const name of ["orderType", "postOnly"]) assert.ok(OF_REQUEST.includes(name), name);
  for (const name of ["expiration", "taker", "nonce", "feeRateBps", "builder"])
    assert.ok(OF_ORDER.includes(name), name);
});

test("null for the order to replace and for the group of an order is refused, and nothing is placed", async () => {
  const { order, id } = await ann.sign({ tokenId: YES, side: "BUY", price: "0.1" });
  for (const name of NEEDED_AS_GIVEN)
    for (const nothing of [null, {}]) {
      const payload = { order, owner: ann.credentials.apiKey, orderType: "GTC", [name]: nothing };
      const { status, text } = await ann.request("POST", "/order", { body: payload, dialect: "kuest" });
      assert.deepEqual([status, text.includes(name)], [400, true], text);
    }
  assert.equal((await ann.cancel(id)).body.canceled.length, 0);
});

/** Places an order that rests, with a change of its body after it was signed, and cancels it. */
async function assertPlaced(
  { struct, path, dialect }: { struct: string; path: string; dialect: (typeof DIALECTS)[number] },
  change: (payload: Record<string, unknown>, order: WireOrder) => object,
): Promise<void> {
  const domain = DOMAIN_OF[struct];
  const { order, id } = await ann.sign({
    tokenId: YES,
    side: "BUY",
    price: "0.1",
    ...(domain !== undefined && { domain }),
  });
  const payload = change({ order, owner: ann.credentials.apiKey, orderType: "GTC" }, order);
  const sent = path === "/orders" ? [payload] : payload;
  const { status, body, text } = await ann.request("POST", path, { body: sent, dialect });
  const [placed] = path === "/orders" ? body : [body];
  assert.deepEqual([status, placed.success, placed.orderID], [200, true, id], text);
  assert.equal((await ann.cancel(id)).status, 200);
}

for (const dialect of DIALECTS)
  for (const path of ["/order", "/orders"])
    for (const struct of ["v1", "v2"])
      for (const nothing of [null, {}]) {
        test(`${path} in the ${dialect} dialect, struct ${struct}: ${JSON.stringify(nothing)}`, async () => {
          const place = { struct, path, dialect };
          for (const name of OF_REQUEST)
            await assertPlaced(place, (payload) => ({ ...payload, [name]: nothing }));
          for (const name of OF_ORDER.filter((one) => one !== NEEDED[struct]))
            await assertPlaced(place, (payload, order) => ({
              ...payload,
              order: { ...order, [name]: nothing },
            }));
          await assertPlaced(place, ({ orderType: _none, ...payload }) => payload);
        });
      }
