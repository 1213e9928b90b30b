/** The guard of one operation, where it is served: its limits are looked up once, and not with every request. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../../address-ranges.ts";
import type { AddressRanges } from "../../address-ranges.ts";
import type { ActiveKey } from "../../store/api-keys.ts";
import { clientAddress } from "../client-address.ts";
import type { Dialect } from "../dialect.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Asking, Load } from "./load.ts";
import { secondsOf } from "./rate-limiter.ts";
import type { Excess, RateLimiter } from "./rate-limiter.ts";
import { isCancel, isPlacement, isService, limitsOf } from "./rate-limits.ts";
import type { LimitedInterface } from "./rate-limits.ts";

/** Why a request is held: its client asks for more than it may, or everybody for more than can be done. */
export type Held = {
  readonly why: "rate" | "load";
  readonly hint: string;
  /** Seconds. */
  readonly retryAfter: number;
};

export type Gate = {
  /** Before anything of the request is looked at. What is let in is underway until it is answered. */
  enter(request: FastifyRequest, reply: FastifyReply): Held | undefined;
  /** To be waited for before its credentials are looked at; `undefined` when there is nothing to wait for. */
  turn(): Promise<void> | undefined;
  /** Once it is known whose key signed it, and what it holds. */
  identified(request: FastifyRequest, reply: FastifyReply, key: ActiveKey | undefined): Held | undefined;
  /** Its credentials were refused. */
  refused(request: FastifyRequest): void;
};

export type Guarded = {
  readonly of: LimitedInterface;
  readonly dialect: Dialect;
  readonly endpoint: Pick<Endpoint, "method" | "path" | "access">;
};

export type GateOptions = {
  readonly load: Load;
  /** `undefined` where nothing is limited. */
  readonly limiter: RateLimiter | undefined;
  readonly trustedProxies: AddressRanges;
  readonly clock: () => number;
};

const RETRY_LOAD_SECONDS = 1;

export const heldForLoad = (hint: string): Held => ({ why: "load", hint, retryAfter: RETRY_LOAD_SECONDS });

export function createGate({ of, dialect, endpoint }: Guarded, options: GateOptions): Gate {
  const { load, limiter, trustedProxies, clock } = options;
  const always = of === "operator" || isService(endpoint);
  const asking = askingOf(of, endpoint);
  const signs = endpoint.access !== "public";
  const meters = limiter?.metersOf(limitsOf(of, endpoint));
  /** Polymarket's clients read there what is left to them. */
  const shows = of === "trading" && dialect === "polymarket" && (meters?.ofAddressByItem.length ?? 0) > 0;
  const leave = (): void => load.end();
  /** Of IPv6 the network: whoever has one of its addresses has all of them. */
  const addressOf = (request: FastifyRequest): string => networkOf(clientAddress(request, trustedProxies));

  const hold = (reply: FastifyReply, { hint, waitMs }: Excess, left: number): Held => {
    if (shows) show(reply, left, clock() + waitMs);
    return { why: "rate", hint, retryAfter: secondsOf(waitMs) };
  };

  const askOf = (key: ActiveKey, request: FastifyRequest, reply: FastifyReply): Held | undefined => {
    if (limiter === undefined || meters === undefined || meters.ofKey.length === 0) return undefined;
    const items = meters.ofAddressByItem.length > 0 ? countOf(request.body) : 1;
    // Of one thing the address has been asked already.
    const address = items === 1 ? "" : addressOf(request);
    const excess = limiter.namedBy(meters, items, { address, key });
    const left = shows ? limiter.leftTo(meters, key) : 0;
    if (excess !== undefined) return hold(reply, excess, left);
    if (shows) show(reply, left, clock());
    return undefined;
  };

  return {
    enter(request, reply) {
      const hint = always ? undefined : load.refusalOf(asking);
      if (hint !== undefined) return heldForLoad(hint);
      if (limiter !== undefined && meters !== undefined && (signs || meters.ofAddress.length > 0)) {
        const address = addressOf(request);
        const excess =
          (signs ? limiter.failedBefore(address) : undefined) ?? limiter.askedBy(meters, address);
        if (excess !== undefined) return hold(reply, excess, 0);
      }
      if (always) return undefined;
      load.begin();
      reply.raw.once("close", leave);
      return undefined;
    },
    turn: () => (asking === "order" ? load.turn() : undefined),
    identified(request, reply, key) {
      const held = key && askOf(key, request, reply);
      if (held === undefined && asking === "order") beginOrders(load, request, reply);
      return held;
    },
    refused: (request) => limiter?.failed(addressOf(request)),
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

function askingOf(of: LimitedInterface, endpoint: Guarded["endpoint"]): Asking {
  if (of !== "trading") return "other";
  if (isCancel(endpoint)) return "cancel";
  return isPlacement(endpoint) ? "order" : "other";
}

/** The items of a batch; a body that is none is one. */
const countOf = (body: unknown): number => (Array.isArray(body) ? Math.max(body.length, 1) : 1);

/** What is left, and the unix second from which on there is room. */
const show = (reply: FastifyReply, left: number, atMs: number): void => {
  reply
    .header("poly-ratelimit-remaining", String(left))
    .header("poly-ratelimit-reset", String(Math.ceil(atMs / 1000)))
    .header("poly-ratelimit-tier", "standard");
};
