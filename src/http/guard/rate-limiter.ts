/** Counts requests against the rate limits: by address and, for some limits, by key and wallet. */
import type { ActiveKey } from "../../store/keys/api-keys.ts";
import type { Allowance, Allowances } from "./allowances.ts";
import { scaleRate, WALLET_FACTOR } from "./rate-limits.ts";
import type { Rate, RateLimit } from "./rate-limits.ts";

/** Subject of a limit, in the words of hints. */
type LimitSubject = "address" | "API key" | "wallet";

type Meter = {
  readonly allowance: Allowance;
  readonly name: string;
  readonly whose: LimitSubject;
  readonly rate: Rate;
};

/** The limits of one operation. */
export type Meters = {
  readonly ofAddress: readonly Meter[];
  /** The limits in `ofAddress` that count each item of a batch. */
  readonly ofAddressByItem: readonly Meter[];
  readonly ofKey: readonly Meter[];
  readonly ofWallet: readonly Meter[];
  /** True if each item of a batch counts. */
  readonly byItem: boolean;
};

/** A limit that is used up, and the time until the next request is admitted. */
export type Excess = { readonly hint: string; readonly waitMs: number };

/** A caller with valid credentials; a wallet that signs by itself has no key. */
export type RequestSigner = { readonly address: string; readonly key: ActiveKey | undefined };

export type RateLimiter = {
  metersOf(limits: readonly RateLimit[]): Meters;
  /** Counts a request without credentials. */
  askedBy(meters: Meters, address: string): Excess | undefined;
  /** Tells whether authenticated requests have used up the address's limit. Counts nothing. */
  usedUp(meters: Meters, address: string): Excess | undefined;
  /** Counts an authenticated request, or each of its items where the limit counts items. */
  signedBy(meters: Meters, items: number, signer: RequestSigner): Excess | undefined;
  /** Returns the remaining requests of a key. */
  leftTo(meters: Meters, key: ActiveKey): number;
};

export type RateLimiterOptions = {
  readonly allowances: Allowances;
  /** Multiplier of all limits. */
  readonly factor: number;
  readonly clock: () => number;
};

const ONE = 1;

/**
 * Returns the subject of an address's authenticated requests. They count apart from anonymous requests, so that readers
 * take nothing from traders at the same address.
 */
const formatSignerSubject = (address: string): string => `${address} signed`;

export function createRateLimiter({ allowances, factor, clock }: RateLimiterOptions): RateLimiter {
  const metersOf = createMeters(allowances, factor);

  /** Finds the used-up limit with the longest wait; `undefined` if none is used up. */
  function excessOf(metered: readonly Meter[], subject: string, cost: number): Excess | undefined {
    const allowanceUse = { cost, nowMs: clock() };
    let longest: Meter | undefined;
    let waitMs = 0;
    for (const one of metered) {
      const wait = allowances.waitFor(one.allowance, subject, allowanceUse);
      if (wait <= waitMs) continue;
      longest = one;
      waitMs = wait;
    }
    return longest === undefined ? undefined : { hint: describeLimit(longest, waitMs), waitMs };
  }

  function use(metered: readonly Meter[], subject: string, cost: number): void {
    const allowanceUse = { cost, nowMs: clock() };
    for (const { allowance } of metered) allowances.use(allowance, subject, allowanceUse);
  }

  return {
    metersOf,
    askedBy({ ofAddress }, address) {
      const excess = excessOf(ofAddress, address, ONE);
      if (excess === undefined) use(ofAddress, address, ONE);
      return excess;
    },
    usedUp: ({ ofAddress }, address) => excessOf(ofAddress, formatSignerSubject(address), ONE),
    signedBy(meters, items, signer) {
      const charges = listCharges(meters, items, signer);
      for (const { metered, subject, cost } of charges) {
        const excess = excessOf(metered, subject, cost);
        if (excess !== undefined) return excess;
      }
      for (const { metered, subject, cost } of charges) use(metered, subject, cost);
      return undefined;
    },
    leftTo: ({ ofKey }, { apiKey }) =>
      Math.min(...ofKey.map(({ allowance }) => allowances.left(allowance, apiKey, clock()))),
  };
}

/** A refusal that does not depend on the request's content: the client, or all clients together, send too much. */
export type LimitRejection = {
  readonly why: "rate" | "load";
  readonly hint: string;
  /** Seconds after which the client may retry; `undefined` if the same request can never succeed. */
  readonly retryAfter: number | undefined;
};

type Charge = { readonly metered: readonly Meter[]; readonly subject: string; readonly cost: number };

/** Lists the limits that an authenticated request counts against, with subject and cost. */
function listCharges(meters: Meters, items: number, { address, key }: RequestSigner): readonly Charge[] {
  const { ofAddress, ofAddressByItem, ofKey, ofWallet } = meters;
  const subject = formatSignerSubject(address);
  const perRequest = ofAddress.filter((one) => !ofAddressByItem.includes(one));
  const ofPlace = [
    { metered: perRequest, subject, cost: ONE },
    { metered: ofAddressByItem, subject, cost: items },
  ];
  if (key === undefined) return ofPlace;
  return [
    ...ofPlace,
    { metered: ofKey, subject: key.apiKey, cost: items },
    { metered: ofWallet, subject: key.address, cost: items },
  ];
}

/** Creates one set of allowances per limit, shared by all operations that count against the limit. */
function createMeters(allowances: Allowances, factor: number): RateLimiter["metersOf"] {
  const known = new Map<RateLimit, Meters>();

  const meter = ({ name, rates }: RateLimit, whose: LimitSubject, times: number): Meter[] =>
    rates.map((published) => {
      const rate = scaleRate(published, times);
      return { allowance: allowances.add(rate), name, whose, rate };
    });

  function ofOne(limit: RateLimit): Meters {
    const existingMeter = known.get(limit);
    if (existingMeter !== undefined) return existingMeter;
    const byItem = limit.byItem === true;
    const ofAddress = limit.ofAddress === false ? [] : meter(limit, "address", factor);
    const meters = {
      ofAddress,
      ofAddressByItem: byItem ? ofAddress : [],
      ofKey: limit.ofCallers === true ? meter(limit, "API key", factor) : [],
      ofWallet: limit.ofCallers === true ? meter(limit, "wallet", factor * WALLET_FACTOR) : [],
      byItem,
    };
    known.set(limit, meters);
    return meters;
  }

  return (limits) => {
    const each = limits.map(ofOne);
    return {
      ofAddress: each.flatMap(({ ofAddress }) => ofAddress),
      ofAddressByItem: each.flatMap(({ ofAddressByItem }) => ofAddressByItem),
      ofKey: each.flatMap(({ ofKey }) => ofKey),
      ofWallet: each.flatMap(({ ofWallet }) => ofWallet),
      byItem: each.some(({ byItem }) => byItem),
    };
  };
}

const describeLimit = ({ name, whose, rate }: Meter, waitMs: number): string =>
  `${name}: expected at most ${rate.count} in ${rate.seconds} s of one ${whose}, got more; ` +
  `there is room again in ${toWholeSeconds(waitMs)} s`;

/** Converts a wait to whole seconds, at least one. */
export const toWholeSeconds = (waitMs: number): number => Math.max(Math.ceil(waitMs / 1000), 1);

/** Orders that a request places at most. */
export const MAX_BATCH_ORDERS = 15;

/** Counts the orders of a batch; a body that is no array counts as one. */
export const countBatchOrders = (body: unknown): number =>
  Array.isArray(body) ? Math.max(body.length, 1) : 1;
