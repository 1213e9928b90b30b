/** The guard of one operation, where it is served: its limits are looked up once, and not with every request. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../../address-ranges.ts";
import type { AddressRanges } from "../../address-ranges.ts";
import type { ActiveKey } from "../../store/keys/api-keys.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Endpoint, OperationKind } from "../endpoint.ts";
import { clientAddress } from "../server/client-address.ts";
import type { CredentialClaim, CredentialChecks } from "./credential-checks.ts";
import type { LoadKind, Load } from "./load.ts";
import { secondsOf } from "./rate-limiter.ts";
import type { Excess, RateLimiter } from "./rate-limiter.ts";
import { INTERFACE_LIMITS } from "./rate-limits.ts";
import type { LimitedInterface, RateLimit } from "./rate-limits.ts";

/** A refusal without a look at the request: its client, or all clients together, ask for too much. */
export type HeldRequest = {
  readonly why: "rate" | "load";
  readonly hint: string;
  /** Seconds. */
  readonly retryAfter: number;
};

export type Gate = {
  /** Lets a request in or refuses it, before anything of it is looked at. It is underway then until it is answered. */
  enter(request: FastifyRequest, reply: FastifyReply): HeldRequest | undefined;
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
};

export type GuardedOperation = {
  readonly of: LimitedInterface;
  readonly dialect: Dialect;
  readonly endpoint: Pick<Endpoint, "access" | "kind" | "limits">;
  /** Reads the credentials that a request shows; `undefined` of a request that shows none. */
  readonly claimOf?: ((request: FastifyRequest) => CredentialClaim | undefined) | undefined;
  /** True at the operator's address: nothing that is asked elsewhere counts there. */
  readonly forOperators: boolean;
};

/** The counters of requests. */
export type Counters = { readonly limiter: RateLimiter; readonly checks: CredentialChecks };

export type GateOptions = {
  readonly load: Load;
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

export function createGate(guarded: GuardedOperation, options: GateOptions): Gate {
  const { of, endpoint } = guarded;
  const { load } = options;
  const always = of === "operator" || endpoint.kind === "service";
  const asking = ASKING[endpoint.kind];
  const limits = limitsAt(guarded, options);
  const leave = (): void => load.end();

  return {
    enter(request, reply) {
      const hint = always ? undefined : load.refusalOf(asking);
      const held = hint === undefined ? limits?.enter(request, reply) : heldForLoad(hint);
      if (held !== undefined) return held;
      if (always) return undefined;
      load.begin();
      reply.raw.once("close", leave);
      return undefined;
    },
    explains: (request) => limits?.explains(request) ?? true,
    refused: (request, reply) => limits?.refused(request, reply),
    turn: () => (asking === "order" ? load.turn() : undefined),
    identified(request, reply, key) {
      const held = limits?.identified(request, reply, key);
      if (held === undefined && asking === "order") beginOrders(load, request, reply);
      return held;
    },
  };
}

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

type Limits = Omit<Gate, "turn">;

/** The limits of an operation; `undefined` where nothing is limited. */
function limitsAt(
  guarded: GuardedOperation,
  { counters, trustedProxies, clock }: GateOptions,
): Limits | undefined {
  if (counters === undefined) return undefined;
  const { of, dialect, endpoint, claimOf, forOperators } = guarded;
  const { limiter, checks } = counters;
  const meters = limiter.metersOf(limitsOf(of, endpoint));
  /** True where answers have headers about what is left: Polymarket's clients read them. */
  const shows = of === "trading" && dialect === "polymarket" && meters.byItem;
  const claims = new WeakMap<FastifyRequest, CredentialClaim>();
  const nameless: CredentialClaim = { kind: of === "operator" ? "operator" : "key", name: "", micros: 0 };
  const claimed = (request: FastifyRequest): CredentialClaim => claims.get(request) ?? nameless;
  const place = forOperators ? "operators " : "";
  /** The address of a request, of IPv6 its network: a client with one of its addresses has all of them. */
  const addressOf = (request: FastifyRequest): string =>
    place + networkOf(clientAddress(request, trustedProxies));

  const hold = (reply: FastifyReply, { hint, waitMs }: Excess, left: number): HeldRequest => {
    if (shows) show(reply, left, clock() + waitMs);
    return { why: "rate", hint, retryAfter: secondsOf(waitMs) };
  };

  return {
    enter(request, reply) {
      const claim = claimOf?.(request);
      if (claim === undefined && meters.ofAddress.length === 0) return undefined;
      const address = addressOf(request);
      if (claim !== undefined) claims.set(request, claim);
      const excess =
        claim === undefined
          ? limiter.askedBy(meters, address)
          : (limiter.usedUp(meters, address) ?? checks.begin(claim, address));
      return excess && hold(reply, excess, 0);
    },
    explains: (request) => checks.explains(claimed(request), addressOf(request)),
    refused(request, reply) {
      const excess = checks.wrong(claimed(request), addressOf(request));
      return excess && hold(reply, excess, 0);
    },
    identified(request, reply, key) {
      const claim = claims.get(request);
      // Without credentials it was counted when it came.
      if (claim === undefined) return undefined;
      const address = addressOf(request);
      checks.right(claim, address);
      const excess = limiter.signedBy(meters, meters.byItem ? countOf(request.body) : 1, { address, key });
      const left = shows && key !== undefined ? limiter.leftTo(meters, key) : 0;
      if (excess !== undefined) return hold(reply, excess, left);
      if (shows) show(reply, left, clock());
      return undefined;
    },
  };
}

/** The items of a batch are orders each. */
function beginOrders(load: Load, { body }: FastifyRequest, { raw }: FastifyReply): void {
  // Its client may have gone before it was known; nothing would tell of the end then.
  if (raw.closed) return;
  const count = countOf(body);
  load.beginOrders(count);
  raw.once("close", () => load.endOrders(count));
}

/** The items of a batch; a body that is none is one. */
const countOf = (body: unknown): number => (Array.isArray(body) ? Math.max(body.length, 1) : 1);

/** Headers that say what is left, and the unix second from which on there is room. */
const show = (reply: FastifyReply, left: number, atMs: number): void => {
  reply
    .header("poly-ratelimit-remaining", String(left))
    .header("poly-ratelimit-reset", String(Math.ceil(atMs / 1000)))
    .header("poly-ratelimit-tier", "standard");
};
