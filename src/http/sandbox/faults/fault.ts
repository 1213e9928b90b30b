/**
 * Network faults that a sandbox injects at an operator's request: kinds of faults, and the traffic that each kind
 * affects.
 */
import { Type } from "typebox";
import type { Static } from "typebox";
import { nearestName } from "../../../base/nearest-name.ts";
import { joinShort } from "../../../base/short-list.ts";
import { readKeyId } from "../../../signing/credentials.ts";
import { isUuid } from "../../../store/keys/key-cache.ts";
import { formatRoute } from "../../operation/endpoint.ts";
import { isHealthPath } from "../../health/health-endpoints.ts";
import { INTERFACES } from "../../mounts/interfaces.ts";
import type { Interfaces } from "../../mounts/mounts.ts";
import { describeMistake } from "../../operation/validation-fault.ts";

/** Fields that only some kinds use. */
type OwnField = "ms" | "jitterMs" | "status" | "retryAfterSeconds" | "outcome";

type KindOfFault = {
  /**
   * Target of the fault: requests of an operation, matches, live connections that were open when the fault was added, or
   * live messages.
   */
  readonly met: "request" | "match" | "connection" | "message";
  readonly needs: readonly OwnField[];
  readonly may: readonly OwnField[];
  readonly meaning: string;
};

/** Kinds of faults, in the order in which documents show them. */
export const FAULT_KINDS = {
  latency: {
    met: "request",
    needs: ["ms"],
    may: ["jitterMs"],
    meaning: "the request waits for `ms`, and up to `jitterMs` more, before anything of it is looked at",
  },
  refuse: {
    met: "request",
    needs: ["status"],
    may: ["retryAfterSeconds"],
    meaning: "the request is refused with `status` and `Retry-After`; nothing is done",
  },
  "lose-answer": {
    met: "request",
    needs: [],
    may: [],
    meaning: "the request is carried out, and the connection ends without an answer",
  },
  "delay-answer": {
    met: "request",
    needs: ["ms"],
    may: ["jitterMs"],
    meaning:
      "the request is carried out at once, and its answer comes `ms`, and up to `jitterMs` more, later",
  },
  "delay-match": {
    met: "request",
    needs: ["ms"],
    may: ["jitterMs", "outcome"],
    meaning:
      "an order that would match is acknowledged as `delayed`; `ms`, and up to `jitterMs` more, later it is matched as if it came then, or ends as `unmatched`",
  },
  "fail-settlement": {
    met: "match",
    needs: ["ms"],
    may: ["jitterMs"],
    meaning:
      "the fills of an order stay `MATCHED`; `ms`, and up to `jitterMs` more, later they are `FAILED`, and all that they moved goes back",
  },
  "stale-read": {
    met: "request",
    needs: ["ms"],
    may: [],
    meaning: "a read gives for `ms` what the same read gave its caller before",
  },
  "repeat-cursor": {
    met: "request",
    needs: [],
    may: [],
    meaning: "a page that was asked for by a cursor names that cursor as the next one",
  },
  silence: {
    met: "connection",
    needs: [],
    may: [],
    meaning: "a connection that is open gets no more messages; its socket stays open and pings are answered",
  },
  disconnect: {
    met: "connection",
    needs: [],
    may: [],
    meaning: "a connection that is open ends at once, without a closing frame",
  },
  drop: { met: "message", needs: [], may: [], meaning: "a message is lost" },
  repeat: { met: "message", needs: [], may: [], meaning: "a message comes twice" },
  reorder: { met: "message", needs: [], may: [], meaning: "a message comes after the one that follows it" },
  "swap-sides": {
    met: "message",
    needs: [],
    may: [],
    meaning: "a `best_bid_ask` message has the best bid and the best ask of each other",
  },
} as const satisfies Readonly<Record<string, KindOfFault>>;

export type FaultKind = keyof typeof FAULT_KINDS;

const KINDS = Object.keys(FAULT_KINDS).filter((kind): kind is FaultKind => Object.hasOwn(FAULT_KINDS, kind));

export const getFaultKind = (kind: FaultKind): KindOfFault => FAULT_KINDS[kind];

const HOUR_MS = 3_600_000;
const MAX_WAIT_MS = 60_000;
const MAX_USES = 1_000_000;
const MAX_SEED = 0xffff_ffff;
const MAX_NAMED = 100;

const wait = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_WAIT_MS, description });
const names = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
    minItems: 1,
    maxItems: MAX_NAMED,
    description,
  });

/** A fault as an operator requests it. */
export const Fault = Type.Object(
  {
    kind: Type.Enum(KINDS, { description: "Kind of the fault" }),
    ms: Type.Optional(wait("Milliseconds that it lasts")),
    jitterMs: Type.Optional(wait("Most milliseconds that are added, drawn for each request")),
    status: Type.Optional(Type.Enum([425, 429, 503], { description: "HTTP status of the refusal" })),
    retryAfterSeconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 3_600, description: "`Retry-After` in seconds; 1 by default" }),
    ),
    outcome: Type.Optional(
      Type.Enum(["match", "unmatch"], {
        description:
          "End of a delayed order: `match`, by default, if the book has a match then; else `unmatch`",
      }),
    ),
    routes: Type.Optional(
      names("Operations that meet it, such as `POST /order` or `GET /data/order/{id}`; all by default"),
    ),
    channels: Type.Optional(names("Live channels that meet it, such as `/ws/market`; all by default")),
    key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          "An API key or a wallet: only requests that name it in headers, path or query, and orders and matches of which it is a party",
      }),
    ),
    share: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        description: "Share of the requests, matches or messages that meet it; 1 by default",
      }),
    ),
    seed: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MAX_SEED, description: "Seed of what is drawn; 0 by default" }),
    ),
    uses: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_USES, description: "How often it is met before it ends" }),
    ),
    forMs: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 24 * HOUR_MS, description: "Milliseconds after which it ends" }),
    ),
  },
  { additionalProperties: false },
);
export type Fault = Static<typeof Fault>;

/** Operations and channels that faults can name. */
export type FaultTargets = {
  readonly routes: readonly string[];
  /** Operations that only read. */
  readonly reads: readonly string[];
  /** Operations that place orders. */
  readonly placements: readonly string[];
  readonly channels: readonly string[];
};

// Operations and live channels that faults can apply to.

/** Lists each operation and channel once, whatever the dialect; `channels` are paths. */
export const listFaultTargets = (interfaces: Interfaces, channels: Iterable<string>): FaultTargets => {
  const endpoints = INTERFACES.flatMap((name) => interfaces[name].endpoints).filter(
    ({ path }) => !isHealthPath(path),
  );
  return {
    routes: [...new Set(endpoints.map(formatRoute))],
    reads: [...new Set(endpoints.filter(({ kind }) => kind === "read").map(formatRoute))],
    placements: [...new Set(endpoints.filter(({ kind }) => kind === "placement").map(formatRoute))],
    channels: [...channels],
  };
};

// Checks that the fields of a fault fit its kind, and that its operations and channels exist.

/** Kinds that apply to reads only. */
const READ_FAULTS: ReadonlySet<FaultKind> = new Set(["stale-read", "repeat-cursor"]);

const OWN_FIELDS = ["ms", "jitterMs", "status", "retryAfterSeconds", "outcome"] as const;

/** Describes the first mistake in a fault; `undefined` without a mistake. */
export const findFaultMistake = (fault: Fault, places: FaultTargets): string | undefined =>
  findFieldMistake(fault) ??
  findUselessSeed(fault) ??
  findKeyMistake(fault) ??
  findNameMistake("routes", fault.routes, listFaultRoutes(fault, places)) ??
  findNameMistake("channels", fault.channels, places.channels);

/** Lists operations that the fault can apply to. */
function listFaultRoutes({ kind }: Fault, { routes, reads, placements }: FaultTargets): readonly string[] {
  if (kind === "delay-match") return placements;
  return READ_FAULTS.has(kind) ? reads : routes;
}

/** Fields that faults of each target must not have. */
const FORBIDDEN_FIELDS = {
  request: ["channels"],
  match: ["routes", "channels"],
  connection: ["routes", "key"],
  message: ["routes", "key"],
} as const;

function findFieldMistake(fault: Fault): string | undefined {
  const { kind } = fault;
  const { met, needs, may } = getFaultKind(kind);
  const missing = needs.find((field) => fault[field] === undefined);
  if (missing !== undefined)
    return `${missing}: expected a value, which faults of the kind ${kind} need, got none`;
  const strange = [
    ...OWN_FIELDS.filter((field) => ![...needs, ...may].includes(field)),
    ...FORBIDDEN_FIELDS[met],
  ].find((field) => fault[field] !== undefined);
  return (
    strange &&
    `${strange}: expected none for faults of the kind ${kind}, got ${JSON.stringify(fault[strange])}`
  );
}

/** Describes the mistake of a seed in a fault without randomness. */
function findUselessSeed({ seed, share = 1, jitterMs = 0 }: Fault): string | undefined {
  const draws = share < 1 || jitterMs > 0;
  return seed === undefined || draws
    ? undefined
    : `seed: expected none without share or jitterMs, got ${seed}`;
}

const WALLET = /^0x[0-9a-f]{40}$/i;

function findKeyMistake({ key }: Fault): string | undefined {
  if (key === undefined || WALLET.test(key) || isUuid(readKeyId(key))) return undefined;
  const expected = "an API key or a wallet address, 0x and 40 hex digits";
  return describeMistake("key", { expected, got: key });
}

function findNameMistake(
  field: string,
  given: readonly string[] | undefined,
  known: readonly string[],
): string | undefined {
  const strange = given?.find((name) => !known.includes(name));
  if (strange === undefined) return undefined;
  const expected =
    field === "routes" ? "method and path of an operation that can meet it" : `some of ${joinShort(known)}`;
  return describeMistake(field, { expected, got: strange, nearest: nearestName(strange, known) });
}

// Presets of faults, each after an incident that traders reported in public.

type FaultPreset = {
  readonly name: string;
  /** Course of events in the incident. */
  readonly meaning: string;
  /** Behaviour of a client that handles the incident well. */
  readonly survivedBy: string;
  /** Address of a public report; "" for a profile without an incident. */
  readonly thread: string;
  readonly faults: readonly Fault[];
};

const PLACEMENTS = ["POST /order", "POST /orders"];
const CANCELS = ["DELETE /order", "DELETE /orders", "DELETE /cancel-all", "DELETE /cancel-market-orders"];
const REPORTS = "https://github.com/Polymarket";

export const PRESETS: readonly FaultPreset[] = [
  {
    name: "timeout-that-filled",
    meaning: "An order is carried out and its answer never comes; the client's retry fills again",
    survivedBy: "sends the same signed order again, never a new one, and takes the answer to that",
    thread: `${REPORTS}/py-clob-client/issues/273`,
    faults: [{ kind: "lose-answer", routes: PLACEMENTS, uses: 1 }],
  },
  {
    name: "silent-stream",
    meaning: "Live channels that are open send nothing more; the sockets stay open and pings are answered",
    survivedBy: "expects a message at least every so often, and connects again when none comes",
    thread: `${REPORTS}/real-time-data-client/issues/35`,
    faults: [{ kind: "silence" }],
  },
  {
    name: "restart-425",
    meaning: "The engine restarts: for three seconds orders and cancels get 425, and live channels end",
    survivedBy: "waits for as long as Retry-After says, sends again and connects again",
    thread: `${REPORTS}/py-clob-client/issues/286`,
    faults: [
      {
        kind: "refuse",
        status: 425,
        retryAfterSeconds: 1,
        routes: [...PLACEMENTS, ...CANCELS],
        forMs: 3_000,
      },
      { kind: "disconnect", forMs: 3_000 },
    ],
  },
  {
    name: "late-cancel",
    meaning: "Cancels are carried out at once and acknowledged two seconds later",
    survivedBy:
      "takes an order for open until its cancel is acknowledged, and asks the order for its fills then",
    thread: "https://github.com/nautechsystems/nautilus_trader/issues/3797",
    faults: [{ kind: "delay-answer", ms: 2_000, routes: CANCELS }],
  },
  {
    name: "delayed-unmatched",
    meaning:
      "An order is acknowledged as delayed, and three seconds later it ends as unmatched, with nothing filled",
    survivedBy:
      "takes a delayed order for neither filled nor failed, and asks for it until it is matched, live or unmatched",
    thread: `${REPORTS}/ts-sdk/pull/264`,
    faults: [{ kind: "delay-match", ms: 3_000, outcome: "unmatch", routes: PLACEMENTS }],
  },
  {
    name: "ghost-fills",
    meaning:
      "An order is matched, and three seconds later its settlement fails: the trade is FAILED, and shares and collateral are as before",
    survivedBy:
      "counts a trade as its own once it is CONFIRMED, and takes one that is FAILED out of its positions",
    thread: `${REPORTS}/py-clob-client-v2/issues/34`,
    faults: [{ kind: "fail-settlement", ms: 3_000 }],
  },
  {
    name: "stale-balance",
    meaning: "Balances are those of up to three seconds ago, although fills were told on the live channel",
    survivedBy: "counts its own fills, and does not take a balance for the result of its last order",
    thread: `${REPORTS}/py-clob-client/issues/290`,
    faults: [{ kind: "stale-read", ms: 3_000, routes: ["GET /balance-allowance"] }],
  },
  {
    name: "cursor-loop",
    meaning: "A page names its own cursor as the next one, so that a walk never ends",
    survivedBy: "ends a walk with an error when a cursor comes again",
    thread: `${REPORTS}/py-clob-client/issues/334`,
    faults: [{ kind: "repeat-cursor" }],
  },
  {
    name: "late-messages",
    meaning:
      "Of the messages of live channels one in ten is lost, one in ten comes twice and one in ten too late",
    survivedBy: "follows the sequence of each book, and asks for a snapshot where it jumps",
    thread: `${REPORTS}/real-time-data-client/issues/42`,
    faults: [
      { kind: "drop", share: 0.1, seed: 1 },
      { kind: "repeat", share: 0.1, seed: 2 },
      { kind: "reorder", share: 0.1, seed: 3 },
    ],
  },
  {
    name: "wrong-side",
    meaning: "Each best_bid_ask message has the best bid and the best ask of each other",
    survivedBy: "takes a bid at or above the ask for no quote, and asks for the book",
    thread: "https://github.com/nevuamarkets/poly-websockets/issues/25",
    faults: [{ kind: "swap-sides" }],
  },
  {
    name: "busy-service",
    meaning: "One request in five is refused, with 429 or 503 and Retry-After",
    survivedBy: "waits for as long as Retry-After says, and sends the same request again",
    thread: "",
    faults: [
      { kind: "refuse", status: 429, retryAfterSeconds: 1, share: 0.1, seed: 1 },
      { kind: "refuse", status: 503, retryAfterSeconds: 1, share: 0.1, seed: 2 },
    ],
  },
  latencyProfile("near-network", { ms: 5, jitterMs: 5 }),
  latencyProfile("far-network", { ms: 120, jitterMs: 60 }),
  {
    ...latencyProfile("bad-network", { ms: 300, jitterMs: 1_500 }),
    thread: `${REPORTS}/ts-sdk/issues/98`,
  },
];

function latencyProfile(
  name: string,
  { ms, jitterMs }: { readonly ms: number; readonly jitterMs: number },
): FaultPreset {
  return {
    name,
    meaning: `Each request takes ${ms} to ${ms + jitterMs} ms longer`,
    survivedBy: "waits, and gives an order an expiration where a late one does harm",
    thread: "",
    faults: [{ kind: "latency", ms, jitterMs }],
  };
}

export const findPreset = (name: string): FaultPreset | undefined =>
  PRESETS.find((preset) => preset.name === name);
