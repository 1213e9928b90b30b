/** A running exchange with traders, and requests as a person would keep them. The mistakes are made with these. */
import { createHmac } from "node:crypto";
import type {
  OrderTerms,
  PlacementOptions,
  RequestOptions,
  Trader,
  WireOrder,
} from "../../support/trader.ts";
import { accountOf, createTrader, requestHeaders, traderWith, walletHeaders } from "../../support/trader.ts";
import { requestsTo } from "../../support/exchange.ts";
import type { Reply } from "../../support/exchange.ts";
import { launchPresage, ANY_PORTS, whenStarted } from "../../support/presage.ts";
import type { Started } from "../../support/presage.ts";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import type { Credentials } from "../../../src/signing/credentials.ts";

export type Market = {
  readonly conditionId: string;
  readonly yes: string;
  readonly no: string;
};

export type World = {
  readonly exchange: Started;
  readonly ann: Trader;
  readonly ben: Trader;
  /** Trader with another key of ann's wallet. */
  readonly second: Trader;
  /** Trader with a revoked key of ann's wallet. */
  readonly revoked: Trader;
  /** Trader with the first funds alone, nearly all held by an open order. */
  readonly held: Trader;
  readonly ordinary: Market;
  readonly negative: Market;
  /** Markets of one question, by the version of their ids. */
  readonly twins: Readonly<Record<"v1" | "v2", Market>>;
  /** A market of a negative-risk event of Protocol V2. */
  readonly exclusive: Market;
  /** A position id that a v1 market lists, and a token id that a v2 market lists. */
  readonly leg: string;
  readonly oldTwin: string;
};

/** A kept request, with the secrets that no output may have. */
export type Played = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly secrets: readonly string[];
  /** Dialect at whose address it is sent; the specification's unless given. */
  readonly dialect?: Dialect;
};

/** Writes a request in HTTP. */
export const messageOf = ({ method, path, headers, body }: Played, host: string): string => {
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
};

/** Sends a request to the exchange. */
export const send = async (
  world: World,
  { method, path, headers, body, dialect = "spec" }: Played,
): Promise<Response> =>
  fetch(world.exchange.addresses[dialect]!.trading + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body !== "" && { body }),
  });

export const now = (): string => String(Math.floor(Date.now() / 1000));

type Sent = { readonly method?: string; readonly path?: string; readonly body?: string };

/** Makes a request of a trader; its secrets are those of a correct signature. */
export function signed(trader: Trader, sent: Sent, options: RequestOptions = {}): Played {
  const { method = "GET", path = "/balances", body = "" } = sent;
  const request = { method, path, body, now: Date.now() };
  const timestamp = options.timestamp ?? now();
  const headers = requestHeaders(trader, request, { ...options, timestamp });
  return { method, path, headers, body, secrets: secretsOf(trader, request, headers) };
}

/** Makes a request with an HMAC of the caller's own making. */
export function signedBy(
  trader: Trader,
  sent: Sent,
  sign: (
    message: { timestamp: string; method: string; path: string; body: string },
    secret: Buffer,
  ) => string,
): Played {
  const { method = "GET", path = "/balances", body = "" } = sent;
  const timestamp = now();
  const signature = sign({ timestamp, method, path, body }, Buffer.from(trader.credentials.secret, "base64"));
  return signed(trader, sent, {
    timestamp,
    changeHeaders: (headers) => ({ ...headers, SVC_SIGNATURE: signature }),
  });
}

export const hmac = (key: string | Buffer, message: string, hash = "sha256"): string =>
  createHmac(hash, key).update(message).digest("base64url") + "=";

/** Lists secret and passphrase of the key, and the right signatures in every encoding. */
function secretsOf(
  { account, credentials }: Trader,
  request: { method: string; path: string; body: string; now: number },
  headers: Readonly<Record<string, string>>,
): string[] {
  const encodings = ["base64url-unpadded", "base64-unpadded", "hex"] as const;
  const timestamps = [now(), headers["SVC_TIMESTAMP"] ?? now()];
  const signatures = timestamps.flatMap((timestamp) =>
    encodings.map((encoding) => {
      const right = requestHeaders({ account, credentials }, request, { timestamp, encoding });
      return right["SVC_SIGNATURE"]!;
    }),
  );
  const secret = Buffer.from(credentials.secret, "base64");
  return [
    secret.toString("base64url"),
    secret.toString("base64").replace("=", ""),
    secret.toString("hex"),
    credentials.passphrase,
    ...signatures,
  ].filter((one) => one !== "");
}

/** Makes the placement of an order, signed like any request. */
export function placement(trader: Trader, order: WireOrder, options: PlacementOptions = {}): Played {
  const { orderType = "GTC", owner = trader.credentials.apiKey, postOnly, changeBody, ...rest } = options;
  const plain = { order, owner, orderType, ...(postOnly !== undefined && { postOnly }) };
  const body = JSON.stringify(changeBody === undefined ? plain : changeBody(plain));
  const played = signed(trader, { method: "POST", path: "/order", body }, rest);
  return { ...played, secrets: [...played.secrets, String(order["signature"])] };
}

export const ordered = async (
  trader: Trader,
  terms: OrderTerms,
  options?: PlacementOptions,
): Promise<Played> => placement(trader, (await trader.sign(terms)).order, options);

/** Gives the trader another secret: the base64 of these bytes. */
export const withSecret = (trader: Trader, secret: Buffer): Trader => ({
  ...trader,
  credentials: { ...trader.credentials, secret: secret.toString("base64") },
});

export const secretOf = ({ credentials }: Trader): Buffer => Buffer.from(credentials.secret, "base64");

/** Master key with which ann's secret has a - or a _, so that base64url and base64 differ. */
const SETTINGS = { PRESAGE_MASTER_KEY: "5e".repeat(32) };

export async function startWorld(directory: string): Promise<World> {
  const exchange = await whenStarted(
    launchPresage(["--data-dir", directory, "--json", ...ANY_PORTS], { settings: SETTINGS, detached: true }),
  );
  const { spec, polymarket, kuest } = exchange.addresses;
  const url = { spec: spec.trading, polymarket: polymarket!.trading, kuest: kuest!.trading };
  const clock = {
    get now() {
      return Date.now();
    },
  };
  const reached = { ...requestsTo(url), clock };
  const [ann, ben, held] = await Promise.all(
    ["ann", "ben", "held"].map((name) => createTrader(reached, name)),
  );
  const keyOf = async (nonce: string): Promise<Trader> => {
    const headers = await walletHeaders(accountOf("ann"), Date.now(), { nonce });
    const reply: Reply = await reached.send("/auth/api-key", { method: "POST", headers });
    return traderWith(reached, accountOf("ann"), reply.body as Credentials);
  };
  const revoked = await keyOf("2");
  await operate(directory, "key", "revoke", revoked.credentials.apiKey, "--yes");
  const { body } = await reached.get("/markets");
  const market = (negative: boolean): Market => {
    const found = body.data.find(
      // oxlint-disable-next-line typescript/no-explicit-any
      (one: any) => one.neg_risk === negative && one.minimum_tick_size === 0.01 && one.accepting_orders,
    );
    const [yes, no] = found.tokens;
    return { conditionId: found.condition_id, yes: yes.token_id, no: no.token_id };
  };
  const world: World = {
    exchange,
    ann: ann!,
    ben: ben!,
    held: held!,
    second: await keyOf("1"),
    revoked,
    ordinary: market(false),
    negative: market(true),
    ...(await findVersions(`${polymarket!.catalog}/markets/slug`)),
  };
  await fillBook(world);
  return world;
}

type ListedMarket = {
  readonly conditionId: string;
  readonly version: "v1" | "v2";
  readonly positionIds: readonly string[];
  readonly clobTokenIds: string;
};

/** Finds the markets of the demo with what clients confuse between the versions. */
async function findVersions(path: string): Promise<Pick<World, "twins" | "exclusive" | "leg" | "oldTwin">> {
  const read = async (slug: string): Promise<ListedMarket> =>
    (await (await fetch(`${path}/${slug}`)).json()) as ListedMarket;
  const old = await read("comet-seen-with-the-naked-eye");
  const twin = await read("comet-seen-with-the-naked-eye-v2");
  const legs = await read("orrin-sea-salt-closes-above-40-marks");
  const lantern = await read("lantern-contest-winner-mill-lane");
  const tokensOf = ({ conditionId, version, positionIds, clobTokenIds }: ListedMarket): Market => {
    const [yes, no] = version === "v2" ? positionIds : (JSON.parse(clobTokenIds) as string[]);
    return { conditionId, yes: yes!, no: no! };
  };
  return {
    twins: { v1: tokensOf(old), v2: tokensOf(twin) },
    exclusive: tokensOf(lantern),
    leg: legs.positionIds[0]!,
    oldTwin: JSON.parse((await read("electric-ferry-crosses-with-passengers")).clobTokenIds)[0],
  };
}

async function operate(directory: string, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await launchPresage([...args, "--reason", "a test", "--data-dir", directory])
    .finished;
  if (code !== 0) throw new Error(stderr);
}

/** Places an ask of YES at 0.6, and an order that holds nearly all funds of a wallet. */
async function fillBook({ ben, held, ordinary }: World): Promise<void> {
  for (const reply of [
    await ben.place({ tokenId: ordinary.no, side: "BUY", price: "0.4", size: "20" }),
    await held.place({ tokenId: ordinary.yes, side: "BUY", price: "0.1", size: "99900" }),
  ])
    if (reply.status !== 200) throw new Error(reply.text);
}
