/** A wallet that trades by a Rust client, and the differences between the clients of the family. */
import assert from "node:assert/strict";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Answer, Client } from "../conformance/call-record.ts";
import type { Suite } from "./suite.ts";
import { assetTypeOf, orderAsset } from "./trader.ts";
import type { Placed, ShownPosition, Trader } from "./trader.ts";
import type { Stage } from "./world.ts";

/** Differences between the clients of the family. */
export type RustFamily = {
  readonly name: string;
  readonly version: string;
  readonly dialect: Suite["dialect"];
  /** Version of the orders. */
  readonly orders: 1 | 2;
  readonly versions: Suite["versions"];
  /** Chains of the keys, one after the other: the SDK signs for the contracts of each. */
  readonly chains: readonly number[];
  /** Seconds to the soonest expiration that the client takes. */
  readonly leastExpiry?: number;
  /** Methods that are not called, by the reason. */
  readonly uncalled: Readonly<Record<string, readonly string[]>>;
  /** Contract wallet of an owner, for whose address its orders are. */
  readonly walletOf?: (owner: string) => string;
};

export type RustTrader = Trader & { readonly client: Client };

export type RustContext = {
  readonly stage: Stage;
  readonly family: RustFamily;
  /** Clients without a key: of trading and of data. */
  readonly visitor: Client;
  readonly data: Client;
  readonly createTrader: () => Promise<RustTrader>;
  /** A client without a key, which is used up by becoming one with a key. */
  readonly connect: () => Promise<Client>;
  /** Records the calls of a client that a method answered with. */
  readonly recorded: (client: Client) => Client;
  readonly traders: readonly Trader[];
};

type Making = Pick<RustContext, "family" | "connect" | "data" | "stage"> & {
  readonly chain: number;
  readonly recorded: (client: Client) => Client;
};

export async function openTrader(making: Making): Promise<RustTrader> {
  const { family, stage, chain, connect, recorded, data } = making;
  const key = generatePrivateKey();
  const account = privateKeyToAccount(key);
  const wallet = family.walletOf?.(account.address) ?? account.address;
  const visitor = await connect();
  const given = { key, chain };
  const made = await visitor.create_or_derive_api_key!(given);
  assert.deepEqual(await visitor.derive_api_key!(given), made);
  const funder = family.walletOf === undefined ? {} : { funder: wallet };
  const client = recorded(await visitor.authentication_builder!({ ...given, ...funder }));
  assert.deepEqual(await client.credentials!(), made);
  const { key: apiKey, secret, passphrase } = made;
  const rare = family.leastExpiry === undefined ? {} : { leastExpiry: family.leastExpiry };
  const credentials = { apiKey, secret, passphrase };
  const own = { ...actionsOf(client, stage), positions: () => positionsOf(data, wallet) };
  return { account, wallet, credentials, client, ...rare, ...own };
}

type Actions = Omit<Trader, "account" | "credentials" | "wallet">;

function actionsOf(client: Client, { version }: Stage): Actions {
  const balance = async (given: object): Promise<number> =>
    Number((await client.balance_allowance!(given)).balance) / 1e6;
  return {
    async limit({ token, ...order }) {
      const built = await client.limit_order!({ ...orderAsset(version, token), ...order });
      return placedOf(await client.post_order!({ order: await client.sign!({ order: built }) }));
    },
    async market({ token, kind, ...order }) {
      const asset = orderAsset(version, token);
      const built = await client.market_order!({ ...asset, order_type: kind, ...order });
      return placedOf(await client.post_order!({ order: await client.sign!({ order: built }) }));
    },
    async cancelAll() {
      const { canceled, not_canceled: left } = await client.cancel_all_orders!();
      assert.deepEqual(left, {});
      return canceled;
    },
    collateral: () => balance({}),
    shares: (token) =>
      balance({ token_id: token, ...(version === "v2" && { asset_type: assetTypeOf(version) }) }),
    async order(id) {
      const { size_matched: filled, status } = await client.order!({ order_id: id });
      assert.equal(status, "Live");
      return { filled: Number(filled) };
    },
    openOrders: async () => idsOf((await client.orders!()).data),
    taken: async () =>
      (await client.trades!()).data
        .filter(({ trader_side }: Answer) => trader_side === "Taker")
        .map(({ asset_id: token, side, size, price }: Answer) => {
          return { token, side: side.toUpperCase(), size: Number(size), price: Number(price) };
        }),
  };
}

export function placedOf({ order_id: id, status, success, error_msg: message }: Answer): Placed {
  assert.deepEqual([success, message ?? ""], [true, ""]);
  return { id, status: status.toLowerCase() };
}

export const idsOf = (orders: readonly { id: string }[]): string[] => orders.map(({ id }) => id);

async function positionsOf(data: Client, user: string): Promise<ShownPosition[]> {
  const open = await data.positions!({ user });
  const closed = await data.closed_positions!({ user });
  return [...open, ...closed].map((position: Answer) => ({
    token: position.asset,
    size: Number(position.size ?? 0),
    average: Number(position.avg_price),
    bought: Number(position.total_bought),
    realized: Number(position.realized_pnl),
  }));
}
