/** Requests counted against the limits: of each address, and where a limit says so of each key and wallet. */
import type { ActiveKey } from "../../store/keys/api-keys.ts";
import type { Allowance, Allowances } from "./allowances.ts";
import { scaled, WALLET_FACTOR } from "./rate-limits.ts";
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
  /** The part of these that counts each item of a batch. */
  readonly ofAddressByItem: readonly Meter[];
  readonly ofKey: readonly Meter[];
  readonly ofWallet: readonly Meter[];
  /** True if each item of a batch counts. */
  readonly byItem: boolean;
};

/** A lack of room, until some comes back. */
export type Excess = { readonly hint: string; readonly waitMs: number };

/** A caller whose credentials were right; a wallet that signs by itself has no key. */
export type RequestSigner = { readonly address: string; readonly key: ActiveKey | undefined };

export type RateLimiter = {
  metersOf(limits: readonly RateLimit[]): Meters;
  /** Counts a request without credentials. */
  askedBy(meters: Meters, address: string): Excess | undefined;
  /** Counts nothing: whether requests with right credentials have left an address room for one more. */
  usedUp(meters: Meters, address: string): Excess | undefined;
  /** Counts a request with right credentials, and its items where they count. */
  signedBy(meters: Meters, items: number, signer: RequestSigner): Excess | undefined;
  /** Requests that a key has left, of what is counted of it. */
  leftTo(meters: Meters, key: ActiveKey): number;
};

export type RateLimiterOptions = {
  readonly allowances: Allowances;
  /** The numbers of the limits are multiplied by it. */
  readonly factor: number;
  readonly clock: () => number;
};

const ONE = 1;

/** Requests with credentials and those without count apart: readers take nothing from those who trade beside them. */
const signersAt = (address: string): string => `${address} signed`;

export function createRateLimiter({ allowances, factor, clock }: RateLimiterOptions): RateLimiter {
  const metersOf = createMeters(allowances, factor);

  /** Finds the limit that takes longest to have room again; `undefined` when all have room. */
  function excessOf(metered: readonly Meter[], subject: string, cost: number): Excess | undefined {
    const asked = { cost, nowMs: clock() };
    let longest: Meter | undefined;
    let waitMs = 0;
    for (const one of metered) {
      const wait = allowances.waitFor(one.allowance, subject, asked);
      if (wait <= waitMs) continue;
      longest = one;
      waitMs = wait;
    }
    return longest === undefined ? undefined : { hint: hintOf(longest, waitMs), waitMs };
  }

  function use(metered: readonly Meter[], subject: string, cost: number): void {
    const asked = { cost, nowMs: clock() };
    for (const { allowance } of metered) allowances.use(allowance, subject, asked);
  }

  return {
    metersOf,
    askedBy({ ofAddress }, address) {
      const excess = excessOf(ofAddress, address, ONE);
      if (excess === undefined) use(ofAddress, address, ONE);
      return excess;
    },
    usedUp: ({ ofAddress }, address) => excessOf(ofAddress, signersAt(address), ONE),
    signedBy(meters, items, signer) {
      const counted = countedOf(meters, items, signer);
      for (const { metered, subject, cost } of counted) {
        const excess = excessOf(metered, subject, cost);
        if (excess !== undefined) return excess;
      }
      for (const { metered, subject, cost } of counted) use(metered, subject, cost);
      return undefined;
    },
    leftTo: ({ ofKey }, { apiKey }) =>
      Math.min(...ofKey.map(({ allowance }) => allowances.left(allowance, apiKey, clock()))),
  };
}

type Charge = { readonly metered: readonly Meter[]; readonly subject: string; readonly cost: number };

/** The limits that a request with right credentials counts against, for whom, and how much. */
function countedOf(meters: Meters, items: number, { address, key }: RequestSigner): readonly Charge[] {
  const { ofAddress, ofAddressByItem, ofKey, ofWallet } = meters;
  const subject = signersAt(address);
  const once = ofAddress.filter((one) => !ofAddressByItem.includes(one));
  const ofPlace = [
    { metered: once, subject, cost: ONE },
    { metered: ofAddressByItem, subject, cost: items },
  ];
  if (key === undefined) return ofPlace;
  return [
    ...ofPlace,
    { metered: ofKey, subject: key.apiKey, cost: items },
    { metered: ofWallet, subject: key.address, cost: items },
  ];
}

/** Each limit has one set of allowances, whichever operation counts against it. */
function createMeters(allowances: Allowances, factor: number): RateLimiter["metersOf"] {
  const known = new Map<RateLimit, Meters>();

  const meter = ({ name, rates }: RateLimit, whose: LimitSubject, times: number): Meter[] =>
    rates.map((published) => {
      const rate = scaled(published, times);
      return { allowance: allowances.add(rate), name, whose, rate };
    });

  function ofOne(limit: RateLimit): Meters {
    const made = known.get(limit);
    if (made !== undefined) return made;
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

const hintOf = ({ name, whose, rate }: Meter, waitMs: number): string =>
  `${name}: expected at most ${rate.count} in ${rate.seconds} s of one ${whose}, got more; ` +
  `there is room again in ${secondsOf(waitMs)} s`;

/** Whole seconds after which there is room again, at least one. */
export const secondsOf = (waitMs: number): number => Math.max(Math.ceil(waitMs / 1000), 1);
