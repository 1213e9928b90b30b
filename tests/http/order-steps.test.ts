/** A dry run tells of every refusal of a placement which check it stands for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { reject } from "../../src/core/rejection.ts";
import { listRejectionCodes } from "../../src/http/openapi/parts.ts";
import { checkDecision, checkReading } from "../../src/http/trading/orders/placement.ts";
import type { OrderFacts } from "../../src/http/trading/orders/placement.ts";
import { placeOrder } from "../../src/http/trading/orders/place-orders.ts";
import { BEFORE_CHECKS } from "../docs/rejection-entries.ts";

const FACTS: OrderFacts = {
  payload: {
    order: {
      tokenId: "1",
      maker: "0x1",
      signer: "0x1",
      makerAmount: "1000000",
      takerAmount: "1000000",
      side: "BUY",
      salt: "1",
      signatureType: 0,
      signature: "0x",
    },
    orderType: "GTC",
    owner: "0x1",
  },
  token: undefined,
  account: undefined,
  command: undefined,
  signed: [],
};

for (const code of listRejectionCodes(placeOrder).filter((one) => !BEFORE_CHECKS.has(one)))
  test(`${code} stands for a check that fails`, () => {
    const rejection = reject(code, "expected another, got this");
    const told = [checkReading, checkDecision].flatMap((check) => {
      try {
        return [check(FACTS, rejection).at(-1)];
      } catch {
        return [];
      }
    });
    assert.ok(told.length > 0, "no check stands for it");
    for (const check of told) assert.equal(check?.ok, false);
  });
