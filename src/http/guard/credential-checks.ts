/**
 * Limits the cost of credential checks and the number of wrong credentials. Wrong ones count after their check, by address
 * and by address and key; no such count blocks valid credentials. A check that costs more than a refusal is charged to a
 * budget: processor time per address and kind of credentials. Valid credentials get their cost back.
 */
import type { Allowance, Allowances } from "./allowances.ts";
import { toWholeSeconds } from "./rate-limiter.ts";
import type { Excess } from "./rate-limiter.ts";
import { CHECKS, scaleRate, WRONG_CREDENTIAL_RATES } from "./rate-limits.ts";
import type { CredentialKind, Rate } from "./rate-limits.ts";

/** Credentials that a request presents, not yet checked. */
export type CredentialClaim = {
  readonly kind: CredentialKind;
  /** API key or wallet that the credentials name, of bounded length; "" if none that could be valid. */
  readonly name: string;
  /** Cost of the check, in microseconds. */
  readonly micros: number;
};

export type CredentialChecks = {
  /** Charges the cost of a check; returns an excess if the address has no budget for it. */
  begin(claim: CredentialClaim, address: string): Excess | undefined;
  /** Refunds the cost of a check whose credentials were valid. */
  right(claim: CredentialClaim, address: string): void;
  /** Counts wrong credentials; returns an excess if there were too many to still explain the fault. */
  wrong(claim: CredentialClaim, address: string): Excess | undefined;
  /** True while refusals of wrong credentials still explain the fault. */
  explains(claim: CredentialClaim, address: string): boolean;
};

export type CredentialChecksOptions = {
  /** Allowances used only here, so that invented names displace only each other and no other counter. */
  readonly allowances: Allowances;
  /** Multiplier of all limits. */
  readonly factor: number;
  readonly clock: () => number;
};

type WrongCount = {
  readonly allowance: Allowance;
  readonly rate: Rate;
  readonly whose: string;
};

export function createCredentialChecks(options: CredentialChecksOptions): CredentialChecks {
  const { allowances, clock } = options;
  const counters = createCounters(options);

  const waitFor = ({ allowance }: WrongCount, subject: string, cost = 1): number =>
    allowances.waitFor(allowance, subject, { cost, nowMs: clock() });
  const use = ({ allowance }: WrongCount, subject: string, cost = 1): void =>
    allowances.use(allowance, subject, { cost, nowMs: clock() });

  function tooManyWrong({ kind, name }: CredentialClaim, address: string): Excess | undefined {
    const { ofAddress, ofClaim } = counters[kind];
    const waits = [
      { counted: ofAddress, waitMs: waitFor(ofAddress, address) },
      { counted: ofClaim, waitMs: waitFor(ofClaim, pairKey(address, name)) },
    ];
    const longest = waits.reduce((one, other) => (other.waitMs > one.waitMs ? other : one));
    return longest.waitMs > 0 ? describeWrongExcess(longest.counted, longest.waitMs) : undefined;
  }

  return {
    begin({ kind, micros }, address) {
      if (micros === 0) return undefined;
      const { checks } = counters[kind];
      const waitMs = waitFor(checks, address, micros);
      if (waitMs > 0) return describeCheckExcess(checks, waitMs);
      use(checks, address, micros);
      return undefined;
    },
    right({ kind, micros }, address) {
      if (micros > 0) use(counters[kind].checks, address, -micros);
    },
    wrong(claim, address) {
      const excess = tooManyWrong(claim, address);
      if (excess !== undefined) return excess;
      use(counters[claim.kind].ofAddress, address);
      use(counters[claim.kind].ofClaim, pairKey(address, claim.name));
      return undefined;
    },
    explains: (claim, address) => tooManyWrong(claim, address) === undefined,
  };
}

type Counters = Readonly<Record<"checks" | "ofAddress" | "ofClaim", WrongCount>>;

/** Creates separate counters for each kind of credentials: a flood of one kind does not affect another. */
function createCounters({
  allowances,
  factor,
}: CredentialChecksOptions): Readonly<Record<CredentialKind, Counters>> {
  const counted = (published: Rate, whose: string): WrongCount => {
    const rate = scaleRate(published, factor);
    return { allowance: allowances.add(rate), rate, whose };
  };
  const ofOne = (): Counters => ({
    checks: counted(CHECKS, "one address"),
    ofAddress: counted(WRONG_CREDENTIAL_RATES.ofAddress, "one address"),
    ofClaim: counted(WRONG_CREDENTIAL_RATES.ofClaim, "one address and key"),
  });
  return { key: ofOne(), wallet: ofOne(), operator: ofOne() };
}

const pairKey = (address: string, name: string): string => `${address} ${name}`;

const describeWrongExcess = ({ rate, whose }: WrongCount, waitMs: number): Excess => ({
  waitMs,
  hint:
    `refused credentials: expected at most ${rate.count} in ${rate.seconds} s of ${whose}, got more; right ones are ` +
    `let in at any time; what is wrong with these is told again in ${toWholeSeconds(waitMs)} s`,
});

const describeCheckExcess = ({ rate, whose }: WrongCount, waitMs: number): Excess => ({
  waitMs,
  hint:
    `checks of credentials: wrong ones of ${whose} took ${rate.count / 1000} ms in ${rate.seconds} s, their most; ` +
    `these were not looked at; there is room again in ${toWholeSeconds(waitMs)} s`,
});
