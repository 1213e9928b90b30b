/** The guard of one operation, where it is served: its limits are looked up once, and not with every request. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../../address-ranges.ts";
import type { AddressRanges } from "../../address-ranges.ts";
import type { PlaceName, Places } from "../../places.ts";
import { isShort } from "../../shares.ts";
import type { Taking } from "../../shares.ts";
import type { ActiveKey } from "../../store/keys/api-keys.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Endpoint, OperationKind } from "../endpoint.ts";
import type { HttpExchange } from "../http-exchange.ts";
import { clientAddress } from "../server/client-address.ts";
import type { Connections } from "./connections.ts";
import type { CredentialClaim, CredentialChecks } from "./credential-checks.ts";
import type { LoadKind, Load } from "./load.ts";
import { secondsOf } from "./rate-limiter.ts";
import type { Excess, RateLimiter } from "./rate-limiter.ts";
import { INTERFACE_LIMITS } from "./rate-limits.ts";
import type { LimitedInterface, RateLimit } from "./rate-limits.ts";
import { createTurns } from "./turns.ts";

/** A refusal without a look at the request: its client, or all clients together, ask for too much. */
export type HeldRequest = {
  readonly why: "rate" | "load";
  readonly hint: string;
  /** Seconds. */
  readonly retryAfter: number;
};

export type Gate = {
  /**
   * Lets a request in or refuses it, from its headers. While its body comes it can be given up: `giveUp` answers it then,
   * and closes its connection. Without that nobody waits for a body.
   */
  enter(request: FastifyRequest, reply: FastifyReply, giveUp?: GiveUp): HeldRequest | undefined;
  /** Takes a request whose body is whole: it is underway from now on, or is once its caller is known. */
  arrived(request: FastifyRequest, reply: FastifyReply): HeldRequest | undefined;
  /** True while wrong credentials are told what is wrong with them. */
  explains(request: FastifyRequest): boolean;
  /** Counts wrong credentials; holds the request when there were too many to say what is wrong. */
  refused(request: FastifyRequest, reply: FastifyReply): HeldRequest | undefined;
  /** Waits for the order's turn once its credentials were right; `undefined` when it need not wait. */
  turn(): Promise<void> | undefined;
  /** Counts the request once its credentials were right, or none were needed, and its body is read. */
  identified(
    request: FastifyRequest,
    reply: FastifyReply,
    key: ActiveKey | undefined,
  ): HeldRequest | undefined;
  /** The answer is made: its request is not underway any more. */
  answered(request: FastifyRequest): void;
};

/** Ends a request whose body did not come in time, or that has to make room for others. */
export type GiveUp = (held: HeldRequest | "late") => void;

export type GuardedOperation = {
  readonly of: LimitedInterface;
  readonly dialect: Dialect;
  readonly endpoint: Pick<Endpoint, "access" | "kind" | "limits"> & Partial<Pick<Endpoint, "bodyLimit">>;
  /** Reads the credentials that a request shows; `undefined` of a request that shows none. */
  readonly claimOf?: ((request: FastifyRequest) => CredentialClaim | undefined) | undefined;
  /** True at the operator's address: nothing that is asked elsewhere counts there. */
  readonly forOperators: boolean;
};

/** The counters of requests. */
export type Counters = { readonly limiter: RateLimiter; readonly checks: CredentialChecks };

export type GateOptions = {
  readonly load: Load;
  readonly places: Places;
  readonly connections: Pick<Connections, "keep">;
  /** `undefined` where nothing is limited. */
  readonly counters: Counters | undefined;
  readonly trustedProxies: AddressRanges;
  readonly clock: () => number;
};

const RETRY_LOAD_SECONDS = 1;

export const heldForLoad = (hint: string): HeldRequest => ({
  why: "load",
  hint,
  retryAfter: RETRY_LOAD_SECONDS,
});

/** A request from its headers on, and what has to end with it. */
type Entered = {
  readonly address: string;
  /** `undefined` where it shows no credentials. */
  readonly claim: CredentialClaim | undefined;
  readonly ends: (() => void)[];
};

function end({ ends }: Entered): void {
  for (const each of ends.splice(0)) each();
}

export function createGate(guarded: GuardedOperation, options: GateOptions): Gate {
  const { of, endpoint } = guarded;
  const { load, connections } = options;
  const { access, kind } = endpoint;
  const always = of === "operator" || kind === "service";
  const asking = ASKING[kind];
  const limits = limitsAt(guarded, options);
  const taken = createTaken(guarded, options);

  return {
    enter(request, reply, giveUp) {
      const hint = always ? undefined : load.refusalOf(asking);
      const entered = taken.of(request);
      const held = hint === undefined ? limits?.enter(entered, reply) : heldForLoad(hint);
      if (held !== undefined || always) return held;
      reply.raw.once("close", () => end(entered));
      return giveUp !== undefined && hasBody(request) ? taken.awaitBody(entered, request, giveUp) : undefined;
    },
    arrived(request, reply) {
      const entered = taken.of(request);
      end(entered);
      const held = limits?.arrived(entered, reply);
      if (held !== undefined || always) return held;
      // A check that costs less than a refusal takes no place: no stranger keeps a known key from it.
      const isCheap = access !== "public" && entered.claim?.micros === 0;
      if (isCheap) return undefined;
      if (entered.claim === undefined) entered.ends.push(load.done);
      return taken.take(entered, "strangers");
    },
    explains: (request) => limits?.explains(taken.of(request)) ?? true,
    refused: (request, reply) => limits?.refused(taken.of(request), reply),
    turn: () => (asking === "order" ? load.turn() : undefined),
    identified(request, reply, key) {
      const entered = taken.of(request);
      // Its client may have gone before it was known; nothing would tell of the end then.
      if (!always && entered.claim !== undefined && !reply.raw.closed) {
        end(entered);
        const full = taken.take(entered, "known", { isUrgent: asking === "cancel" });
        if (full !== undefined && asking === "order") load.shed();
        if (full !== undefined) return full;
        entered.ends.push(load.done);
        connections.keep(request.raw.socket);
      }
      const held = limits?.identified(entered, { request, reply, key });
      if (held === undefined && asking === "order") beginOrders(load, entered, { request, reply });
      return held;
    },
    answered: (request) => end(taken.of(request)),
  };
}

function beginOrders(load: Load, { ends }: Entered, { request, reply }: HttpExchange): void {
  if (reply.raw.closed) return;
  const count = countOf(request.body);
  load.beginOrders(count);
  ends.push(() => load.endOrders(count));
}

/** The places of the requests of an operation. */
function createTaken(guarded: GuardedOperation, { places, trustedProxies }: GateOptions) {
  const { endpoint, claimOf, forOperators } = guarded;
  const { bodyLimit = 1 } = endpoint;
  const all = new WeakMap<FastifyRequest, Entered>();
  const operators = forOperators ? "operators " : "";
  const leaving = createTurns(LEAVING.each, (then) => void setTimeout(then, LEAVING.afterMs).unref());

  function of(request: FastifyRequest): Entered {
    const known = all.get(request);
    if (known !== undefined) return known;
    // Of IPv6 the network: a client with one of its addresses has all of them.
    const address = operators + networkOf(clientAddress(request, trustedProxies));
    const entered = { address, claim: claimOf?.(request), ends: [] };
    all.set(request, entered);
    return entered;
  }

  /** Takes a place until the next end of what the request has. */
  function take(
    entered: Entered,
    name: PlaceName,
    taking: Omit<Taking, "address"> = {},
  ): HeldRequest | undefined {
    const place = places[name].take({ address: entered.address, ...taking });
    if (isShort(place)) return heldForLoad(`${places.describe(name, place)}; nothing was done`);
    entered.ends.push(place.end);
    return undefined;
  }

  return {
    of,
    take,
    awaitBody(entered: Entered, { headers, raw }: FastifyRequest, giveUp: GiveUp): HeldRequest | undefined {
      const leave = (why: "room" | "late"): void => {
        end(entered);
        giveUp(why === "late" ? why : heldForLoad(GIVEN_UP));
      };
      /** Keeps the connection for a while, unread: a client that is refused at once comes back at once. */
      const park = (why: "room" | "late"): void => {
        if (why === "late") return leave(why);
        raw.socket.pause();
        // Those that came together leave together.
        setTimeout(() => leaving.next(() => leave(why)), PARKED_MS).unref();
      };
      const size = Math.min(Number(headers["content-length"] ?? bodyLimit), bodyLimit);
      return (
        take(entered, "incomplete", { giveUp: park }) ?? take(entered, "bodies", { size, giveUp: leave })
      );
    },
  };
}

const GIVEN_UP = "others wait, and the body of this request did not come yet; nothing was done";
/** Milliseconds from the loss of the place to the answer that says so. */
const PARKED_MS = 5_000;
/** Number of refusals of parked requests at a time, each of which brings its client back with a new connection. */
const LEAVING = { each: 5, afterMs: 25 };

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** The kind of load that an operation is. A heartbeat keeps orders as a cancel ends them: both are let in before others. */
const ASKING: Readonly<Record<OperationKind, LoadKind>> = {
  placement: "order",
  cancel: "cancel",
  heartbeat: "cancel",
  service: "other",
  read: "other",
  write: "other",
};

/** Lists the limits that an operation counts against; none for a `service`, and for operators. */
export function limitsOf(
  of: LimitedInterface,
  { kind, limits }: Pick<Endpoint, "kind" | "limits">,
): readonly RateLimit[] {
  if (of === "operator" || kind === "service") return [];
  return limits.some(({ ofAddress }) => ofAddress === false) ? limits : [INTERFACE_LIMITS[of], ...limits];
}

type IdentifiedRequest = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly key: ActiveKey | undefined;
};

type Limits = {
  enter(entered: Entered, reply: FastifyReply): HeldRequest | undefined;
  arrived(entered: Entered, reply: FastifyReply): HeldRequest | undefined;
  explains(entered: Entered): boolean;
  refused(entered: Entered, reply: FastifyReply): HeldRequest | undefined;
  identified(entered: Entered, identified: IdentifiedRequest): HeldRequest | undefined;
};

/** The limits of an operation; `undefined` where nothing is limited. */
function limitsAt(guarded: GuardedOperation, { counters, clock }: GateOptions): Limits | undefined {
  if (counters === undefined) return undefined;
  const { of, dialect, endpoint } = guarded;
  const { limiter, checks } = counters;
  const meters = limiter.metersOf(limitsOf(of, endpoint));
  /** True where answers have headers about what is left: Polymarket's clients read them. */
  const shows = of === "trading" && DIFFERENCES.leftOfLimits.does[dialect] === "headers" && meters.byItem;
  const nameless: CredentialClaim = { kind: of === "operator" ? "operator" : "key", name: "", micros: 0 };

  const hold = (reply: FastifyReply, { hint, waitMs }: Excess, left: number): HeldRequest => {
    if (shows) show(reply, left, clock() + waitMs);
    return { why: "rate", hint, retryAfter: secondsOf(waitMs) };
  };

  return {
    enter({ claim, address }, reply) {
      if (meters.ofAddress.length === 0) return undefined;
      const excess = claim === undefined ? limiter.askedBy(meters, address) : limiter.usedUp(meters, address);
      return excess && hold(reply, excess, 0);
    },
    arrived({ claim, address }, reply) {
      const excess = claim && checks.begin(claim, address);
      return excess && hold(reply, excess, 0);
    },
    explains: ({ claim = nameless, address }) => checks.explains(claim, address),
    refused({ claim = nameless, address }, reply) {
      const excess = checks.wrong(claim, address);
      return excess && hold(reply, excess, 0);
    },
    identified({ claim, address }, { request, reply, key }) {
      // Without credentials it was counted when it came.
      if (claim === undefined) return undefined;
      checks.right(claim, address);
      const excess = limiter.signedBy(meters, meters.byItem ? countOf(request.body) : 1, { address, key });
      const left = shows && key !== undefined ? limiter.leftTo(meters, key) : 0;
      if (excess !== undefined) return hold(reply, excess, left);
      if (shows) show(reply, left, clock());
      return undefined;
    },
  };
}

/** The items of a batch, which are orders each; a body that is none is one. */
const countOf = (body: unknown): number => (Array.isArray(body) ? Math.max(body.length, 1) : 1);

/** Headers that say what is left, and the unix second from which on there is room. */
const show = (reply: FastifyReply, left: number, atMs: number): void => {
  reply
    .header("poly-ratelimit-remaining", String(left))
    .header("poly-ratelimit-reset", String(Math.ceil(atMs / 1000)))
    .header("poly-ratelimit-tier", "standard");
};
