/** Runs the real program with its demo catalog, for browser tests. It can restart on the same ports. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { orderBody } from "../../bench/support/order-requests.ts";
import type { Terms, Trader } from "../../bench/support/order-requests.ts";
import { createTrader } from "../../bench/support/own-exchange.ts";
import type { Addresses } from "../../src/http/mounts/interfaces.ts";
import { ANY_PORTS, launchPresage, prepareDataDirectories, whenStarted } from "../support/presage.ts";
import { createSettableClock } from "../support/settable-clock.ts";
import { callAs } from "../torture/exchange-calls.ts";
import type { Reply } from "../torture/exchange-calls.ts";
import { versionOfCondition } from "../../src/core/markets/market-version.ts";
import type { MarketVersion } from "../../src/core/markets/market-version.ts";

/** An exchange that serves, and whose tests share it: each has markets and wallets of its own. */
export type SharedExchange = {
  readonly addresses: Addresses;
  /** Token of the operator. */
  readonly token: string;
};

/** An exchange of one test file, which may do anything to it. */
export type RunningExchange = SharedExchange & {
  /** Data directory of the program. */
  readonly directory: string;
  /** Kills the program, and starts it again at the same addresses. */
  restart(): Promise<void>;
  /** Shifts its machine's wall clock by so many milliseconds from the real time. */
  setClock(offBy: number): void;
  close(): Promise<void>;
};

const portsOf = ({ web, spec, admin }: Addresses): string[] =>
  [
    ["--port", web],
    ["--trading-port", spec.trading],
    ["--data-port", spec.data],
    ["--catalog-port", spec.catalog],
    ["--admin-port", admin],
  ].flatMap(([flag = "", address = ""]) => [flag, new URL(address).port]);

/** Starts it, with more flags of `presage start` where they are given. */
export async function startRunningExchange(...flags: readonly string[]): Promise<RunningExchange> {
  const directories = await prepareDataDirectories();
  const directory = directories.create();
  const clock = createSettableClock(directory);
  const start = (ports: readonly string[]) =>
    whenStarted(
      launchPresage(["start", "--data-dir", directory, "--json", ...flags, ...ports], {
        detached: true,
        settings: clock.settings,
      }),
    );
  let running = await start(ANY_PORTS);
  const { addresses } = running;
  return {
    addresses,
    token: readFileSync(join(directory, "admin-token"), "utf8").trim(),
    directory,
    setClock: clock.set,
    restart: async () => {
      await running.stop("SIGKILL");
      running = await start([...ANY_PORTS, ...portsOf(addresses)]);
    },
    close: async () => {
      await running.stop("SIGTERM");
      directories.close();
    },
  };
}

export type DemoMarket = {
  readonly question: string;
  readonly conditionId: string;
  readonly slug: string;
  readonly eventSlug: string;
  readonly tokens: readonly [string, string];
};

/** Lists the markets with outcomes Yes and No and a tick size of a cent, without negative risk. */
export async function demoMarkets({ addresses }: SharedExchange): Promise<readonly DemoMarket[]> {
  const answer = await fetch(`${addresses.spec.trading}/sampling-markets`);
  const { data } = JSON.parse(await answer.text());
  return data
    .filter((market: WireMarket) => isPlain(market))
    .map(
      ({
        question,
        condition_id: conditionId,
        market_slug: slug,
        event,
        tokens: [first, second],
      }: WireMarket) => ({
        question,
        conditionId,
        slug,
        eventSlug: event.slug,
        tokens: [first.token_id, second.token_id],
      }),
    );
}

type WireMarket = {
  readonly question: string;
  readonly condition_id: string;
  readonly market_slug: string;
  readonly neg_risk: boolean;
  readonly minimum_tick_size: number;
  readonly event: { readonly slug: string };
  readonly tokens: readonly [WireToken, WireToken];
};
type WireToken = { readonly token_id: string; readonly outcome: string };

const isPlain = (market: WireMarket): boolean =>
  versionOfCondition(market.condition_id) === "v1" &&
  !market.neg_risk &&
  market.minimum_tick_size === 0.01 &&
  market.tokens[0].outcome === "Yes";

export const newTrader = ({ addresses }: SharedExchange): Promise<Trader> =>
  createTrader(addresses.spec.trading);

/** Places an order through the API. Throws if it is refused. */
export async function place({ addresses }: SharedExchange, trader: Trader, terms: Terms): Promise<Reply> {
  const body: object = JSON.parse(orderBody(trader, terms));
  const reply = await callAs(trader, addresses.spec.trading, { method: "POST", path: "/order", body });
  if (reply?.status !== 200) throw new Error(`the order was refused: ${JSON.stringify(reply)}`);
  return reply;
}

type CreatedMarket = {
  readonly conditionId: string;
  readonly slug: string;
  readonly tokenIds: [string, string];
};

/** Creates and opens a market, whose shares are redeemed by hand unless it says otherwise. */
export async function makeMarket(
  exchange: SharedExchange,
  question: string,
  { autoRedeem = false, version = "v1" }: { autoRedeem?: boolean; version?: MarketVersion } = {},
): Promise<DemoMarket> {
  const reason = "for a test";
  const event = await askOperator(exchange, "/events", { title: question, reason });
  const body = { event: event["slug"], question, autoRedeem, version, open: true, reason };
  const { conditionId, slug, tokenIds }: CreatedMarket = await askOperator(exchange, "/markets", body);
  return { question, conditionId, slug, eventSlug: String(event["slug"]), tokens: tokenIds };
}

/** Sends a request to the operator API and gives its answer. Throws if it is refused. */
export async function askOperator<Answer = Record<string, unknown>>(
  { addresses, token }: SharedExchange,
  path: string,
  body: object,
): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(addresses.admin + path, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the operator was refused: ${text}`);
  return JSON.parse(text);
}
