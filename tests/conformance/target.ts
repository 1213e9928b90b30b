/**
 * Targets of the matrix: each client library at the base address of each dialect. Each has two traders and three
 * markets of its own, so that no target sees another's orders. All markets have tick 0.01 and minimum 1.
 */
import assert from "node:assert/strict";
import type { ApiKeyCreds } from "@polymarket/clob-client-v2";
import { createWalletClient, http } from "viem";
import type { WalletClient } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { polygon } from "viem/chains";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import { onePortPrefix } from "../../src/http/mounts/interfaces.ts";
import type { Addresses } from "../../src/http/mounts/interfaces.ts";
import type { Answer, CallRecord, Client, Surface } from "./call-record.ts";
import { LIBRARIES } from "./libraries.ts";
import type { ClientOptions, Library } from "./libraries.ts";
import { versionOfCondition } from "../../src/core/markets/market-version.ts";

export type Trader = {
  readonly client: Client;
  readonly signer: WalletClient;
  readonly address: string;
  readonly creds: ApiKeyCreds;
};

export type Market = { readonly conditionId: string; readonly yes: string; readonly no: string };

export type Limit = {
  readonly tokenID: string;
  readonly side: "BUY" | "SELL";
  readonly price: number;
  readonly size: number;
  readonly expiration?: number;
};

export type Target = {
  /** Library and dialect: "clob-client-v2, kuest". */
  readonly name: string;
  readonly library: Library;
  readonly dialect: Dialect;
  readonly host: string;
  /** Address of the same dialect on the one port. */
  readonly onePort: string;
  /** A market with rewards, with 100 shares bid at 0.49 and offered at 0.51 by the maker. */
  readonly quoted: Market;
  readonly ordinary: Market;
  /** A market of a negative-risk event. */
  readonly exclusive: Market;
  /** A market of Protocol V2, which other targets may share. */
  readonly protocolV2: Market;
  readonly maker: Trader;
  readonly taker: Trader;
  /** Makes a client whose calls are recorded. */
  connect(options?: ClientOptions): Client;
  /** Records the calls of a client object that the library made. */
  record(client: object, surface: Surface): Client;
  createTrader(): Promise<Trader>;
  /** Signs and posts a limit order. */
  place(trader: Trader, order: Limit, kind?: "GTC" | "GTD", postOnly?: boolean): Promise<Answer>;
  /** Places an order that must rest, and returns its id. */
  rest(trader: Trader, order: Limit): Promise<string>;
};

export function newWallet(): WalletClient {
  const account = privateKeyToAccount(generatePrivateKey());
  return createWalletClient({ account, chain: polygon, transport: http() });
}

/** Creates all targets on a running exchange. */
export async function createTargets(addresses: Addresses, calls: CallRecord): Promise<Target[]> {
  const markets = await listMarkets(addresses.spec.trading);
  const isV2 = ({ condition_id: id }: ListedMarket): boolean => versionOfCondition(id) === "v2";
  const protocolV2 = markets.filter((market) => isV2(market) && !market.neg_risk);
  const plain = markets.filter((market) => market.rewards.rates.length === 0 && !isV2(market));
  const rewarded = markets.filter(({ rewards }) => rewards.rates.length > 0);
  const quoted = rewarded.filter(({ neg_risk }) => !neg_risk);
  const ordinary = plain.filter(({ neg_risk }) => !neg_risk);
  const exclusive = plain.filter(({ neg_risk }) => neg_risk);
  const places = DIALECTS.flatMap((dialect) => LIBRARIES.map((library) => ({ dialect, library })));
  return Promise.all(
    places.map(({ dialect, library }, index) =>
      createTarget(library, calls, {
        dialect,
        host: addresses[dialect]!.trading,
        onePort: addresses.web + onePortPrefix(dialect, "trading"),
        quoted: marketOf(quoted[index]!),
        ordinary: marketOf(ordinary[index]!),
        exclusive: marketOf(exclusive[index]!),
        protocolV2: marketOf(protocolV2[index % protocolV2.length]!),
      }),
    ),
  );
}

type ListedMarket = {
  readonly condition_id: string;
  readonly neg_risk: boolean;
  readonly minimum_tick_size: number;
  readonly rewards: { readonly rates: readonly unknown[] };
  readonly tokens: readonly { readonly token_id: string }[];
};

/** Markets with tick 0.01 on the first page of the listing. */
async function listMarkets(host: string): Promise<ListedMarket[]> {
  const { data } = (await (await fetch(`${host}/markets`)).json()) as { data: ListedMarket[] };
  return data.filter(({ minimum_tick_size }) => minimum_tick_size === 0.01);
}

const marketOf = ({ condition_id, tokens }: ListedMarket): Market => ({
  conditionId: condition_id,
  yes: tokens[0]!.token_id,
  no: tokens[1]!.token_id,
});

type Place = Pick<
  Target,
  "dialect" | "host" | "onePort" | "quoted" | "ordinary" | "exclusive" | "protocolV2"
>;

async function createTarget(library: Library, calls: CallRecord, place: Place): Promise<Target> {
  const name = `${library.name}, ${place.dialect}`;
  const record: Target["record"] = (client, surface) => calls.record(client, surface, name);
  const connect: Target["connect"] = (options = {}) =>
    record(library.create(place.host, options), library.name);
  const createTrader = async (): Promise<Trader> => {
    const signer = newWallet();
    const creds: ApiKeyCreds = await connect({ signer }).createOrDeriveApiKey();
    return { client: connect({ signer, creds }), signer, creds, address: signer.account!.address };
  };
  const placeLimit: Target["place"] = ({ client }, order, kind = "GTC", postOnly = false) =>
    client.createAndPostOrder({ ...order }, undefined, kind, ...library.flags(postOnly));
  const rest: Target["rest"] = async (trader, order) => {
    const { success, status, orderID } = await placeLimit(trader, order);
    assert.deepEqual([success, status], [true, "live"]);
    return orderID;
  };
  const [maker, taker] = await Promise.all([createTrader(), createTrader()]);
  for (const tokenID of [place.quoted.yes, place.quoted.no])
    await rest(maker, { tokenID, side: "BUY", price: 0.49, size: 100 });
  return { name, library, ...place, maker, taker, connect, record, createTrader, place: placeLimit, rest };
}
