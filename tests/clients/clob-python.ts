/**
 * The Python clients of the trading interface, which are of one descent: their trader. Their names of a few methods and the order of a few arguments differ.
 */
import assert from "node:assert/strict";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Answer, Client } from "../conformance/call-record.ts";
import { make, startPython } from "./python.ts";
import type { Python } from "./python.ts";
import type { Surface } from "./results.ts";
import type { Opening, Suite } from "./suite.ts";
import { assetTypeOf, orderAsset, takenOf } from "./trader.ts";
import type { Placed, Trader } from "./trader.ts";
import type { Stage } from "./world.ts";

const CHAIN = 137;

/** Differences between the clients of the family. */
export type Family = Pick<Suite, "name" | "version" | "dialect" | "versions"> & {
  /** The module of the client and that of the parameters' types. */
  readonly client: string;
  readonly types: string;
  readonly createKeys: string;
  readonly openOrders: string;
  /** The type of an order in a batch. */
  readonly batchOrder: string;
  readonly leastExpiry?: number;
  /** Arguments of the client's constructor beside address, chain and key. */
  readonly options: (owner: string) => object;
  /** The wallet that the orders of this owner are for. */
  readonly walletOf: (owner: string) => string;
};

export type PythonTrader = Trader & { readonly client: Client };

export type FamilyClient = {
  readonly python: Python;
  /** A client without a key. */
  readonly visitor: Client;
  readonly surfaces: readonly Surface[];
  /** A client's own sub-client, recorded under its name. */
  part(client: Client, name: string): Promise<Client>;
  readonly createTrader: () => Promise<PythonTrader>;
  connect(given: object): Promise<Client>;
  /** Parameters of a method, of this type. */
  params(type: string, values: object): object;
};

export async function openFamily(
  family: Family,
  { stage, installed, record }: Opening,
): Promise<FamilyClient> {
  const python = startPython(installed);
  const host = stage.addresses.trading;
  const objects = new Map<Client, object>();
  const connect = async (given: object): Promise<Client> => {
    const object = await python.call(`${family.client}:ClobClient`, { host, chain_id: CHAIN, ...given });
    const client = record.record(python.methodsOf(object), family.name, family.name);
    objects.set(client, object);
    return client;
  };
  const visitor = await connect({});
  const params: FamilyClient["params"] = (type, { ...values }) => {
    if (!ORDERS.has(type)) return make(`${family.types}:${type}`, values);
    const { token_id: asset, ...order } = values as { readonly token_id: string };
    return make(`${family.types}:${type}`, { ...orderAsset(stage.version, asset), ...order });
  };
  const createTrader = async (): Promise<PythonTrader> => {
    const key = generatePrivateKey();
    const account = privateKeyToAccount(key);
    const client = await connect({ key, ...family.options(account.address) });
    const creds = await client[family.createKeys]!();
    assert.deepEqual(await client.derive_api_key(), creds);
    await client.set_api_creds(creds);
    const { api_key: apiKey, api_secret: secret, api_passphrase: passphrase } = creds;
    const wallet = family.walletOf(account.address);
    const credentials = { apiKey, secret, passphrase };
    const { leastExpiry } = family;
    const rare = leastExpiry === undefined ? {} : { leastExpiry };
    return { account, wallet, credentials, client, ...rare, ...actionsOf(client, { stage, family, params }) };
  };
  const part: FamilyClient["part"] = async (client, name) => {
    const object = await python.attribute(objects.get(client)!, name);
    return record.record(python.methodsOf(object), `${family.name} ${name}`, family.name);
  };
  const surfaces = [{ name: family.name, methods: await python.listOf(`${family.client}:ClobClient`) }];
  const quotes = `${family.client.replace(/client$/, "rfq")}:RfqClient`;
  surfaces.push({ name: `${family.name} rfq`, methods: await python.listOf(quotes) });
  return { python, visitor, surfaces, part, createTrader, connect, params };
}

/** Types of parameters that name the asset of an order. */
const ORDERS = new Set(["OrderArgs", "MarketOrderArgs"]);

/** A client that was opened, and the two traders after they have traded. */
export type FamilyContext = {
  readonly stage: Stage;
  readonly family: Family;
  readonly opened: FamilyClient;
  readonly traders: readonly PythonTrader[];
};

type Actions = Omit<Trader, "account" | "credentials" | "wallet">;

function actionsOf(
  client: Client,
  { stage, family, params }: Pick<FamilyContext, "stage" | "family"> & Pick<FamilyClient, "params">,
): Actions {
  const balance = async (given: object): Promise<number> => {
    const { balance: units } = await client.get_balance_allowance(params("BalanceAllowanceParams", given));
    return Number(units) / 1e6;
  };
  return {
    async limit({ token, expiration, ...order }) {
      const given = { token_id: token, ...order, ...(expiration !== undefined && { expiration }) };
      const signed = await client.create_order(params("OrderArgs", given));
      return placedOf(await client.post_order(signed, expiration === undefined ? "GTC" : "GTD"));
    },
    async market({ token, kind, ...order }) {
      const given = { token_id: token, ...order, order_type: kind };
      const signed = await client.create_market_order(params("MarketOrderArgs", given));
      return placedOf(await client.post_order(signed, kind));
    },
    async cancelAll() {
      const { canceled, not_canceled: left } = await client.cancel_all();
      assert.deepEqual(left, {});
      return canceled;
    },
    collateral: () => balance({ asset_type: "COLLATERAL" }),
    shares: (token) => balance({ asset_type: assetTypeOf(stage.version), token_id: token }),
    async order(id) {
      const { size_matched: filled, status } = await client.get_order(id);
      assert.match(status, /^live$/i);
      return { filled: Number(filled) };
    },
    openOrders: async () => idsOf(await client[family.openOrders]!()),
    taken: async () => takenOf(await client.get_trades()),
  };
}

export function placedOf({ orderID: id, status, success, errorMsg }: Answer): Placed {
  assert.deepEqual([success, errorMsg], [true, ""]);
  return { id, status };
}

export const idsOf = (orders: readonly { id: string }[]): string[] => orders.map(({ id }) => id);
