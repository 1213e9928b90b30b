/**
 * Refusals of a placement in the Kuest dialect: its site knows the text of every one, whatever refuses the order. Code
 * and hint are as in the other dialects.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { reject } from "../../../src/core/rejection.ts";
import type { RejectionCode } from "../../../src/core/rejection.ts";
import type { Endpoint } from "../../../src/http/operation/endpoint.ts";
import { listRejectionCodes } from "../../../src/http/openapi/parts.ts";
import { placeOrder, placeOrders } from "../../../src/http/trading/orders/place-orders.ts";
import { describeRejectedPlacement, tradingErrorFormat } from "../../../src/http/trading/error-format.ts";
import { tokenOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import type { Trader } from "../../support/trader.ts";
import { isKnownToSite } from "./site-texts.ts";
import { assertRefused, startTraders, YES } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;

before(async () => {
  ({ exchange, ann } = await startTraders());
});
after(() => exchange.close());

const dialect = "kuest";
const errorIn = (body: unknown): string => String(Object(body).error);

/** Texts that an operation refuses with. */
function* textsOf({ texts, placement }: Endpoint, code: RejectionCode): Generator<string> {
  const asked = { dialect, texts, placement, requestId: "" } as const;
  for (const best of ["bid", "ask"]) {
    const rejection = reject(code, "why", { best });
    yield errorIn(tradingErrorFormat.rejection(rejection, asked).body);
    yield describeRejectedPlacement(rejection, asked).errorMsg;
  }
}

for (const code of listRejectionCodes(placeOrder))
  test(`POST /order: ${code}`, () => {
    for (const text of textsOf(placeOrder, code)) assert.ok(isKnownToSite(text), text);
  });

// Kuest's documents have a text for the size of a batch, and its site sends none that is too large.
for (const code of listRejectionCodes(placeOrders).filter((each) => each !== "batch_size"))
  test(`POST /orders: ${code}`, () => {
    for (const text of textsOf(placeOrders, code)) assert.ok(isKnownToSite(text), text);
  });

test("a fault of ours", () => {
  assert.ok(isKnownToSite(errorIn(tradingErrorFormat.internalError("").body)));
});

test("an order that is refused by itself, and as one of several", async () => {
  const flawed = [
    ["market_closed", { tokenId: tokenOf("done yes") }, {}],
    ["fak_not_matched", { tokenId: YES, price: "0.1" }, { orderType: "FAK" }],
    ["unsupported_signature_type", { tokenId: YES }, { changed: { signatureType: 9 } }],
    ["invalid_payload", { tokenId: YES }, { changed: { salt: "x" } }],
  ] as const;
  const { apiKey: owner } = ann.credentials;
  for (const [code, terms, options] of flawed) {
    const { orderType = "GTC", changed = {} }: { orderType?: string; changed?: object } = options;
    const sign = async () => {
      const { order } = await ann.sign({ side: "BUY", ...terms });
      return { order: { ...order, ...changed }, owner, orderType };
    };
    const alone = await ann.request("POST", "/order", { body: await sign(), dialect });
    assertRefused(alone, { status: 400, code, error: /./ }, true);
    assert.ok(isKnownToSite(alone.body.error), alone.text);
    const { body: items } = await ann.request("POST", "/orders", { body: [await sign()], dialect });
    assert.deepEqual(
      [items[0].code, items[0].error, items[0].errorMsg],
      [code, alone.body.error, alone.body.error],
    );
  }
});
