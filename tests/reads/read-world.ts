/**
 * An exchange over a random history, with the trading and the data interface of every dialect and a key for every
 * owner. Beside it stand the rows that the journal folds to. Requests go through the whole HTTP stack, and are signed
 * here.
 */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { pino } from "pino";
import { readConfig } from "../../src/settings/config.ts";
import { createContext } from "../../src/context.ts";
import type { Context } from "../../src/context.ts";
import { dataEndpoints } from "../../src/http/data/endpoints.ts";
import { dataErrorFormat } from "../../src/http/data/refusal.ts";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { Endpoint } from "../../src/http/operation/endpoint.ts";
import { createServer } from "../../src/http/server/server.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";
import { tradingErrorFormat } from "../../src/http/trading/error-format.ts";
import type { Credentials } from "../../src/signing/credentials.ts";
import { readHead } from "../../src/store/journal/journal.ts";
import { createRandomHistory } from "../simulation/random-history.ts";
import { clocksOf } from "../support/clocks.ts";
import { assertDocumented } from "../support/documented-answers.ts";
import { withSql } from "../support/history.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import { createRecordedHistory, readOn } from "./recorded-history.ts";
import type { RecordedHistory } from "./recorded-history.ts";
import { trade } from "./trading-stage.ts";

/** Caller of a request: an owner whose key signs, or nobody. */
export type Caller = string | undefined;

/** A request; a path of the data interface begins with `DATA`. */
export type ReadRequest = {
  readonly path: string;
  readonly dialect: Dialect;
  readonly caller?: Caller;
  readonly body?: unknown;
  readonly method?: "GET" | "POST" | "DELETE";
};

// Answers have every shape, and a wrong one fails the comparison.
// oxlint-disable-next-line typescript/no-explicit-any
export type ReadReply = { readonly status: number; readonly contentType: unknown; readonly body: any };

export type ReadWorld = {
  readonly seed: number;
  readonly random: Random;
  readonly context: Context;
  readonly clock: { now: number };
  readonly history: RecordedHistory;
  /** Notifications that were marked as read, by owner. */
  readonly dropped: Map<string, ReadonlySet<number>>;
  /** Keys by owner. */
  readonly keys: ReadonlyMap<string, Credentials>;
  ask(asked: ReadRequest): Promise<ReadReply>;
  /** Lets the exchange's time pass, and reads what the journal has since. */
  wait(milliseconds: number): Promise<void>;
  close(): Promise<void>;
};

export const DATA = "/data-interface";

const SETTINGS = {
  PRESAGE_MASTER_KEY: "5e".repeat(32),
  PRESAGE_ADMIN_TOKEN: "ad".repeat(32),
  PRESAGE_PUBLIC_RECORDS: "true",
  PRESAGE_AUTO_REDEEM: "false",
};

/** A history of this many random commands, and a busy stage after them. */
export async function openWorld(seed: number, commands: number): Promise<ReadWorld> {
  const database = await createRandomHistory(seed, commands);
  const clock = { now: await endOf(database.url) };
  const context = await createContext({
    config: readConfig(SETTINGS, []),
    log: pino({ level: "silent" }),
    clocks: clocksOf(clock),
    databaseUrl: database.url,
    onFailure: (error) => {
      throw error;
    },
  });
  const history = createRecordedHistory();
  const servers = serversOf(context);
  const keys = new Map<string, Credentials>();
  const world: ReadWorld = {
    seed,
    random: createRandom(seed),
    context,
    clock,
    history,
    dropped: new Map(),
    keys,
    ask: (asked) => ask(servers, asked, { keys, now: clock.now }),
    async wait(milliseconds) {
      clock.now += milliseconds;
      await context.engine.tick();
      await readOn(history, await context.sql());
    },
    async close() {
      await Promise.all(DIALECTS.map((dialect) => servers[dialect].close()));
      await context.close();
      await database.close();
    },
  };
  try {
    await prepare(world, keys);
  } catch (error) {
    await world.close();
    throw error;
  }
  return world;
}

/** The time of the last batch. */
async function endOf(url: string): Promise<number> {
  let end = 0;
  await withSql(url, async (sql) => {
    end = (await readHead(sql)).at;
  });
  return end;
}

/**
 * Has the exchange take everything, in whichever mode the history left it, and opens what is a draft still, which no read
 * names; drafts.test.ts asks for those.
 */
async function openAll({ engine }: Context): Promise<void> {
  const drafts = [...engine.exchange.marketByCondition.values()].filter(({ status }) => status === "draft");
  const openings = drafts.map(({ conditionId }) => ({ type: "open-market", conditionId }) as const);
  for (const command of [{ type: "set-mode", mode: "normal" } as const, ...openings]) {
    const outcome = await engine.submit(command);
    const refusal = outcome.type === "rejected" ? outcome.rejection.code : "";
    assert.equal(refusal, "", JSON.stringify(command));
  }
}

async function prepare(world: ReadWorld, keys: Map<string, Credentials>): Promise<void> {
  const { context, history } = world;
  await openAll(context);
  await readOn(history, await context.sql());
  await trade(world, 600);
  await world.wait(0);
  for (const { owner } of history.wallets) {
    const credentials = await context.keys.create(owner, "0");
    if (credentials !== undefined) keys.set(owner, credentials);
  }
}

type Servers = Readonly<Record<Dialect, ReturnType<typeof createServer>>>;

function serversOf(context: Context): Servers {
  const serverOf = (dialect: Dialect) =>
    createServer(context, [
      { dialect, prefix: "", endpoints: tradingEndpoints("sandbox"), form: tradingErrorFormat },
      { dialect, prefix: DATA, endpoints: dataEndpoints, form: dataErrorFormat },
    ]);
  return { spec: serverOf("spec"), polymarket: serverOf("polymarket"), kuest: serverOf("kuest") };
}

type Signing = { readonly keys: ReadonlyMap<string, Credentials>; readonly now: number };

async function ask(servers: Servers, asked: ReadRequest, signing: Signing): Promise<ReadReply> {
  const { path, dialect, body } = asked;
  const method = asked.method ?? (body === undefined ? "GET" : "POST");
  const payload = body === undefined ? "" : JSON.stringify(body);
  const reply = await servers[dialect].inject({
    method,
    url: path,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...signatureOf({ method, path, payload }, asked.caller, signing),
    },
    ...(body === undefined ? {} : { payload }),
  });
  return {
    status: reply.statusCode,
    contentType: reply.headers["content-type"],
    body: reply.body === "" ? undefined : JSON.parse(reply.body),
  };
}

type SignedRequest = { readonly method: string; readonly path: string; readonly payload: string };

function signatureOf(request: SignedRequest, caller: Caller, { keys, now }: Signing): Record<string, string> {
  if (caller === undefined) return {};
  const credentials = keys.get(caller);
  assert.ok(credentials !== undefined, `${caller} has a key`);
  const timestamp = String(Math.floor(now / 1000));
  const [path = ""] = request.path.split("?");
  const signature = createHmac("sha256", Buffer.from(credentials.secret, "base64url"))
    .update(timestamp + request.method + path + request.payload)
    .digest("base64url");
  return {
    svc_address: caller,
    svc_api_key: credentials.apiKey,
    svc_passphrase: credentials.passphrase,
    svc_timestamp: timestamp,
    svc_signature: signature,
  };
}

const TRADING_ENDPOINTS = tradingEndpoints("sandbox");

/** The documented operation that a request reaches; throws where there is none. */
function operationOf({ path, method, body }: ReadRequest): Endpoint {
  const [pathname = ""] = path.split("?");
  const inData = pathname.startsWith(DATA);
  const segments = (inData ? pathname.slice(DATA.length) : pathname).split("/");
  const wanted = method ?? (body === undefined ? "GET" : "POST");
  const fits = (endpoint: Endpoint): boolean => {
    const own = endpoint.path.split("/");
    const alike = own.every((segment, index) => segment.startsWith(":") || segment === segments[index]);
    return endpoint.method === wanted && own.length === segments.length && alike;
  };
  const found = (inData ? dataEndpoints : TRADING_ENDPOINTS).find(fits);
  if (found === undefined) throw new Error(`no operation ${wanted} ${path}`);
  return found;
}

/** The body of a success, in the shape that is documented. */
export async function answerTo(world: ReadWorld, asked: ReadRequest): Promise<ReadReply["body"]> {
  const { status, contentType, body } = await world.ask(asked);
  assert.equal(status, 200, `${describeRequest(world, asked)}: ${JSON.stringify(body)}`);
  assert.match(String(contentType), /^application\/json/);
  assertDocumented(operationOf(asked), asked.dialect, body);
  return body;
}

/** Compares the whole body of a success, order included. */
export async function compare(world: ReadWorld, asked: ReadRequest, expected: unknown): Promise<void> {
  assert.deepEqual(await answerTo(world, asked), expected, describeRequest(world, asked));
}

export const describeRequest = (
  { seed }: ReadWorld,
  { path, dialect, caller = "nobody", body }: ReadRequest,
): string => `seed ${seed}, ${dialect}, ${caller}: ${path} ${body === undefined ? "" : JSON.stringify(body)}`;
