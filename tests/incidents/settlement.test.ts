/** Incidents of settlement and of ledgers, on the core in memory: fills stay, and holds are those of resting orders. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command, CommandOf } from "../../src/core/events/command.ts";
import type { Event } from "../../src/core/events/event.ts";
import { createExchange, execute } from "../../src/core/exchange.ts";
import { isRejection } from "../../src/core/rejection.ts";
import type { Exchange } from "../../src/core/state.ts";
import { lots, micros } from "../../src/core/units.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { NO_QUARANTINE } from "../../src/engine/operators/quarantine.ts";
import { marketListing } from "../core/support/listing.ts";
import { checkState } from "../simulation/invariants.ts";
import { ANY_KNOWN } from "../support/engine-parts.ts";
import { createRandom } from "../support/random.ts";
import { NO_RULES, placement, watchExchange } from "./watched-exchange.ts";
import type { WatchedExchange } from "./watched-exchange.ts";
import { UNREAD_TABLES } from "../support/engine-parts.ts";

/** Price and size of what each of the three makers buys. */
const MAKERS = [
  { maker: "ann", price: 5_000, size: 100 },
  { maker: "bob", price: 4_900, size: 100 },
  { maker: "cid", price: 4_800, size: 100 },
] as const;

/** Commands that bob may give between an order and its fill, and two takers who come meanwhile. */
const INTERVENTIONS = [
  "small take",
  "large take",
  "cancel",
  "withdraw",
  "split",
  "deposit",
  "lose the key",
] as const;
type Intervention = (typeof INTERVENTIONS)[number];

function* permutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries())
    for (const rest of permutations(items.toSpliced(index, 1))) yield [item, ...rest];
}

const free = (exchange: Exchange, address: string): number => {
  const { collateral, held } = exchange.accountByAddress.get(address)!;
  return collateral - held;
};

function commandOf({ exchange, order }: WatchedExchange, intervention: Intervention): Command {
  const bob = { address: "bob", owner: "bob" } as const;
  const sale = { maker: "dan", token: "yes", side: "SELL", price: 4_800, kind: "FAK" } as const;
  switch (intervention) {
    case "small take":
      return order({ ...sale, size: 130 });
    case "large take":
      return order({ ...sale, size: 90 });
    case "cancel":
      return { type: "cancel-order", id: "order 2", owner: "bob" };
    case "withdraw":
      return { type: "withdraw", ...bob, amount: micros(free(exchange, "bob")) };
    case "split":
      return {
        type: "split",
        ...bob,
        conditionId: "m",
        lots: lots(Math.floor(free(exchange, "bob") / 10_000)),
      };
    case "deposit":
      return { type: "credit", address: "bob", amount: micros(70_000) };
    case "lose the key":
      return { type: "cancel-orders", owner: "bob", apiKey: "key", reason: "no-heartbeat" };
  }
}

/** Lots that a sale must take of the makers' remainders, best price first. */
function expectedOf(left: Map<string, number>, size: number): [string, number][] {
  const taken: [string, number][] = [];
  let wanted = size;
  for (const [maker, rests] of left) {
    const part = Math.min(rests, wanted);
    if (part > 0) taken.push([maker, part]);
    left.set(maker, rests - part);
    wanted -= part;
  }
  return taken;
}

function playThrough(interventions: readonly Intervention[]): void {
  const watched = watchExchange([{ name: "m" }]);
  for (const { maker } of MAKERS) watched.open(maker, 600_000);
  watched.open("dan", 0, 1_000);
  for (const terms of MAKERS) watched.tell(watched.order({ ...terms, token: "yes", side: "BUY" }));
  const left = new Map(MAKERS.map(({ maker, size }): [string, number] => [maker, size]));
  const kept: [string, number][] = [];
  for (const intervention of interventions) {
    watched.tell(commandOf(watched, intervention));
    if (intervention === "cancel" || intervention === "lose the key") left.set("bob", 0);
    if (intervention === "small take") kept.push(...expectedOf(left, 130));
    if (intervention === "large take") kept.push(...expectedOf(left, 90));
    const filled = watched.fills.map(({ maker, lots: size }) => [maker.account.address, size]);
    assert.deepEqual(filled, kept, `${intervention} of ${interventions.join(", ")}`);
  }
}

test("inc-01: whatever a maker does around a match, in every order: what was filled stays, and the others' fills too", () => {
  let played = 0;
  for (const interventions of permutations(INTERVENTIONS.slice(0, 5))) {
    playThrough([...interventions, "small take"]);
    playThrough(["deposit", ...interventions]);
    playThrough([...interventions.slice(0, 2), "lose the key", ...interventions.slice(2)]);
    played += 3;
  }
  assert.equal(played, 360);
});

/** An engine that commits at once, with a market and one wallet of $100. */
async function startEngine(): Promise<Engine> {
  const engine = createEngine({
    exchange: createExchange(NO_RULES),
    head: { seq: 0, at: 0, hash: Buffer.alloc(32) },
    clock: () => 1_000_000,
    monotonic: () => 0,
    later: setImmediate,
    quarantine: NO_QUARANTINE,
    known: ANY_KNOWN,
    commit: () => Promise.resolve(),
    tables: UNREAD_TABLES,
    findOrders: () => Promise.resolve(new Set()),
    findRequests: () => Promise.resolve([]),
    onFailure: assert.ifError,
  });
  await engine.submit({ type: "list", listing: marketListing({ name: "m" }) });
  const ann = { address: "ann", owner: "ann" };
  await engine.submit({ type: "open-account", ...ann, credit: micros(100_000_000) });
  return engine;
}

test("inc-02: of 10,000 withdrawals, deposits and orders at once none takes what an order holds", async () => {
  const engine = await startEngine();
  const random = createRandom(2);
  const commands = Array.from({ length: 10_000 }, (_, index): Command => {
    const amount = micros(random.between(1, 9_000_000));
    const draw = random.below(100);
    if (draw < 40) return { type: "withdraw", address: "ann", owner: "ann", amount };
    if (draw < 55) return { type: "credit", address: "ann", amount };
    if (draw < 58) return { type: "cancel-orders", owner: "ann", reason: "by-owner" };
    const terms = { maker: "ann", token: "yes", side: "BUY" } as const;
    return placement(
      { ...terms, price: random.between(1, 99) * 100, size: random.between(1, 1_000) },
      `o${index}`,
    );
  });
  const outcomes = await Promise.all(commands.map((command) => engine.submit(command)));
  let [all, held, refused] = [100_000_000, 0, 0];
  for (const [index, command] of commands.entries()) {
    const [more, holds] = effectOf(command);
    const fits = all + more - held - holds >= 0;
    const outcome = outcomes[index]!;
    const code = outcome.type === "rejected" ? outcome.rejection.code : outcome.type;
    assert.equal(code, fits ? "committed" : "insufficient_balance", `${index}: ${command.type}`);
    if (!fits) refused += 1;
    else [all, held] = command.type === "cancel-orders" ? [all, 0] : [all + more, held + holds];
  }
  assert.ok(refused > 1_000 && refused < 9_000, `${refused} were refused`);
  const ann = engine.exchange.accountByAddress.get("ann")!;
  assert.deepEqual([ann.collateral, ann.held], [all, held]);
  checkState(engine.exchange, 0);
  await engine.close();
});

/** Changes of collateral and of holds by a command. */
function effectOf(command: Command): readonly [more: number, holds: number] {
  if (command.type === "withdraw") return [-command.amount, 0];
  if (command.type === "credit") return [command.amount, 0];
  return command.type === "place-order" ? [0, command.limit * command.lots] : [0, 0];
}

const FILLS = 100_000;

test(`inc-04: after ${FILLS} fills of fill-or-kill and fill-and-kill orders nothing is held`, () => {
  const exchange = createExchange(NO_RULES);
  const random = createRandom(4);
  const run = (command: Command): readonly Event[] => {
    const decision = execute(exchange, command, 1_000);
    return isRejection(decision) ? [] : decision;
  };
  run({ type: "list", listing: marketListing({ name: "m" }) });
  for (const address of ["ann", "bob"]) {
    run({ type: "open-account", address, owner: address, credit: micros(2e15) });
    run({ type: "split", address, owner: address, conditionId: "m", lots: lots(1e11) });
  }
  let filled = 0;
  for (let no = 0; filled < FILLS; no += 1) {
    const token = random.pick(["yes", "no"]);
    const side = random.pick(["BUY", "SELL"] as const);
    const drawn = { token, side, price: random.between(1, 99) * 100, size: random.between(1, 500) };
    const kind = random.pick(["GTC", "FOK", "FAK"] as const);
    const budget =
      kind !== "GTC" && side === "BUY" ? { budget: drawn.size * drawn.price + random.below(100) } : {};
    const maker = kind === "GTC" ? "bob" : "ann";
    for (const event of run(placement({ maker, kind, ...drawn, ...budget }, `o${no}`)))
      if (event.type === "order-placed") filled += event.fills.length;
    if (no % 20_000 === 0) checkState(exchange, 0);
  }
  checkState(exchange, 0);
  assert.equal(exchange.accountByAddress.get("ann")!.held, 0);
  run({ type: "cancel-orders", owner: "bob", reason: "by-owner" });
  assertNothingHeld(exchange);
});

function assertNothingHeld({ accounts, orders }: Exchange): void {
  assert.equal(orders.size, 0);
  for (const account of accounts) {
    if (account === undefined) continue;
    const held = [account.held, ...[...account.positions.values()].map((position) => position.held)];
    assert.ok(
      held.every((amount) => amount === 0),
      `${account.address} holds ${held.join(", ")}`,
    );
  }
}

/** Commands that bring ann's orders to each state; she has a buy and a sale at rest before, and dan meets both. */
const STATES: readonly (readonly [what: string, bring: (watched: WatchedExchange) => void])[] = [
  ["live", () => {}],
  [
    "partly filled",
    ({ tell, order }) => {
      tell(order({ maker: "dan", token: "yes", side: "SELL", price: 4_000, size: 33 }));
      tell(order({ maker: "dan", token: "no", side: "SELL", price: 4_000, size: 21 }));
    },
  ],
  [
    "filled",
    ({ tell, order }) => {
      tell(order({ maker: "dan", token: "yes", side: "SELL", price: 4_000, size: 100 }));
      tell(order({ maker: "dan", token: "yes", side: "BUY", price: 6_000, size: 100 }));
    },
  ],
  [
    "expired",
    ({ tell, order, time }) => {
      tell(
        order({
          maker: "ann",
          token: "no",
          side: "BUY",
          price: 100,
          size: 500,
          kind: "GTD",
          expiresAt: 2_000,
        }),
      );
      time.now = 2_000;
      tell({ type: "expire-orders" });
    },
  ],
  [
    "refused",
    ({ tell, order }) => {
      const terms = { maker: "ann", token: "yes", side: "BUY", price: 5_999 } as const;
      assert.equal(tell(order({ ...terms, size: 1_000 })), "price_off_tick");
      assert.equal(tell(order({ ...terms, price: 5_900, size: 1_000_000 })), "insufficient_balance");
      assert.equal(tell(order({ ...terms, price: 5_900, size: 100, kind: "FOK" })), "fok_not_filled");
    },
  ],
  [
    "given up in part",
    ({ tell, order }) => {
      tell(order({ maker: "dan", token: "yes", side: "SELL", price: 5_900, size: 10 }));
      tell(order({ maker: "ann", token: "yes", side: "BUY", price: 5_900, size: 1_000, kind: "FAK" }));
    },
  ],
  [
    "filled by oneself",
    ({ tell, order }) =>
      void tell(order({ maker: "ann", token: "yes", side: "SELL", price: 4_000, size: 70 })),
  ],
  ["cancelled before", ({ tell }) => void tell({ type: "cancel-order", id: "order 1", owner: "ann" })],
  ["of a paused market", ({ tell }) => void tell({ type: "pause-market", conditionId: "m" })],
  [
    "of a resolved market",
    ({ tell }) => void tell({ type: "resolve-market", conditionId: "m", payout: [1, 0] }),
  ],
  ["of a banned owner", ({ tell }) => void tell({ type: "ban", address: "ann" })],
];

const cancelAll: CommandOf<"cancel-orders"> = { type: "cancel-orders", owner: "ann", reason: "by-owner" };

for (const policy of ["allow", "cancel-resting", "cancel-incoming"] as const) {
  for (const [what, bring] of STATES) {
    test(`inc-05: after everything is cancelled all is free, orders being ${what}; self-trades: ${policy}`, () => {
      const fees = { rate: 700, exponent: 1, takerOnly: false };
      const watched = watchExchange([{ name: "m", fees }], { selfTrade: policy });
      for (const name of ["ann", "dan"]) watched.open(name, 10_000_000, 2_000);
      watched.tell(watched.order({ maker: "ann", token: "yes", side: "BUY", price: 4_000, size: 100 }));
      watched.tell(watched.order({ maker: "ann", token: "yes", side: "SELL", price: 6_000, size: 100 }));
      bring(watched);
      watched.tell(cancelAll);
      watched.tell({ ...cancelAll, owner: "dan" });
      assertNothingHeld(watched.exchange);
      const amount = micros(free(watched.exchange, "ann"));
      assert.notEqual(
        typeof watched.tell({ type: "withdraw", address: "ann", owner: "ann", amount }),
        "string",
      );
    });
  }
}
