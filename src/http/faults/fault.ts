/** Faults on the wire that a sandbox makes when an operator asks for them: their kinds, and where each is met. */
import { Type } from "typebox";
import type { Static } from "typebox";

/** Fields that only some kinds have. */
type OwnField = "ms" | "jitterMs" | "status" | "retryAfterSeconds" | "outcome";

type KindOfFault = {
  /** A request of an operation, a match, a live channel's connection that was open when it was made, or a message of one. */
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

export const kindOf = (kind: FaultKind): KindOfFault => FAULT_KINDS[kind];

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

/** A fault as it is asked for. */
export const Fault = Type.Object(
  {
    kind: Type.Enum(KINDS, { description: "Kind of the fault" }),
    ms: Type.Optional(wait("Milliseconds that it lasts")),
    jitterMs: Type.Optional(wait("Most milliseconds that are added, drawn for each request")),
    status: Type.Optional(Type.Enum([425, 429, 503], { description: "HTTP status of the refusal" })),
    retryAfterSeconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 3_600, description: "`Retry-After`; 1 by default" }),
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
export type FaultPlaces = {
  readonly routes: readonly string[];
  /** The operations that only read. */
  readonly reads: readonly string[];
  /** The operations that place orders. */
  readonly placements: readonly string[];
  readonly channels: readonly string[];
};
