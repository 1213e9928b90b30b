/** Checks of credentials by themselves: random neighbours behind random addresses, on a clock that the test sets. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createAllowances, createOwnUsage } from "../../../src/http/guard/allowances.ts";
import { createCredentialChecks } from "../../../src/http/guard/credential-checks.ts";
import type { CredentialClaim, CredentialChecks } from "../../../src/http/guard/credential-checks.ts";
import { CHECK_MICROS, CHECKS, WRONG_CREDENTIAL_RATES } from "../../../src/http/guard/rate-limits.ts";
import { newWalkCounts, walkNeighbours } from "./neighbour-walk.ts";

const START = Date.UTC(2026, 5, 1);
const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

const claim = (name: string, micros: number, kind: CredentialClaim["kind"] = "key"): CredentialClaim => ({
  kind,
  name,
  micros,
});

function createChecks(maxSubjects?: number) {
  const clock = { now: START };
  const allowances = createAllowances(createOwnUsage(maxSubjects));
  const checks = createCredentialChecks({ allowances, factor: 1, clock: () => clock.now });
  return { clock, checks };
}

/** Checks wrong credentials: whether they were looked at, and whether they were told what is wrong. */
function showWrong(checks: CredentialChecks, shown: CredentialClaim, address: string) {
  if (checks.begin(shown, address) !== undefined) return { looked: false, told: false };
  const explains = checks.explains(shown, address);
  const told = checks.wrong(shown, address) === undefined;
  assert.equal(explains, told);
  return { looked: true, told };
}

describe("checks of credentials", () => {
  for (const seed of SEEDS)
    it(`hold no right one for wrong ones, and bound what those cost and hear; seed ${seed}`, () => {
      const walked = newWalkCounts();
      walkNeighbours(seed, walked);
      for (const [what, times] of Object.entries(walked)) assert.ok(times > 0, `no ${what}`);
    });

  it("give back what right ones took: any number of them passes, one after the other", () => {
    const { checks } = createChecks();
    const shown = claim("key", CHECK_MICROS.lookup);
    for (let asked = 0; asked < 10_000; asked += 1) {
      assert.equal(checks.begin(shown, "192.0.2.1"), undefined);
      checks.right(shown, "192.0.2.1");
    }
  });

  it("hold what is dear at the bound, say so, and let it in again when there is room", () => {
    const { clock, checks } = createChecks();
    const shown = claim("wallet", CHECK_MICROS.walletOnChain, "wallet");
    const most = Math.floor(CHECKS.count / shown.micros);
    for (let asked = 0; asked < most; asked += 1)
      assert.equal(showWrong(checks, shown, "192.0.2.1").looked, true);
    assert.match(
      checks.begin(shown, "192.0.2.1")?.hint ?? "",
      /^checks of credentials: wrong ones of one address took 200 ms in 1 s, their most; these were not looked at; /,
    );
    clock.now += 1;
    assert.equal(checks.begin(shown, "192.0.2.1"), undefined);
  });

  it("slow one key of an address before the others there, and say until when", () => {
    const { clock, checks } = createChecks();
    const { ofClaim } = WRONG_CREDENTIAL_RATES;
    const shown = claim("one", CHECK_MICROS.atHand);
    for (let asked = 0; asked < ofClaim.count; asked += 1)
      assert.equal(checks.wrong(shown, "192.0.2.1"), undefined);
    const { hint, waitMs } = checks.wrong(shown, "192.0.2.1")!;
    assert.match(
      hint,
      /^refused credentials: expected at most 100 in 60 s of one address and key, got more; right ones/,
    );
    assert.equal(checks.wrong(claim("another", 0), "192.0.2.1"), undefined);
    assert.equal(checks.wrong(shown, "192.0.2.2"), undefined);
    clock.now += waitMs;
    assert.equal(checks.wrong(shown, "192.0.2.1"), undefined);
  });

  it("keep a bounded number of names; those that are made up push out no address that goes on", () => {
    const { checks } = createChecks(100);
    const { ofAddress } = WRONG_CREDENTIAL_RATES;
    let told = 0;
    for (let asked = 0; asked < 10_000; asked += 1)
      if (checks.wrong(claim(`made up ${asked}`, 0), "192.0.2.1") === undefined) told += 1;
    assert.equal(told, ofAddress.count);
  });
});
