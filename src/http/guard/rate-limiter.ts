/** Who has asked how much, held against the limits: of each address, and where they say so of each key and wallet. */
import type { ActiveKey } from "../../store/api-keys.ts";
import type { Allowance, Allowances } from "./allowances.ts";
import { FAILED_SIGN_INS, WALLET_FACTOR } from "./rate-limits.ts";
import type { Rate, RateLimit } from "./rate-limits.ts";

/** Of whom a limit is, in the words of hints. */
type Whose = "address" | "API key" | "wallet";

type Metered = {
  readonly allowance: Allowance;
  readonly name: string;
  readonly whose: Whose;
  readonly rate: Rate;
};

/** The limits of one operation. */
export type Meters = {
  readonly ofAddress: readonly Metered[];
  /** Of these the items of a batch count beyond the first, once they are known. */
  readonly ofAddressByItem: readonly Metered[];
  readonly ofKey: readonly Metered[];
  readonly ofWallet: readonly Metered[];
};

/** What is not there yet. */
export type Excess = { readonly hint: string; readonly waitMs: number };

export type RateLimiter = {
  metersOf(limits: readonly RateLimit[]): Meters;
  /** Counts one request of an address. */
  askedBy(meters: Meters, address: string): Excess | undefined;
  /** Counts what a request names besides, and all of it to its key. */
  namedBy(
    meters: Meters,
    items: number,
    who: { readonly address: string; readonly key: ActiveKey },
  ): Excess | undefined;
  /** Of an address whose credentials were refused too often. */
  failedBefore(address: string): Excess | undefined;
  failed(address: string): void;
  /** What is left to a key, of what is counted of it. */
  leftTo(meters: Meters, key: ActiveKey): number;
};

export type RateLimiterOptions = {
  readonly allowances: Allowances;
  /** What the numbers of the limits are multiplied by. */
  readonly factor: number;
  readonly clock: () => number;
};

const ONE = 1;

export function createRateLimiter({ allowances, factor, clock }: RateLimiterOptions): RateLimiter {
  const meters = createMeters(allowances, factor);

  /** The one of these that has to be waited for longest. */
  function excessOf(metered: readonly Metered[], subject: string, cost: number): Excess | undefined {
    const asked = { cost, nowMs: clock() };
    let longest: Metered | undefined;
    let waitMs = 0;
    for (const one of metered) {
      const wait = allowances.waitFor(one.allowance, subject, asked);
      if (wait <= waitMs) continue;
      longest = one;
      waitMs = wait;
    }
    return longest === undefined ? undefined : { hint: hintOf(longest, waitMs), waitMs };
  }

  function use(metered: readonly Metered[], subject: string, cost: number): void {
    const asked = { cost, nowMs: clock() };
    for (const { allowance } of metered) allowances.use(allowance, subject, asked);
  }

  return {
    metersOf: meters.of,
    askedBy({ ofAddress }, address) {
      const excess = excessOf(ofAddress, address, ONE);
      if (excess === undefined) use(ofAddress, address, ONE);
      return excess;
    },
    namedBy({ ofAddressByItem, ofKey, ofWallet }, items, { address, key }) {
      const further = items - ONE;
      const excess =
        (further > 0 ? excessOf(ofAddressByItem, address, further) : undefined) ??
        excessOf(ofKey, key.apiKey, items) ??
        excessOf(ofWallet, key.address, items);
      if (excess !== undefined) return excess;
      if (further > 0) use(ofAddressByItem, address, further);
      use(ofKey, key.apiKey, items);
      use(ofWallet, key.address, items);
      return undefined;
    },
    failedBefore: (address) => excessOf(meters.failures, address, ONE),
    failed: (address) => use(meters.failures, address, ONE),
    leftTo: ({ ofKey }, { apiKey }) =>
      Math.min(...ofKey.map(({ allowance }) => allowances.left(allowance, apiKey, clock()))),
  };
}

/** Each limit has one set of allowances, whichever operation counts against it. */
function createMeters(allowances: Allowances, factor: number) {
  const known = new Map<RateLimit, Meters>();

  const meter = ({ name, rates }: RateLimit, whose: Whose, times: number): Metered[] =>
    rates.map((published) => {
      const rate = { ...published, count: Math.max(Math.round(published.count * times), 1) };
      return { allowance: allowances.add(rate), name, whose, rate };
    });

  function ofOne(limit: RateLimit): Meters {
    const made = known.get(limit);
    if (made !== undefined) return made;
    const ofAddress = meter(limit, "address", factor);
    const meters = {
      ofAddress,
      ofAddressByItem: limit.byItem === true ? ofAddress : [],
      ofKey: limit.ofCallers === true ? meter(limit, "API key", factor) : [],
      ofWallet: limit.ofCallers === true ? meter(limit, "wallet", factor * WALLET_FACTOR) : [],
    };
    known.set(limit, meters);
    return meters;
  }

  return {
    failures: meter(FAILED_SIGN_INS, "address", factor),
    of(limits: readonly RateLimit[]): Meters {
      const each = limits.map(ofOne);
      return {
        ofAddress: each.flatMap(({ ofAddress }) => ofAddress),
        ofAddressByItem: each.flatMap(({ ofAddressByItem }) => ofAddressByItem),
        ofKey: each.flatMap(({ ofKey }) => ofKey),
        ofWallet: each.flatMap(({ ofWallet }) => ofWallet),
      };
    },
  };
}

const hintOf = ({ name, whose, rate }: Metered, waitMs: number): string =>
  `${name}: expected at most ${rate.count} in ${rate.seconds} s of one ${whose}, got more; ` +
  `there is room again in ${secondsOf(waitMs)} s`;

/** Whole ones, after which it is there. */
export const secondsOf = (waitMs: number): number => Math.max(Math.ceil(waitMs / 1000), 1);
