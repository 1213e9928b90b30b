/**
 * Random neighbours behind two addresses: wrong credentials, right ones and readers, on a clock of the walk. Right
 * ones fare as they would alone, and wrong ones cost and hear no more than the limits say.
 */
import assert from "node:assert/strict";
import { createAllowances } from "../../../src/http/guard/allowances.ts";
import { createCredentialChecks } from "../../../src/http/guard/credential-checks.ts";
import type { CredentialClaim } from "../../../src/http/guard/credential-checks.ts";
import { listLimits } from "../../../src/http/guard/gate.ts";
import { createRateLimiter } from "../../../src/http/guard/rate-limiter.ts";
import { CHECK_MICROS, CHECKS, WRONG_CREDENTIAL_RATES } from "../../../src/http/guard/rate-limits.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { SimulationFailure } from "../../simulation/simulate.ts";
import { createRandom } from "../../support/random.ts";

const START = Date.UTC(2026, 5, 1);
const STEPS = 4_000;
/** The steps after which bounds are looked at, and some time passes. */
const STEPS_OF_WINDOW = 500;
const PAUSE_MS = 10_000;
/** Factor of the limits, so low that the bounds are reached. */
const FACTOR = 0.005;
const ADDRESSES = ["192.0.2.1", "192.0.2.2"];
const KINDS = ["key", "wallet", "operator"] as const;
const COSTS = [
  CHECK_MICROS.atHand,
  CHECK_MICROS.lookup,
  CHECK_MICROS.walletOnChain,
  2 * CHECK_MICROS.walletOnChain,
];
const KEYS = Array.from({ length: 8 }, (_, no) => ({ apiKey: `key ${no}`, address: `wallet ${no % 3}` }));
const OPERATIONS = tradingEndpoints("sandbox").filter(({ limits }) => limits.length > 0);
/** Orders, cancels and heartbeats: half of all requests. */
const TRADING = OPERATIONS.filter(({ kind }) => ["placement", "cancel", "heartbeat"].includes(kind));
type Operation = (typeof OPERATIONS)[number];

/** Steps, and times that something was held, which show that the walks came so far. */
export const newWalkCounts = () => ({ steps: 0, unseen: 0, untold: 0, limited: 0, readers: 0 });
export type WalkCounts = ReturnType<typeof newWalkCounts>;

/** The counters of an exchange, or of what part of its requests there is. */
function createWorld(clock: () => number) {
  const options = { factor: FACTOR, clock };
  const limiter = createRateLimiter({ ...options, allowances: createAllowances() });
  const checks = createCredentialChecks({ ...options, allowances: createAllowances() });
  const meters = (operation: Operation) => limiter.metersOf(listLimits("trading", operation));
  return {
    checks,
    reads: (operation: Operation, address: string) => limiter.askedBy(meters(operation), address),
    signs: (operation: Operation, address: string, key: (typeof KEYS)[number]) =>
      limiter.signedBy(meters(operation), 1, { address, key }),
    /** Wrong credentials: whether they were looked at, and told what is wrong. */
    shows: (claim: CredentialClaim, address: string) => {
      if (checks.begin(claim, address) !== undefined) return { seen: false, told: false };
      const explains = checks.explains(claim, address);
      assert.equal(checks.wrong(claim, address) === undefined, explains);
      return { seen: true, told: explains };
    },
  };
}

type World = ReturnType<typeof createWorld>;

/** Throws a SimulationFailure of what does not hold. */
export function walkNeighbours(seed: number, walked: WalkCounts): void {
  const random = createRandom(seed);
  const clock = { now: START };
  const newWorld = () => createWorld(() => clock.now);
  const worlds = { all: newWorld(), right: newWorld(), readers: newWorld() };
  const alone = new Map<string, World>();
  const spent = new Map<string, number>();
  const told = new Map<string, number>();
  let since = clock.now;
  for (let step = 1; step <= STEPS; step += 1) {
    walked.steps += 1;
    try {
      takeStep();
      if (step % STEPS_OF_WINDOW === 0) endWindow();
    } catch (cause) {
      throw new SimulationFailure(`neighbours: seed ${seed}, step ${step}, ${String(cause)}`, { cause });
    }
  }

  function takeStep(): void {
    clock.now += random.chance(10) ? 1 : 0;
    const address = random.pick(ADDRESSES);
    const claim = { kind: random.pick(KINDS), name: random.pick(KEYS).apiKey, micros: random.pick(COSTS) };
    const of = `${claim.kind} ${address}`;
    const own = alone.get(of) ?? newWorld();
    alone.set(of, own);
    if (random.chance(50)) showWrong(claim, address, { of, own });
    else if (random.chance(80)) showRight(claim, address, own);
    else read(address);
  }

  function showWrong(claim: CredentialClaim, address: string, { of, own }: { of: string; own: World }): void {
    const shown = worlds.all.shows(claim, address);
    assert.deepEqual(shown, own.shows(claim, address), "others of another kind or address made a difference");
    if (shown.seen) spent.set(of, (spent.get(of) ?? 0) + claim.micros);
    else walked.unseen += 1;
    if (shown.told) told.set(of, (told.get(of) ?? 0) + 1);
    else if (shown.seen) walked.untold += 1;
  }

  function showRight(claim: CredentialClaim, address: string, own: World): void {
    const key = KEYS.find(({ apiKey }) => apiKey === claim.name)!;
    const operation = random.pick(random.chance(50) ? TRADING : OPERATIONS);
    const { all, right } = worlds;
    assert.equal(right.checks.begin(claim, address), undefined, "right ones alone were held");
    right.checks.right(claim, address);
    const held = all.checks.begin(claim, address);
    assert.deepEqual(held, own.checks.begin(claim, address), "others made a difference");
    if (claim.micros === CHECK_MICROS.atHand) assert.equal(held, undefined, "a key at hand was held");
    if (held !== undefined) return;
    all.checks.right(claim, address);
    own.checks.right(claim, address);
    limitRight(operation, address, key);
  }

  function limitRight(operation: Operation, address: string, key: (typeof KEYS)[number]): void {
    const excess = worlds.all.signs(operation, address, key);
    assert.deepEqual(
      excess,
      worlds.right.signs(operation, address, key),
      "wrong ones or readers took of a limit",
    );
    if (excess === undefined) return;
    walked.limited += 1;
    const { kind } = operation;
    if (kind === "cancel" || kind === "heartbeat") assert.doesNotMatch(excess.hint, /of one address/);
  }

  function read(address: string): void {
    const operation = random.pick(OPERATIONS);
    const excess = worlds.all.reads(operation, address);
    assert.deepEqual(excess, worlds.readers.reads(operation, address), "signers took from readers");
    if (excess !== undefined) walked.readers += 1;
  }

  function endWindow(): void {
    const seconds = (clock.now - since) / 1_000;
    const most = ({ count, seconds: every }: typeof CHECKS) =>
      Math.ceil(FACTOR * count) * (1 + seconds / every);
    for (const [of, micros] of spent)
      assert.ok(micros <= most(CHECKS), `${of} cost ${micros} in ${seconds} s`);
    for (const [of, count] of told)
      assert.ok(
        count <= most(WRONG_CREDENTIAL_RATES.ofAddress),
        `${of} was told ${count} times in ${seconds} s`,
      );
    spent.clear();
    told.clear();
    since = clock.now;
    clock.now += PAUSE_MS;
  }
}
