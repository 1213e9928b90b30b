/** Refusals: the client shows the text of its dialect, with the code and a hint of the exchange beside it. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { Answer } from "./call-record.ts";
import { UNAUTHORIZED, UNKNOWN_TOKEN } from "./dialect-texts.ts";
import type { Target, Trader } from "./target.ts";

type RefusalCase = {
  readonly name: string;
  readonly code: string;
  readonly texts: Readonly<Record<Dialect, RegExp>>;
  provoke(target: Target, trader: Trader): Promise<Answer>;
};

const every = (text: RegExp): RefusalCase["texts"] => ({ spec: text, polymarket: text, kuest: text });

const ORDERS: readonly RefusalCase[] = [
  {
    name: "a price between two ticks",
    code: "price_off_tick",
    texts: {
      ...every(/^order is invalid\. price breaks minimum tick size rules$/i),
      polymarket: /^order 0x\w{64} is invalid\. Price \(0\.495\) breaks minimum tick size rule: 0\.01$/,
    },
    provoke: (target, trader) =>
      postBuilt(trader, { tokenID: target.quoted.yes, side: "BUY", price: 0.495, size: 10 }),
  },
  {
    name: "a size below the minimum",
    code: "size_below_minimum",
    texts: {
      ...every(/^order is invalid\. size lower than the minimum$/i),
      polymarket: /^order 0x\w{64} is invalid\. Size \(0\.5\) lower than the minimum: 1$/,
    },
    provoke: (target, trader) =>
      target.place(trader, { tokenID: target.quoted.yes, side: "BUY", price: 0.4, size: 0.5 }),
  },
  {
    name: "more than the balance",
    code: "insufficient_balance",
    texts: {
      ...every(/^not enough balance/),
      polymarket:
        /^not enough balance \/ allowance: the balance is not enough -> balance: 10000000000, sum of active orders: 0, order amount: 40000000000$/,
    },
    provoke: (target, trader) =>
      target.place(trader, { tokenID: target.quoted.yes, side: "BUY", price: 0.4, size: 100_000 }),
  },
  {
    name: "a date in the past",
    code: "order_expired",
    texts: every(/expir/i),
    provoke: (target, trader) => {
      const { yes: tokenID } = target.quoted;
      return target.place(
        trader,
        { tokenID, side: "BUY", price: 0.4, size: 10, expiration: 1_700_000_000 },
        "GTD",
      );
    },
  },
  {
    name: "an order that must not take, and would",
    code: "post_only_crosses",
    texts: {
      ...every(/^postOnly would cross the best ask$/),
      polymarket: /^invalid post-only order: order crosses book$/,
    },
    provoke: (target, trader) =>
      target.place(trader, { tokenID: target.quoted.yes, side: "BUY", price: 0.6, size: 10 }, "GTC", true),
  },
  {
    name: "an order that must be filled at once, and cannot",
    code: "fak_not_matched",
    texts: {
      ...every(/^no orders found to match with FAK order\. FAK orders are partially filled or killed/),
      kuest: /^order couldn't be fully filled, fok orders are fully filled\/killed$/,
    },
    provoke: async ({ quoted }, { client }) => {
      const order = { tokenID: quoted.yes, side: "BUY", amount: 1, price: 0.02 };
      return client.createAndPostMarketOrder(order, {}, "FAK");
    },
  },
];

/** Signs at a tick size that the market does not have, as clients with outdated parameters do. */
async function postBuilt({ client }: Trader, order: object): Promise<Answer> {
  const { orderBuilder } = client as unknown as {
    orderBuilder: { buildOrder(order: object, options: object, version: number): Promise<unknown> };
  };
  const signed = await orderBuilder.buildOrder(
    { ...order, feeRateBps: 0 },
    { tickSize: "0.001", negRisk: false },
    2,
  );
  return client.postOrder(signed);
}

export function testRefusals(target: Target): void {
  const { dialect, quoted: market } = target;

  describe("refusals", () => {
    for (const { name, code, texts, provoke } of ORDERS) {
      it(`refuses ${name} in the words of the dialect`, async () => {
        const refused = await provoke(target, await target.createTrader());
        assert.equal(refused.code, code, JSON.stringify(refused));
        assert.match(refused.error, texts[dialect]);
        assert.ok(refused.hint.length > 10);
        assert.deepEqual([refused.status, refused.errorMsg, refused.orderID], [400, refused.error, ""]);
      });
    }

    it("refuses signatures by a wrong secret", async () => {
      const { signer, creds } = await target.createTrader();
      const client = target.connect({
        signer,
        creds: { ...creds, secret: Buffer.alloc(32).toString("base64") },
      });
      const refused = await client.getApiKeys();
      assert.deepEqual(
        [refused.error, refused.status, refused.code],
        [UNAUTHORIZED[dialect], 401, "unauthorized"],
      );
    });

    it("gives the same text and body where clients throw", async () => {
      const client = target.connect({ throwOnError: true });
      await assert.rejects(
        client.getOrderBook("12345"),
        (error: Error & { status: number; data: object }) => {
          assert.equal(error.message, UNKNOWN_TOKEN[dialect]);
          assert.equal(error.status, 404);
          assert.deepEqual(Object.keys(error.data).sort(), ["code", "error", "hint", "request_id", "status"]);
          return true;
        },
      );
    });

    it("refuses the same signed order a second time where the service does", async () => {
      const { client } = await target.createTrader();
      const order = await client.createOrder({ tokenID: market.yes, side: "BUY", price: 0.05, size: 10 });
      const first = await client.postOrder(order);
      const second = await client.postOrder(order);
      if (dialect === "spec") assert.deepEqual(second, first);
      else assert.match(second.error, /Duplicated/i);
    });
  });
}
