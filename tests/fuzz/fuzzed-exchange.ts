/**
 * The exchange under test. It listens on every address, and has markets in every state, traders with keys of every
 * kind, orders, trades and shares. Some markets and wallets are for operators to change.
 */
import { noResidents } from "../support/no-residents.ts";
import type { Command } from "../../src/core/events/command.ts";
import { lots, micros } from "../../src/core/units.ts";
import type { Addresses } from "../../src/http/mounts/interfaces.ts";
import { listen } from "../../src/serve.ts";
import { hashOf, requestsTo, START_AT, startTestExchange, tokenOf, walletOf } from "../support/exchange.ts";
import type { TestExchange, TestOrder } from "../support/exchange.ts";
import { createActors, WALLETS } from "./actors.ts";
import {
  BUSY,
  FLOODS,
  INVITES,
  LISTINGS,
  RESOLVED,
  SPARE_LISTING,
  VICTIM_INVITES,
  VICTIM_MARKETS,
} from "./listings.ts";
import { createLogCapture } from "./log-capture.ts";
import type { LogCapture } from "./log-capture.ts";
import { poolsOf } from "./pools.ts";
import type { World } from "./world.ts";

const OPERATOR_TOKEN = "ad".repeat(32);
const MASTER_KEY = "5e".repeat(32);
const LIMITED = { desk: "market-admin", judge: "resolver", bank: "treasury" } as const;
const tokenOfOperator = (name: string): string => hashOf(`operator ${name}`).slice(2);

export type Mode = "production" | "sandbox";

const SETTINGS = {
  PRESAGE_RATE_LIMITS: "off",
  PRESAGE_PORT: "0",
  PRESAGE_TRADING_PORT: "0",
  PRESAGE_DATA_PORT: "0",
  PRESAGE_CATALOG_PORT: "0",
  PRESAGE_ADMIN_PORT: "0",
  PRESAGE_POLYMARKET_PORTS: "0,0,0",
  PRESAGE_KUEST_PORTS: "0,0,0",
  // Readers of records must have credentials then.
  PRESAGE_PUBLIC_RECORDS: "false",
  PRESAGE_AUTO_REDEEM: "false",
  PRESAGE_OPERATORS: Object.entries(LIMITED)
    .map(([name, role]) => `${name}=${role}:${tokenOfOperator(name)}`)
    .join(),
};

export type FuzzedExchange = {
  readonly exchange: Pick<TestExchange, "context" | "clock" | "databaseUrl">;
  readonly logged: LogCapture;
  readonly world: World;
  close(): Promise<void>;
};

/**
 * Starts the exchange; close it at the end. In the sandbox each request with invalid credentials is diagnosed, which
 * takes time.
 */
export async function startFuzzedExchange(mode: Mode): Promise<FuzzedExchange> {
  const logged = createLogCapture();
  const settings = { ...SETTINGS, PRESAGE_MODE: mode };
  const options = { endpoints: [], settings, log: logged.log, startAt: START_AT + 30_000 };
  const exchange = await startTestExchange(options);
  try {
    const { addresses, close: stopListening } = await listen(exchange.context, undefined, noResidents());
    const close = async (): Promise<void> => {
      await stopListening();
      await exchange.close();
    };
    const world = await createWorld(exchange, addresses, mode);
    logged.hide(world.secrets);
    return { exchange, logged, world, close };
  } catch (error) {
    await exchange.close();
    throw error;
  }
}

async function createWorld(exchange: TestExchange, addresses: Addresses, mode: Mode): Promise<World> {
  const { polymarket, kuest } = addresses;
  if (polymarket === undefined || kuest === undefined) throw new Error("an address is not open");
  for (const listing of LISTINGS) await exchange.list(listing);
  const url = {
    spec: addresses.spec.trading,
    polymarket: polymarket.trading,
    kuest: kuest.trading,
  };
  // Outside of the sandbox no account opens by itself.
  await Promise.all(WALLETS.map((address) => exchange.open(address, "1000")));
  const actors = await createActors({ clock: exchange.clock, ...requestsTo(url) });
  const { traders, victims } = actors;
  const orders = await trade(
    exchange,
    traders.map(({ address }) => address),
  );
  const inviteCodes = await invite(exchange);
  const all = [...traders, ...victims];
  return {
    addresses,
    mode,
    now: exchange.clock.now,
    operatorToken: OPERATOR_TOKEN,
    limitedTokens: Object.keys(LIMITED).map(tokenOfOperator),
    traders,
    victims,
    pools: poolsOf({ traders, victims, orders, inviteCodes, now: exchange.clock.now }),
    listing: JSON.stringify(SPARE_LISTING),
    secrets: [
      OPERATOR_TOKEN,
      MASTER_KEY,
      ...Object.keys(LIMITED).map(tokenOfOperator),
      ...all.flatMap(({ credentials, builder, privateKey }) => [
        credentials.secret,
        credentials.passphrase,
        builder.secret,
        builder.passphrase,
        privateKey,
      ]),
    ],
  };
}

const USES = 1_000;

/** Makes the invites. Resolves with the codes of those that stay open. */
async function invite({ submit, context }: TestExchange): Promise<string[]> {
  const invites = [...INVITES, ...VICTIM_INVITES].map((id) => ({
    id,
    list: id,
    amount: micros(1_000_000),
    uses: USES,
    until: undefined,
  }));
  await submit({ type: "make-invites", operator: "desk", reason: "tests", invites });
  return INVITES.map(context.inviteCodes.codeOf);
}

const ORDERS = 240;
const RICH = micros(1_000_000_000_000);

/**
 * Makes trades in one market and resting orders in others, several pages of each. Resolves with the ids of the orders.
 */
async function trade(exchange: TestExchange, wallets: readonly string[]): Promise<string[]> {
  const { submit } = exchange;
  const given = wallets.flatMap((address): Command[] => [
    { type: "credit", address, amount: RICH },
    ...[BUSY, ...FLOODS, RESOLVED].map((name): Command => ({
      type: "split",
      address,
      owner: address,
      conditionId: hashOf(name),
      lots: lots(2_000_000),
    })),
  ]);
  await Promise.all(given.map(submit));
  const orders = await Promise.all(
    Array.from({ length: ORDERS }, (_, no) => exchange.place(orderNo(no, wallets))),
  );
  const paused = VICTIM_MARKETS.filter((_, index) => index % 3 === 0);
  await Promise.all([
    submit({ type: "resolve-market", conditionId: hashOf(RESOLVED), payout: [1, 0] }),
    ...paused.map((name) => submit({ type: "pause-market", conditionId: hashOf(name) })),
    submit({ type: "ban", address: walletOf("banned") }),
  ]);
  return orders;
}

function orderNo(no: number, wallets: readonly string[]): TestOrder {
  const side = no % 2 === 0 ? "BUY" : "SELL";
  const rests = no % 3 === 0;
  return {
    account: wallets[no % wallets.length]!,
    tokenId: tokenOf(`${no % 5 === 0 ? FLOODS[no % 3] : BUSY} ${no % 7 === 0 ? "no" : "yes"}`),
    side,
    price: rests ? (side === "BUY" ? "0.2" : "0.8") : "0.5",
    size: String(5 + (no % 9)),
  };
}
