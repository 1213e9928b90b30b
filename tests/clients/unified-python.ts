/**
 * The unified Python clients of the services, which are of one descent and read version 2 of the data interface: their
 * trader.
 */
import assert from "node:assert/strict";
import { privateKeyToAccount } from "viem/accounts";
import type { Answer, Client } from "../conformance/call-record.ts";
import { newOwner } from "./owner.ts";
import type { Owner } from "./owner.ts";
import { constant, most, named } from "./python.ts";
import type { Python } from "./python.ts";
import type { Opening, Suite } from "./suite.ts";
import { assetTypeOf, takenOf } from "./trader.ts";
import type { Placed, ShownPosition, Trader } from "./trader.ts";
import type { Stage } from "./world.ts";

export type UnifiedTrader = Trader & { readonly client: Client };

/** Differences between the clients. */
export type UnifiedFamily = Pick<Suite, "name" | "version" | "dialect" | "versions"> & {
  /** The package as it is imported. */
  readonly module: string;
  /** Methods that are not called, by the reason. */
  readonly uncalled: Readonly<Record<string, readonly string[]>>;
  /** The wallet that an owner's orders are for. */
  readonly walletOf: (owner: string) => string;
};

/** A client that was opened: how to make traders of it. */
export type Unified = {
  readonly family: UnifiedFamily;
  readonly stage: Stage;
  createTrader(owner?: Owner, options?: object): Promise<UnifiedTrader>;
};

/** Opens the client, whose calls are recorded under its name. */
export async function openUnified(
  family: UnifiedFamily,
  { stage, record }: Pick<Opening, "stage" | "record">,
  python: Python,
): Promise<Unified> {
  const { name, module, walletOf } = family;
  const environment = await environmentOf(python, module, stage);
  const createTrader: Unified["createTrader"] = async (owner = newOwner(), options = {}) => {
    const { key, address } = owner;
    const wallet = walletOf(address);
    const given = { private_key: key, wallet, environment, ...options };
    const object = await python.call(`${module}:SecureClient.create`, given);
    const client = record.record(python.methodsOf(object), name, name);
    const { key: apiKey, secret, passphrase } = await python.attribute(object, "credentials");
    const account = privateKeyToAccount(key);
    const credentials = { apiKey, secret, passphrase };
    return { account, wallet, credentials, client, ...actionsOf(client, stage) };
  };
  return { family, stage, createTrader };
}

/** Makes the client's description of its addresses. */
async function environmentOf(
  python: Python,
  module: string,
  { addresses: { trading, data, catalog } }: Stage,
): Promise<Answer> {
  const addresses = { clob_url: trading, data_url: data, gamma_url: catalog, relayer_url: trading };
  const production = constant(`${module}.environments:PRODUCTION._config`);
  const config = await python.call("dataclasses:replace", addresses, production);
  return python.call(`${module}.environments:_create_environment`, { name: "own", config });
}

type Actions = Omit<Trader, "account" | "credentials" | "wallet">;

function actionsOf(client: Client, { version }: Stage): Actions {
  const balance = async (given: object): Promise<number> =>
    Number((await client.get_balance_allowance(named({ ...given }))).balance) / 1e6;
  return {
    leastExpiry: 200,
    async limit({ token, ...order }) {
      return placedOf(await client.place_limit_order(named({ token_id: token, ...order })));
    },
    async market({ token, side, amount, price, kind }) {
      const worst = price === undefined ? {} : { max_price: price };
      const size = side === "BUY" ? { amount, ...worst } : { shares: amount };
      const order = { token_id: token, side, order_type: kind, ...size };
      return placedOf(await client.place_market_order(named(order)));
    },
    async cancelAll() {
      const { canceled, not_canceled: left } = await client.cancel_all();
      assert.deepEqual(left, {});
      return canceled;
    },
    collateral: () => balance({ asset_type: "COLLATERAL" }),
    shares: (token) => balance({ asset_type: assetTypeOf(version), token_id: token }),
    async order(id) {
      const { size_matched: filled, status } = await client.get_order(named({ order_id: id }));
      assert.match(status, /^live$/i);
      return { filled: Number(filled) };
    },
    openOrders: async () => (await client.list_open_orders(most(1000))).map(({ id }: Answer) => id),
    taken: async () => takenOf(await client.list_account_trades(most(1000))),
    async positions() {
      const lists = await Promise.all(
        ["OPEN", "CLOSED"].map((status) => client.list_positions(most(1000, { status }))),
      );
      return lists.flat().map((row: Answer): ShownPosition => ({
        token: row.asset_id,
        size: Number(row.current_size),
        average: Number(row.avg_price),
        bought: Number(row.total_size),
        realized: Number(row.realized_pnl),
      }));
    },
  };
}

export function placedOf({ ok, order_id: id, status, code, message }: Answer): Placed {
  if (ok !== true) throw new Error(`${code}: ${message}`);
  return { id, status };
}
