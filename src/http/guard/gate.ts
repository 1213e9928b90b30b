/** The guard of one operation on one mount. Its limits are looked up once, not per request. */
import type { HttpExchange, HttpReply, HttpRequest } from "../operation/http-exchange.ts";
import { getNetwork } from "../../base/address-ranges.ts";
import type { AddressRanges } from "../../base/address-ranges.ts";
import type { SlotPoolName, SlotPools } from "../../base/slot-pools.ts";
import { isShort } from "../../base/slot-pool.ts";
import type { SlotRequest } from "../../base/slot-pool.ts";
import type { ActiveKey } from "../../store/keys/api-keys.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Endpoint, OperationKind } from "../operation/endpoint.ts";
import { clientAddress } from "../server/connection/client-address.ts";
import type { Connections } from "./connections.ts";
import type { CredentialClaim, CredentialChecks } from "./credential-checks.ts";
import type { LoadKind, Load } from "./load.ts";
import { countBatchOrders, toWholeSeconds } from "./rate-limiter.ts";
import type { SignerLimits } from "./signer-limits.ts";
import type { Excess, LimitRejection, RateLimiter } from "./rate-limiter.ts";
import { INTERFACE_LIMITS } from "./rate-limits.ts";
import type { LimitedInterface, RateLimit } from "./rate-limits.ts";
import { createTickQueue } from "../../base/async.ts";

export type Gate = {
  /**
   * Admits or refuses a request by its headers. While the body arrives, the request may be dropped: `giveUp` then answers
   * the request and closes the connection. Without `giveUp` the request does not wait for a body.
   */
  enter(request: HttpRequest, reply: HttpReply, giveUp?: GiveUp): LimitRejection | undefined;
  /** Accepts a request whose body is complete. The request counts as underway now, or once the caller is authenticated. */
  arrived(request: HttpRequest, reply: HttpReply): LimitRejection | undefined;
  /** True while refusals of wrong credentials still explain the fault. */
  explains(request: HttpRequest): boolean;
  /** Counts wrong credentials; refuses the request if there were too many to explain the fault. */
  refused(request: HttpRequest, reply: HttpReply): LimitRejection | undefined;
  /** Waits for an order's turn after authentication; `undefined` if the request need not wait. */
  turn(): Promise<void> | undefined;
  /** Counts the request, once its body is read and its credentials, if needed, are valid. */
  identified(request: HttpRequest, reply: HttpReply, key: ActiveKey | undefined): LimitRejection | undefined;
  /** Counts the orders that a request cancelled, once that is known and before the answer is sent. */
  canceled(request: HttpRequest, reply: HttpReply, count: number): void;
  /** Marks the request as answered and no longer underway. */
  answered(request: HttpRequest): void;
};

/** Ends a request whose body did not come in time, or that must make room for others. */
export type GiveUp = (held: LimitRejection | "late") => void;

export type GuardedOperation = {
  readonly of: LimitedInterface;
  readonly dialect: Dialect;
  readonly endpoint: Pick<Endpoint, "access" | "kind" | "limits"> & Partial<Pick<Endpoint, "bodyLimit">>;
  /** Reads the credentials that a request presents; `undefined` if there are none. */
  readonly claimOf?: ((request: HttpRequest) => CredentialClaim | undefined) | undefined;
  /** True at the operator's address, whose requests are counted separately. */
  readonly forOperators: boolean;
};

/** Counters of requests and of credential checks. */
export type Counters = { readonly limiter: RateLimiter; readonly checks: CredentialChecks };

export type GateOptions = {
  readonly load: Load;
  readonly places: SlotPools;
  readonly connections: Pick<Connections, "keep">;
  /** `undefined` if nothing is limited. */
  readonly counters: Counters | undefined;
  /** Limits of signers; `undefined` if there are none. */
  readonly signers: SignerLimits | undefined;
  readonly trustedProxies: AddressRanges;
  readonly clock: () => number;
};

const RETRY_LOAD_SECONDS = 1;

export const rejectForLoad = (hint: string): LimitRejection => ({
  why: "load",
  hint,
  retryAfter: RETRY_LOAD_SECONDS,
});

/** A request whose headers have arrived, and the callbacks that release its slots. */
type Entered = {
  readonly address: string;
  /** Credentials that the request presents; `undefined` if none. */
  readonly claim: CredentialClaim | undefined;
  readonly ends: (() => void)[];
};

function releaseRequest({ ends }: Entered): void {
  for (const each of ends.splice(0)) each();
}

export function createGate(guarded: GuardedOperation, options: GateOptions): Gate {
  const { of, endpoint } = guarded;
  const { load, connections } = options;
  const { access, kind } = endpoint;
  const isExempt = of === "operator" || kind === "service";
  const loadKind = LOAD_KIND_BY_OPERATION[kind];
  const limits = createLimits(guarded, options);
  const slots = createSlotTaker(guarded, options);
  const signerGate = options.signers?.gateOf(guarded);

  return {
    enter(request, reply, giveUp) {
      const hint = isExempt ? undefined : load.refusalOf(loadKind);
      const entered = slots.of(request);
      const rejection = hint === undefined ? limits?.enter(entered, reply) : rejectForLoad(hint);
      if (rejection !== undefined || isExempt) return rejection;
      reply.raw.once("close", () => releaseRequest(entered));
      return giveUp !== undefined && hasBody(request) ? slots.awaitBody(entered, request, giveUp) : undefined;
    },
    arrived(request, reply) {
      const entered = slots.of(request);
      releaseRequest(entered);
      const rejection = limits?.arrived(entered, reply);
      if (rejection !== undefined || isExempt) return rejection;
      // A check cheaper than a refusal takes no slot, so that no stranger can block a known key.
      const isCheap = access !== "public" && entered.claim?.micros === 0;
      if (isCheap) return undefined;
      if (entered.claim === undefined) entered.ends.push(load.done);
      return slots.take(entered, "strangers");
    },
    explains: (request) => limits?.explains(slots.of(request)) ?? true,
    refused: (request, reply) => limits?.refused(slots.of(request), reply),
    turn: () => (loadKind === "order" ? load.turn() : undefined),
    identified(request, reply, key) {
      const entered = slots.of(request);
      // The client may have left during authentication; then no further close event would release the slot.
      if (!isExempt && entered.claim !== undefined && !reply.raw.closed) {
        releaseRequest(entered);
        const slotRejection = slots.take(entered, "known", { isUrgent: loadKind === "cancel" });
        if (slotRejection !== undefined && loadKind === "order") load.shed();
        if (slotRejection !== undefined) return slotRejection;
        entered.ends.push(load.done);
        connections.keep(request.raw.socket);
      }
      const rejection =
        limits?.identified(entered, { request, reply, key }) ??
        (key === undefined ? undefined : signerGate?.take(request, reply, key));
      if (rejection === undefined && loadKind === "order") beginOrders(load, entered, { request, reply });
      return rejection;
    },
    canceled(request, reply, count) {
      const { caller } = request.identity;
      if (caller !== undefined) signerGate?.settle(reply, caller, count);
    },
    answered: (request) => releaseRequest(slots.of(request)),
  };
}

function beginOrders(load: Load, { ends }: Entered, { request, reply }: HttpExchange): void {
  if (reply.raw.closed) return;
  const count = countBatchOrders(request.body);
  load.beginOrders(count);
  ends.push(() => load.endOrders(count));
}

/** Manages the slots of an operation's requests. */
function createSlotTaker(guarded: GuardedOperation, { places, trustedProxies }: GateOptions) {
  const { endpoint, claimOf, forOperators } = guarded;
  const { bodyLimit = 1 } = endpoint;
  const knownRequests = new WeakMap<HttpRequest, Entered>();
  const operators = forOperators ? "operators " : "";
  const parkedAnswers = createTickQueue(
    PARKED_ANSWER_BATCH.each,
    (then) => void setTimeout(then, PARKED_ANSWER_BATCH.afterMs).unref(),
  );

  function of(request: HttpRequest): Entered {
    const known = knownRequests.get(request);
    if (known !== undefined) return known;
    // For IPv6 the network counts, since a client usually has all addresses of its network.
    const address = operators + getNetwork(clientAddress(request, trustedProxies));
    const entered = { address, claim: claimOf?.(request), ends: [] };
    knownRequests.set(request, entered);
    return entered;
  }

  /** Takes a slot, which the request keeps until its next release. */
  function take(
    entered: Entered,
    name: SlotPoolName,
    taking: Omit<SlotRequest, "address"> = {},
  ): LimitRejection | undefined {
    const place = places[name].take({ address: entered.address, ...taking });
    if (isShort(place)) return rejectForLoad(`${places.describe(name, place)}; nothing was done`);
    entered.ends.push(place.end);
    return undefined;
  }

  return {
    of,
    take,
    awaitBody(entered: Entered, { headers, raw }: HttpRequest, giveUp: GiveUp): LimitRejection | undefined {
      const leave = (why: "room" | "late"): void => {
        releaseRequest(entered);
        giveUp(why === "late" ? why : rejectForLoad(GIVEN_UP));
      };
      /**
       * Leaves the connection open and unread for `PARKED_MS`, since a client that is refused at once reconnects at once.
       */
      const park = (why: "room" | "late"): void => {
        if (why === "late") return leave(why);
        raw.socket.pause();
        // Requests that were parked together are answered a few at a time.
        setTimeout(() => parkedAnswers.add(() => leave(why)), PARKED_MS).unref();
      };
      const size = Math.min(Number(headers["content-length"] ?? bodyLimit), bodyLimit);
      return (
        take(entered, "incomplete", { giveUp: park }) ?? take(entered, "bodies", { size, giveUp: leave })
      );
    },
  };
}

const GIVEN_UP = "others wait, and the body of this request did not come yet; nothing was done";
/** Time between the loss of the slot and the answer, ms. */
const PARKED_MS = 5_000;
/** Parked requests answered at a time: each answered client opens a new connection. */
const PARKED_ANSWER_BATCH = { each: 5, afterMs: 25 };

const hasBody = ({ headers }: HttpRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Load class of each kind of operation. Cancels and heartbeats, which keep orders alive, are admitted before other
 * requests.
 */
const LOAD_KIND_BY_OPERATION: Readonly<Record<OperationKind, LoadKind>> = {
  placement: "order",
  cancel: "cancel",
  heartbeat: "cancel",
  service: "other",
  read: "other",
  write: "other",
};

/** Lists the limits that an operation counts against; none for a `service` or for operators. */
export function listLimits(
  of: LimitedInterface,
  { kind, limits }: Pick<Endpoint, "kind" | "limits">,
): readonly RateLimit[] {
  if (of === "operator" || kind === "service") return [];
  return limits.some(({ ofAddress }) => ofAddress === false) ? limits : [INTERFACE_LIMITS[of], ...limits];
}

type IdentifiedRequest = {
  readonly request: HttpRequest;
  readonly reply: HttpReply;
  readonly key: ActiveKey | undefined;
};

type Limits = {
  enter(entered: Entered, reply: HttpReply): LimitRejection | undefined;
  arrived(entered: Entered, reply: HttpReply): LimitRejection | undefined;
  explains(entered: Entered): boolean;
  refused(entered: Entered, reply: HttpReply): LimitRejection | undefined;
  identified(entered: Entered, identified: IdentifiedRequest): LimitRejection | undefined;
};

/** Makes the limits of an operation; `undefined` if nothing is limited. */
function createLimits(guarded: GuardedOperation, { counters, clock }: GateOptions): Limits | undefined {
  if (counters === undefined) return undefined;
  const { of, dialect, endpoint } = guarded;
  const { limiter, checks } = counters;
  const meters = limiter.metersOf(listLimits(of, endpoint));
  /** True if answers have headers about the remaining limit, for Polymarket's clients. */
  const showsLimits =
    of === "trading" && DIFFERENCES.leftOfLimits.does[dialect] === "headers" && meters.byItem;
  const namelessClaim: CredentialClaim = {
    kind: of === "operator" ? "operator" : "key",
    name: "",
    micros: 0,
  };

  const hold = (reply: HttpReply, { hint, waitMs }: Excess, left: number): LimitRejection => {
    if (showsLimits) setLimitHeaders(reply, left, clock() + waitMs);
    return { why: "rate", hint, retryAfter: toWholeSeconds(waitMs) };
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
    explains: ({ claim = namelessClaim, address }) => checks.explains(claim, address),
    refused({ claim = namelessClaim, address }, reply) {
      const excess = checks.wrong(claim, address);
      return excess && hold(reply, excess, 0);
    },
    identified({ claim, address }, { request, reply, key }) {
      // A request without credentials was counted when its headers arrived.
      if (claim === undefined) return undefined;
      checks.right(claim, address);
      const excess = limiter.signedBy(meters, meters.byItem ? countBatchOrders(request.body) : 1, {
        address,
        key,
      });
      const left = showsLimits && key !== undefined ? limiter.leftTo(meters, key) : 0;
      if (excess !== undefined) return hold(reply, excess, left);
      if (showsLimits) setLimitHeaders(reply, left, clock());
      return undefined;
    },
  };
}

/** Sets the headers with the remaining requests and the unix time, in seconds, of the next admission. */
const setLimitHeaders = (reply: HttpReply, left: number, atMs: number): void => {
  reply
    .header("poly-ratelimit-remaining", String(left))
    .header("poly-ratelimit-reset", String(Math.ceil(atMs / 1000)))
    .header("poly-ratelimit-tier", "standard");
};
