/** Programs without a client library: requests of their own, signed with viem. */
import assert from "node:assert/strict";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Credentials } from "../../src/signing/credentials.ts";
import type { Answer } from "../conformance/call-record.ts";
import { signOrder, walletHeaders } from "../support/trader.ts";
import { getJson, request } from "./requests.ts";
import type { Suite } from "./suite.ts";
import { assetTypeOf, limitAmounts, marketAmounts, takenOf } from "./trader.ts";
import type { Amounts, LimitOrder, MarketOrder, Placed, Trader } from "./trader.ts";
import type { Stage } from "./world.ts";

export const ownSigning: Suite = {
  name: "viem",
  version: "2.57.20",
  language: "JavaScript",
  dialect: "polymarket",
  versions: ["v1", "v2"],
  uncalled: {},
  install: async () => ({ path: "" }),
  open: async ({ stage }) => ({
    surfaces: [],
    createTrader: () => createTrader(stage),
    describe() {},
    close: async () => {},
  }),
};

async function createTrader(stage: Stage): Promise<Trader> {
  const account = privateKeyToAccount(generatePrivateKey());
  const headers = await walletHeaders(account, Date.now(), { prefix: "POLY_" });
  const response = await fetch(`${stage.addresses.trading}/auth/api-key`, { method: "POST", headers });
  const credentials = (await response.json()) as Credentials;
  const identity = { account, credentials };
  const read = (path: string): Promise<Answer> => request(stage, identity, { method: "GET", path });
  const balance = async (asked: string): Promise<number> =>
    Number((await read(`/balance-allowance?asset_type=${asked}`)).balance) / 1e6;
  return {
    ...identity,
    wallet: account.address,
    ...ordersOf(stage, identity),
    async cancelAll() {
      const { canceled, not_canceled: left } = await request(stage, identity, {
        method: "DELETE",
        path: "/cancel-all",
      });
      assert.deepEqual(left, {});
      return canceled;
    },
    collateral: () => balance("COLLATERAL"),
    shares: (token) => balance(`${assetTypeOf(stage.version)}&token_id=${token}`),
    order: async (id) => ({ filled: Number((await read(`/data/order/${id}`)).size_matched) }),
    openOrders: async () => (await read("/data/orders")).data.map(({ id }: Answer) => id),
    taken: async () => takenOf((await read("/data/trades")).data),
  };
}

type Identity = Pick<Trader, "account" | "credentials">;
type Placement = Pick<LimitOrder, "token" | "side" | "expiration"> & Amounts & { readonly orderType: string };

/** Orders of a wallet, signed for the exchange contract of the market that their token belongs to. */
function ordersOf(stage: Stage, identity: Identity): Pick<Trader, "limit" | "market"> {
  const { trading } = stage.addresses;

  const findDomain = async (token: string): Promise<string> => {
    if (stage.version === "v2") return "polymarket-v3-137";
    const { neg_risk: negativeRisk } = await getJson(`${trading}/neg-risk?token_id=${token}`);
    return negativeRisk ? "polymarket-v2-137-neg" : "polymarket-v2-137";
  };

  const place = async ({ token, expiration, orderType, ...terms }: Placement): Promise<Placed> => {
    const date = expiration === undefined ? {} : { expiration: String(expiration) };
    const [domain, timestamp] = [await findDomain(token), String(Date.now())];
    const { order } = await signOrder(identity.account, {
      tokenId: token,
      domain,
      timestamp,
      ...terms,
      ...date,
    });
    const content = { order, owner: identity.credentials.apiKey, orderType };
    const placed = await request(stage, identity, { method: "POST", path: "/order", content });
    assert.equal(placed.success, true);
    return { id: placed.orderID, status: placed.status };
  };

  /** The worst price that a market order meets in the book. */
  const findWorst = async ({ token, side, amount }: MarketOrder): Promise<number> => {
    const { bids, asks } = await getJson(`${trading}/book?token_id=${token}`);
    let left = amount;
    // The best price comes last on both sides.
    for (const { price, size } of (side === "BUY" ? asks : bids).toReversed()) {
      left -= side === "BUY" ? price * size : size;
      if (left <= 0) return Number(price);
    }
    throw new Error("no match");
  };

  return {
    async limit({ token, side, expiration, ...terms }) {
      const amounts = limitAmounts({ side, ...terms });
      const rare = expiration === undefined ? {} : { expiration };
      return place({ token, side, ...amounts, ...rare, orderType: expiration === undefined ? "GTC" : "GTD" });
    },
    async market(order) {
      const { token, side, amount, price = await findWorst(order), kind } = order;
      return place({ token, side, ...marketAmounts({ side, amount, price }), orderType: kind });
    },
  };
}
