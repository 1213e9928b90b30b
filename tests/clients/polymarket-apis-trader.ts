/** A trader of polymarket-apis, which has a client of its own for each interface. */
import assert from "node:assert/strict";
import type { Answer, Client } from "../conformance/call-record.ts";
import { constant, make, named } from "./python.ts";
import type { Placed, ShownPosition, Trader } from "./trader.ts";
import type { Market } from "./world.ts";

export const TYPES = "polymarket_apis.types.clob_types";

export type ApisTrader = Trader & { readonly client: Client };
export type Readers = { readonly data: Client; readonly gamma: Client };

/** An order's type by its name. */
export const typeOf = (kind: string): object => constant(`${TYPES}:OrderType.${kind}`);

type Actions = Omit<Trader, "account" | "credentials" | "wallet">;

type Owned = { readonly wallet: string; readonly markets: readonly Market[] };

export function actionsOf(client: Client, { data }: Readers, { wallet, markets }: Owned): Actions {
  return {
    async limit({ token, expiration, ...order }) {
      const given = { token_id: token, ...order, ...(expiration !== undefined && { expiration }) };
      const kind = expiration === undefined ? "GTC" : "GTD";
      const args = make(`${TYPES}:OrderArgs`, given);
      return placedOf(await client.create_and_post_order(args, named({ order_type: typeOf(kind) })));
    },
    async market({ token, kind, ...order }) {
      const given = { token_id: token, ...order, order_type: typeOf(kind) };
      const args = make(`${TYPES}:MarketOrderArgs`, given);
      return placedOf(await client.create_and_post_market_order(args, named({ order_type: typeOf(kind) })));
    },
    async cancelAll() {
      const { canceled } = await client.cancel_all();
      return canceled ?? [];
    },
    collateral: () => client.get_pusd_balance(),
    shares: (token) => client.get_token_balance(token),
    async order(id) {
      const [order] = await client.get_orders(named({ order_id: id }));
      return { filled: Number(order.size_matched) };
    },
    openOrders: async () => (await client.get_orders()).map((order: Answer) => order.order_id ?? order.id),
    taken: async () =>
      (await client.get_trades())
        .filter(({ trader_side: role }: Answer) => role === "TAKER")
        .map(({ condition_id: id, outcome, side, size, price }: Answer) => {
          // Its trades do not name their token.
          const market = markets.find(({ conditionId }) => conditionId === id)!;
          return { token: outcome === "Yes" ? market.yes : market.no, side, size, price };
        }),
    async positions() {
      const open = await data.get_positions(wallet, named({ size_threshold: 0 }));
      const closed = await data.get_closed_positions(wallet);
      return [...open, ...closed].map((row: Answer): ShownPosition => ({
        token: row.token_id,
        size: row.size ?? 0,
        average: row.avg_price,
        bought: row.total_bought,
        realized: row.realized_pnl,
      }));
    },
  };
}

export function placedOf(placed: Answer): Placed {
  if (placed === null) throw new Error("no match");
  const { order_id: id, status, success } = placed;
  assert.equal(success, true);
  return { id, status };
}
