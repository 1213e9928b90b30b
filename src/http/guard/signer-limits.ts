/**
 * Limits of one signer on the live service of Polymarket: a bucket of orders and a bucket of cancels, as large as the tier
 * of the signer's volume allows. They count beside the limits of rate-limits.ts, whatever the address.
 */
import type { HttpReply, HttpRequest } from "../operation/http-exchange.ts";
import type { Context } from "../../context.ts";
import type { Strictness } from "../../settings/strictness.ts";
import type { ActiveKey } from "../../store/keys/api-keys.ts";
import { sumVolumeSince } from "../../store/reads/accounts/signer-volume.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Allowance, Allowances } from "./allowances.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { countBatchOrders, MAX_BATCH_ORDERS, toWholeSeconds } from "./rate-limiter.ts";
import type { LimitRejection } from "./rate-limiter.ts";
import { TRADING_LIMITS } from "./rate-limits.ts";
import type { LimitedInterface } from "./rate-limits.ts";

/** Tokens that return in a second, and tokens that a full bucket has. */
type BucketSize = { readonly perSecond: number; readonly burst: number };

type Tier = {
  readonly name: string;
  /** Least volume of thirty days, in whole units of collateral. */
  readonly volume: number;
  readonly orders: BucketSize;
  readonly cancels: BucketSize;
  /** True if a cancel of all orders may leave the bucket of cancels below zero. */
  readonly mayOwe: boolean;
};

const tier = (
  name: string,
  volume: number,
  [perSecond, burst]: readonly [number, number],
  mayOwe = true,
): Tier => ({
  name,
  volume,
  orders: { perSecond, burst },
  cancels: { perSecond: 2 * perSecond, burst: 3 * perSecond },
  mayOwe,
});

/** The tiers, by growing volume. A bucket of cancels has twice the tokens of orders. */
export const TIERS = [
  tier("standard", 0, [40, 60]),
  tier("copper", 30_000, [60, 90]),
  tier("bronze", 50_000, [80, 120]),
  tier("silver", 100_000, [200, 300]),
  tier("gold", 500_000, [400, 600]),
  tier("platinum", 2_500_000, [450, 675], false),
  tier("diamond", 5_000_000, [525, 787], false),
  tier("elite", 10_000_000, [600, 900], false),
] as const;

const [STANDARD] = TIERS;

/** Days over which the volume of a signer counts. */
export const VOLUME_DAYS = 30;
/** Time after which a tier is looked up again, ms. */
const REFRESH_MS = 3 * 3_600_000;
const DAY_MS = 86_400_000;
const MICROS_PER_UNIT = 1_000_000;
/** Signers whose tiers are remembered; beyond them all are looked up again. */
const MAX_SIGNERS = 50_000;

/** Returns the tier of a volume of thirty days, in micros. */
export const tierOfVolume = (micros: number): Tier =>
  TIERS.findLast(({ volume }) => micros >= volume * MICROS_PER_UNIT) ?? STANDARD;

/** Looks up the tiers of signers. */
export type SignerTiers = { find(signer: string): Tier };

/** Finds tiers by the volume of all wallets that a signer signs for. Until the first look-up ends a signer is Standard. */
export function createSignerTiers({ sql, clock, log }: Pick<Context, "sql" | "clock" | "log">): SignerTiers {
  const known = new Map<string, { tier: Tier; readonly at: number }>();

  async function lookUp(signer: string, at: number): Promise<void> {
    const since = Math.floor(at / DAY_MS) - VOLUME_DAYS;
    const entry = known.get(signer);
    const found = tierOfVolume(await sumVolumeSince(await sql(), signer, since));
    if (entry !== undefined) entry.tier = found;
  }

  return {
    find(signer) {
      const at = clock();
      const entry = known.get(signer);
      if (entry !== undefined && at - entry.at < REFRESH_MS && at >= entry.at) return entry.tier;
      if (known.size >= MAX_SIGNERS) known.clear();
      const before = entry?.tier ?? STANDARD;
      known.set(signer, { tier: before, at });
      lookUp(signer, at).catch((error: unknown) => {
        known.delete(signer);
        log.warn({ event: "tier_unread", err: error }, "the tier of a signer was not read");
      });
      return before;
    },
  };
}

// Requests against the buckets.

type Bucket = "orders" | "cancels";

/** The limit of one operation. */
export type SignerGate = {
  /** Takes the tokens of a request, or refuses it. */
  take(request: HttpRequest, reply: HttpReply, key: ActiveKey): LimitRejection | undefined;
  /** Takes the tokens of what a request has cancelled, once that is known. */
  settle(reply: HttpReply, key: ActiveKey, canceled: number): void;
};

type SignedOperation = {
  readonly of: LimitedInterface;
  readonly dialect: Dialect;
  readonly endpoint: Pick<Endpoint, "limits">;
};

export type SignerLimits = {
  /** Returns the limit of an operation; `undefined` if it has none. */
  gateOf(guarded: SignedOperation): SignerGate | undefined;
};

export type SignerLimitOptions = {
  readonly strictness: Strictness;
  readonly allowances: Allowances;
  readonly clock: () => number;
  /** Every signer is Standard without it. */
  readonly tiers?: SignerTiers | undefined;
};

/** Bursts that a bucket of cancels may owe: more than a wallet can have open orders. */
const MAX_OWED_BURSTS = 100;

export function createSignerLimits(options: SignerLimitOptions): SignerLimits | undefined {
  const { strictness, allowances } = options;
  const isEnforced = strictness.has("signer-limits");
  if (!isEnforced && !strictness.has("signer-warnings")) return undefined;
  const toAllowance = ({ perSecond, burst }: BucketSize, owed: number): Allowance =>
    allowances.add({ count: burst, seconds: burst / perSecond }, owed);
  const buckets = new Map(
    TIERS.map((one) => [
      one.name,
      {
        orders: toAllowance(one.orders, 0),
        cancels: toAllowance(one.cancels, one.mayOwe ? MAX_OWED_BURSTS : 0),
      },
    ]),
  );
  return {
    gateOf: ({ of, dialect, endpoint: { limits } }) => {
      if (of !== "trading" || DIFFERENCES.liveRules.does[dialect] !== "applied") return undefined;
      const bucket = (["orders", "cancels"] as const).find((name) => limits.includes(TRADING_LIMITS[name]));
      return bucket && createSignerGate(bucket, { ...options, isEnforced, buckets });
    },
  };
}

type GateParts = Omit<SignerLimitOptions, "strictness"> & {
  readonly isEnforced: boolean;
  readonly buckets: ReadonlyMap<string, Readonly<Record<Bucket, Allowance>>>;
};

function createSignerGate(bucket: Bucket, parts: GateParts): SignerGate {
  const { allowances, buckets, clock, tiers, isEnforced } = parts;

  function readBucket({ address }: ActiveKey) {
    const found = tiers?.find(address) ?? STANDARD;
    const allowance = buckets.get(found.name)?.[bucket];
    if (allowance === undefined) throw new Error(`no bucket of the tier ${found.name}`);
    return { tier: found, allowance };
  }

  const show = (reply: HttpReply, key: ActiveKey, waitMs: number): void => {
    const { tier: shown, allowance } = readBucket(key);
    const nowMs = clock();
    reply
      .header("poly-ratelimit-remaining", String(allowances.left(allowance, key.address, nowMs)))
      .header("poly-ratelimit-reset", String(Math.ceil((nowMs + waitMs) / 1_000)))
      .header("poly-ratelimit-tier", shown.name);
  };

  return {
    take(request, reply, key) {
      const { tier: own, allowance } = readBucket(key);
      const use = { cost: countBatchOrders(request.body), nowMs: clock() };
      const isPossible = use.cost <= allowance.count;
      const waitMs = isPossible ? allowances.waitFor(allowance, key.address, use) : 0;
      const excess = isPossible && waitMs === 0 ? undefined : describeExcess(bucket, own, use.cost);
      if (excess === undefined) allowances.use(allowance, key.address, use);
      show(reply, key, waitMs);
      if (excess === undefined) return undefined;
      if (!isEnforced) {
        reply.header("poly-ratelimit-warning", "true");
        return undefined;
      }
      return { why: "rate", hint: excess, retryAfter: isPossible ? toWholeSeconds(waitMs) : undefined };
    },
    settle(reply, key, canceled) {
      const { tier: own, allowance } = readBucket(key);
      const nowMs = clock();
      const left = Math.max(allowances.left(allowance, key.address, nowMs), 0);
      const cost = own.mayOwe ? canceled : Math.min(canceled, left);
      allowances.use(allowance, key.address, { cost, nowMs });
      show(reply, key, allowances.waitFor(allowance, key.address, { cost: 1, nowMs }));
    },
  };
}

function describeExcess(bucket: Bucket, { name, ...sizes }: Tier, cost: number): string {
  const { perSecond, burst } = sizes[bucket];
  const limit = `${bucket} of a signer of the tier ${name}: expected at most ${burst} at once, and ${perSecond} a second`;
  const most = bucket === "orders" ? Math.min(burst, MAX_BATCH_ORDERS) : burst;
  return cost > burst
    ? `${limit}, got ${cost} in one request, which can never succeed: send at most ${most} in a request`
    : `${limit}, got more`;
}
