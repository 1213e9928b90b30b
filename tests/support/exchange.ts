/**
 * A whole exchange for tests: a database of its own, the engine on a clock that the test sets, and one address per
 * dialect on a real socket. Markets and accounts are made by commands, without signatures.
 */
import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import type { Logger } from "pino";
import { readConfig } from "../../src/settings/config.ts";
import { createContext } from "../../src/context.ts";
import type { Context } from "../../src/context.ts";
import type { CatalogEvent, CatalogMarket, Listing } from "../../src/core/markets/catalog.ts";
import type { MarketVersion } from "../../src/core/markets/market-version.ts";
import type { Command } from "../../src/core/events/command.ts";
import type { Event } from "../../src/core/events/event.ts";
import type { OrderKind, Side } from "../../src/core/state.ts";
import { lots, micros, parseDecimal, ticks } from "../../src/core/units.ts";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { Endpoint } from "../../src/http/operation/endpoint.ts";
import type { ErrorFormat } from "../../src/http/operation/error-format.ts";
import type { PassOn } from "../../src/http/server/pass-on.ts";
import { createServer } from "../../src/http/server/server.ts";
import { createValidators } from "../../src/http/server/caching.ts";
import { tradingErrorFormat } from "../../src/http/trading/error-format.ts";
import { computeProtocolV2Ids } from "../../src/signing/orders/position-ids.ts";
import type { ProjectorLimits } from "../../src/store/projector/projector-limits.ts";
import { NOT_SIGNED } from "../core/support/orders.ts";
import { clocksOf } from "./clocks.ts";
import type { TestTime } from "./clocks.ts";
import { createTestDatabase } from "./database.ts";
import { followLocally, isFollowed } from "./follower.ts";
import { watchRefusals } from "./declared-refusals.ts";
import { patiently } from "./patiently.ts";

/** The answer to a request: `body` is the parsed JSON, `text` the bytes that it was parsed from. */
export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Tests read answers of every shape, and a wrong shape fails the test that reads it.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
};

export type TestRequest = {
  /** Body of the request: JSON, or a string or bytes that are sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: "GET" | "POST" | "DELETE";
};

/** An order in human units, of account `account`; by default GTC. */
export type TestOrder = {
  readonly account: string;
  /** The wallet that signs for the account; itself unless given. */
  readonly owner?: string;
  readonly tokenId: string;
  readonly side: Side;
  readonly price: string;
  readonly size: string;
  readonly kind?: OrderKind;
  readonly expiresAt?: number;
  /** Id of the open order that it replaces. */
  readonly replaces?: string;
};

export type TestExchange = {
  readonly context: Context;
  /** The exchange's clock, in milliseconds: set it, or use `wait`. */
  readonly clock: TestTime;
  /** Base URL of each dialect's address, without a slash at the end. */
  readonly url: Readonly<Record<Dialect, string>>;
  readonly databaseUrl: string;
  /** Passes this much of the exchange's time, with all due work: expiries and the minute's prices. */
  wait(milliseconds: number): Promise<void>;
  /** Submits a command that must be accepted; resolves with its events. */
  submit(command: Command): Promise<readonly Event[]>;
  list(listing: Listing): Promise<void>;
  /** Opens the account of a wallet (lower-case address) with this much collateral. */
  open(address: string, collateral?: string): Promise<void>;
  /** Places an order that must be accepted; resolves with its id. */
  place(order: TestOrder): Promise<string>;
  get(path: string, dialect?: Dialect): Promise<Reply>;
  post(path: string, body: unknown, dialect?: Dialect): Promise<Reply>;
  send(path: string, sent: TestRequest, dialect?: Dialect): Promise<Reply>;
  close(): Promise<void>;
};

export type TestExchangeOptions = {
  readonly endpoints: readonly Endpoint[];
  /** Form of refusals; the default is that of the trading interface. */
  readonly form?: ErrorFormat;
  /** Time of the clock at the start, ms; the default is a full hour in 2026. */
  readonly startAt?: number;
  /** Settings that differ from a sandbox's, by their environment names. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The log; nothing is logged by default. */
  readonly log?: Logger;
  /** Limits of the rows that wait for the read tables; those of a real exchange by default. */
  readonly tableLimits?: ProjectorLimits;
};

export const START_AT = Date.UTC(2026, 5, 1, 12);
const SECRETS = { PRESAGE_MASTER_KEY: "5e".repeat(32), PRESAGE_ADMIN_TOKEN: "ad".repeat(32) };

/** Validators of all exchanges of this process: to compile a schema for each anew takes a tenth of the tests' time. */
const validators = createValidators();

/** Starts an exchange with these endpoints and nothing listed. Close it in `after`. */
export async function startTestExchange(options: TestExchangeOptions): Promise<TestExchange> {
  const { form = tradingErrorFormat } = options;
  const database = await createTestDatabase();
  const clock = { now: options.startAt ?? START_AT };
  const context = await createContext({
    config: readConfig({ ...SECRETS, ...options.settings }, []),
    log: options.log ?? pino({ level: "silent" }),
    clocks: clocksOf(clock),
    databaseUrl: database.url,
    tableLimits: options.tableLimits,
    onFailure: (error) => {
      throw error;
    },
  }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const watch = form === tradingErrorFormat ? watchRefusals(options.endpoints) : undefined;
  const endpoints = watch?.endpoints ?? options.endpoints;
  const serversOf = (served: Context, passOn?: (at: Dialect) => PassOn): FastifyInstance[] =>
    DIALECTS.map((dialect) =>
      createServer(served, [{ dialect, prefix: "", endpoints, form }], {
        validators,
        passOn: passOn?.(dialect),
      }),
    );
  const own = serversOf(context);
  const follower = isFollowed
    ? await followLocally(context, {
        clocks: clocksOf(clock),
        databaseUrl: database.url,
        servers: new Map(DIALECTS.map((dialect, index) => [dialect, own[index]!])),
      })
    : undefined;
  const servers =
    follower === undefined ? own : serversOf(follower, (at) => ({ at, send: follower.engine.passOn }));
  const [spec, polymarket, kuest] = await Promise.all(
    servers.map((server) => server.listen({ host: "127.0.0.1", port: 0 })),
  );
  const url = { spec: spec!, polymarket: polymarket!, kuest: kuest! };
  const close = async (): Promise<void> => {
    await Promise.all([...servers, ...own].map((server) => server.close()));
    await follower?.close();
    await context.close();
    await database.close();
    watch?.assertDeclared();
  };
  return {
    context,
    clock,
    url,
    databaseUrl: database.url,
    close,
    ...commandsOf(context, clock),
    ...requestsTo(url),
  };
}

function commandsOf(context: Context, clock: TestTime) {
  let placed = 0;
  const submit = async (command: Command): Promise<readonly Event[]> => {
    const outcome = await patiently(() => context.engine.submit(command));
    if (outcome.type === "committed") return outcome.committed.events;
    throw new Error(`${command.type} was not accepted: ${JSON.stringify(outcome)}`);
  };
  return {
    submit,
    async wait(milliseconds: number): Promise<void> {
      clock.now += milliseconds;
      await context.engine.tick();
      // A tick leaves expiries to a batch that is underway, which may have been decided before.
      await context.engine.submit({ type: "expire-orders" });
    },
    async list(listing: Listing): Promise<void> {
      await submit({ type: "list", listing });
    },
    async open(address: string, collateral = "0"): Promise<void> {
      const credit = micros(exactly(collateral, 6));
      await submit({ type: "open-account", address, owner: address, credit });
    },
    async place(order: TestOrder): Promise<string> {
      placed += 1;
      const id = hashOf(`order ${placed}`);
      await submit(placement(id, order));
      return id;
    },
  };
}

function placement(id: string, order: TestOrder): Command {
  const { account, owner = account, tokenId, side, price, size, kind = "GTC", expiresAt = 0 } = order;
  const limit = ticks(exactly(price, 4));
  const quantity = lots(exactly(size, 2));
  const budget = side === "BUY" && (kind === "FOK" || kind === "FAK") ? micros(quantity * limit) : undefined;
  return {
    type: "place-order",
    id,
    maker: account,
    owner,
    tokenId,
    side,
    kind,
    postOnly: false,
    expiresAt,
    limit,
    lots: quantity,
    budget,
    apiKey: "00000000-0000-4000-8000-000000000000",
    signed: NOT_SIGNED,
    ...(order.replaces !== undefined && { replaces: order.replaces }),
  };
}

function exactly(text: string, places: number): number {
  const value = parseDecimal(text, places);
  if (value === undefined) throw new Error(`${text} has more than ${places} decimals`);
  return value;
}

/** Sends requests to an exchange with these base URLs, which another process may run. */
export function requestsTo(url: Readonly<Record<Dialect, string>>) {
  const send = async (path: string, sent: TestRequest, dialect: Dialect = "spec"): Promise<Reply> => {
    const { body, headers, method = body === undefined ? "GET" : "POST" } = sent;
    const response = await fetch(url[dialect] + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: bodyOf(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };
  return {
    send,
    get: (path: string, dialect?: Dialect) => send(path, {}, dialect),
    post: (path: string, body: unknown, dialect?: Dialect) => send(path, { body }, dialect),
  };
}

const bodyOf = (body: unknown): string | Uint8Array<ArrayBuffer> =>
  typeof body === "string" ? body : body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A hash of 32 bytes for a name: 0x and 64 hex digits. */
export const hashOf = (name: string): string => `0x${createHash("sha256").update(name).digest("hex")}`;
/** A token id for a name, in decimal. */
export const tokenOf = (name: string): string => BigInt(hashOf(name)).toString();
/** A wallet address for a name, in lower case. */
export const walletOf = (name: string): string => hashOf(name).slice(0, 42);

export type NamedMarket = Partial<CatalogMarket> & {
  readonly name: string;
  /** "v2" for a market with the ids of `positionsOf`. */
  readonly version?: MarketVersion;
};

/** Condition and position ids of a market of Protocol V2 for a name. */
export const positionsOf = (name: string) =>
  computeProtocolV2Ids({ module: "binary", source: hashOf(name), index: 0 });

/** A market with ids made from its name: condition `hashOf(name)`, tokens `tokenOf(name + " yes")` and `" no"`. */
function testMarket({ name, version = "v1", ...given }: NamedMarket): CatalogMarket {
  const tokenIds = [tokenOf(`${name} yes`), tokenOf(`${name} no`)] as const;
  return {
    id: String(Number.parseInt(hashOf(name).slice(2, 9), 16)),
    questionId: hashOf(`question ${name}`),
    ...(version === "v1" ? { conditionId: hashOf(name), tokenIds } : positionsOf(name)),
    outcomes: ["Yes", "No"],
    question: `Will ${name} happen?`,
    slug: name.replaceAll(" ", "-"),
    description: `Resolves to "Yes" if ${name} happens.`,
    active: true,
    closed: false,
    archived: false,
    tick: ticks(100),
    minimumLots: lots(100),
    negativeRisk: false,
    secondsDelay: 0,
    rewards: { rates: [], minSize: 0, maxSpread: 0 },
    ...given,
  };
}

/** An event with these markets; fields of `event` replace the default ones. */
export function testListing(markets: readonly NamedMarket[], event: Partial<CatalogEvent> = {}): Listing {
  return {
    event: {
      id: "7",
      ticker: "test-event",
      slug: "test-event",
      title: "Test event",
      description: "An event for tests.",
      active: true,
      closed: false,
      archived: false,
      negativeRisk: false,
      tags: [],
      series: [],
      ...event,
    },
    markets: markets.map(testMarket),
  };
}
