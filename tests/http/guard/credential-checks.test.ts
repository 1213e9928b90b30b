/** Checks of credentials by themselves: random neighbours behind random addresses, on a clock that the test sets. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createAllowances } from "../../../src/http/guard/allowances.ts";
import { createCredentialChecks } from "../../../src/http/guard/credential-checks.ts";
import type { Claim, CredentialChecks } from "../../../src/http/guard/credential-checks.ts";
import { CHECK_MICROS, CHECKS, WRONG_CREDENTIALS } from "../../../src/http/guard/rate-limits.ts";
import { createRandom } from "../../support/random.ts";
import type { Random } from "../../support/random.ts";

const START = Date.UTC(2026, 5, 1);
const KINDS = ["key", "wallet", "operator"] as const;
const COSTS = [
  CHECK_MICROS.atHand,
  CHECK_MICROS.lookup,
  CHECK_MICROS.walletOnChain,
  2 * CHECK_MICROS.walletOnChain,
];
const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

const claim = (name: string, micros: number, kind: Claim["kind"] = "key"): Claim => ({ kind, name, micros });

type Options = { readonly factor?: number; readonly maxSubjects?: number };

function createChecks({ factor = 1, maxSubjects }: Options = {}) {
  const clock = { now: START };
  const allowances = createAllowances(maxSubjects);
  const checks = createCredentialChecks({ allowances, factor, clock: () => clock.now });
  return { clock, checks };
}

const randomClaim = (random: Random, kind?: Claim["kind"]): Claim =>
  claim(
    `key ${random.below(3)}`,
    COSTS[random.below(COSTS.length)]!,
    kind ?? KINDS[random.below(KINDS.length)]!,
  );

/** Checks wrong credentials: whether they were looked at, and whether they were told what is wrong. */
function showWrong(checks: CredentialChecks, shown: Claim, address: string) {
  if (checks.begin(shown, address) !== undefined) return { looked: false, told: false };
  const explains = checks.explains(shown, address);
  const told = checks.wrong(shown, address) === undefined;
  assert.equal(explains, told);
  return { looked: true, told };
}

describe("checks of credentials", () => {
  for (const seed of SEEDS)
    it(`let in right ones that are at hand whatever came before, and bound what wrong ones cost; seed ${seed}`, () => {
      const random = createRandom(seed);
      const factor = 0.1;
      const { clock, checks } = createChecks({ factor });
      const spent = new Map<string, number>();
      const told = new Map<string, number>();
      let unseen = 0;
      for (let step = 0; step < 5_000; step += 1) {
        clock.now += random.chance(10) ? 1 : 0;
        const address = `192.0.2.${random.below(2)}`;
        const shown = randomClaim(random);
        const of = `${shown.kind} ${address}`;
        const wrong = showWrong(checks, shown, address);
        if (!wrong.looked) unseen += 1;
        else spent.set(of, (spent.get(of) ?? 0) + shown.micros);
        if (wrong.told) told.set(of, (told.get(of) ?? 0) + 1);
        const right = claim(shown.name, CHECK_MICROS.atHand, shown.kind);
        assert.equal(checks.begin(right, address), undefined);
        checks.right(right, address);
      }
      const seconds = (clock.now - START) / 1000;
      const { ofAddress } = WRONG_CREDENTIALS;
      for (const micros of spent.values())
        assert.ok(
          micros <= factor * CHECKS.count * (1 + seconds / CHECKS.seconds),
          `${micros} in ${seconds} s`,
        );
      for (const count of told.values())
        assert.ok(
          count <= factor * ofAddress.count * (1 + seconds / ofAddress.seconds),
          `${count} in ${seconds} s`,
        );
      assert.ok(told.size === 6 && spent.size === 6 && unseen > 0, "the bounds were never reached");
    });

  for (const seed of SEEDS)
    it(`of one kind and address are what they would be without the others; seed ${seed}`, () => {
      const random = createRandom(seed);
      const [alone, among] = [createChecks({ factor: 0.01 }), createChecks({ factor: 0.01 })];
      const address = "192.0.2.1";
      for (let step = 0; step < 5_000; step += 1) {
        const pause = random.below(2);
        alone.clock.now += pause;
        among.clock.now += pause;
        for (let others = random.below(4); others > 0; others -= 1) {
          const elsewhere = random.below(2) === 0;
          const kind = elsewhere ? undefined : (["wallet", "operator"] as const)[random.below(2)];
          showWrong(among.checks, randomClaim(random, kind), elsewhere ? "192.0.2.2" : address);
        }
        const shown = randomClaim(random, "key");
        assert.deepEqual(showWrong(among.checks, shown, address), showWrong(alone.checks, shown, address));
      }
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
    const { ofClaim } = WRONG_CREDENTIALS;
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
    const { checks } = createChecks({ maxSubjects: 100 });
    const { ofAddress } = WRONG_CREDENTIALS;
    let told = 0;
    for (let asked = 0; asked < 10_000; asked += 1)
      if (checks.wrong(claim(`made up ${asked}`, 0), "192.0.2.1") === undefined) told += 1;
    assert.equal(told, ofAddress.count);
  });
});
