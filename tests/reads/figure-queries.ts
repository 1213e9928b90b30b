/** Queries for what is counted of all wallets and markets: the leaderboard, open interest, volumes, solvency. */
import assert from "node:assert/strict";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import { sharesOf } from "../simulation/reference-state.ts";
import type { Query } from "./order-queries.ts";
import { answerTo, compare, DATA } from "./read-world.ts";
import type { ReadWorld } from "./read-world.ts";
import type { RecordedHistory, RecordedMarket } from "./recorded-history.ts";
import { anyAddress, anyCase, anyWallet, queryOf, text } from "./shown.ts";

const DAY_MS = 86_400_000;
const SET = 10_000n;
const sumOf = (numbers: readonly bigint[]): bigint => numbers.reduce((total, one) => total + one, 0n);
const PERIODS = { DAY: 1, WEEK: 7, MONTH: 30, ALL: Infinity } as const;

/** Collateral as a number with four decimals, halves away from zero. */
function four(micros: bigint): number {
  const size = micros < 0n ? -micros : micros;
  const rounded = Number((size + 50n) / 100n) / 10_000;
  return micros < 0n && rounded !== 0 ? -rounded : rounded;
}

/** Sums of an account when a day began: volume and realized profit. */
function sumsBefore({ fold }: RecordedHistory, account: number, day: number): readonly [bigint, bigint] {
  const days = [...fold.days]
    .map(([key, sums]) => ({ key: key.split(" ").map(Number), sums: sums.split(" ").map(BigInt) }))
    .filter(({ key }) => key[1] === account && key[0]! < day)
    .sort((left, right) => right.key[0]! - left.key[0]!);
  return [days[0]?.sums[0] ?? 0n, days[0]?.sums[1] ?? 0n];
}

/** Tags of events by the categories that the world's events have, and of one that none has. */
const CATEGORIES = {
  OVERALL: undefined,
  SPORTS: ["sports"],
  ECONOMICS: ["economics", "economy"],
  WEATHER: ["weather"],
} as const satisfies Record<string, readonly string[] | undefined>;

/** Volume and profit of an account since a day, in markets of events that have one of these tags. */
function sumsIn({ fold, markets }: RecordedHistory, account: number, first: number, tags: readonly string[]) {
  const sums = { vol: 0n, pnl: 0n };
  const days = [...fold.marketDays]
    .map(([key, one]) => ({ key: key.split(" ").map(Number), ...one }))
    .filter(({ key }) => key[1] === account)
    .sort((left, right) => left.key[0]! - right.key[0]!);
  const before = new Map<number, bigint>();
  for (const { key, volume, realized } of days) {
    const [day, , no] = key as [number, number, number];
    const isMeant = markets.get(no)!.event.tags.some(({ slug }) => tags.includes(slug));
    if (isMeant && day >= first) {
      sums.vol += volume;
      sums.pnl += realized - (before.get(no) ?? 0n);
    }
    before.set(no, realized);
  }
  return sums;
}

type Ranking = {
  readonly days: number;
  readonly by: "vol" | "pnl";
  readonly tags: readonly string[] | undefined;
};

function rankedOf({ history, clock }: ReadWorld, { days, by, tags }: Ranking) {
  const first = Math.floor(clock.now / DAY_MS) - days + 1;
  return [...history.fold.accounts]
    .map(([no, { address, volume, realized }]) => {
      if (tags !== undefined) return { address, ...sumsIn(history, no, first, tags) };
      const [volumeBefore, realizedBefore] = sumsBefore(history, no, first);
      return { address, vol: volume - volumeBefore, pnl: realized - realizedBefore };
    })
    .filter(({ vol, pnl }) => vol > 0n || pnl !== 0n)
    .sort((a, b) => (a[by] === b[by] ? (a.address < b.address ? -1 : 1) : a[by] > b[by] ? -1 : 1))
    .map(({ address, vol, pnl }, index) => ({
      rank: String(index + 1),
      proxyWallet: address,
      userName: "",
      vol: four(vol),
      pnl: four(pnl),
      profileImage: "",
      xUsername: "",
      verifiedBadge: false,
    }));
}

export const listLeaderboard: Query = async (world) => {
  const { random } = world;
  const timePeriod = random.pick([undefined, "DAY", "WEEK", "MONTH", "ALL"] as const);
  const orderBy = random.pick([undefined, "PNL", "VOL"] as const);
  const limit = random.pick([undefined, 1, 2, 5, 50, 51]);
  const offset = random.pick([undefined, 0, 1, 4, 1_000]);
  const wallet = random.chance(30) ? anyWallet(world).address : undefined;
  const category = random.pick([undefined, "OVERALL", "SPORTS", "ECONOMICS", "WEATHER"] as const);
  const ranked = rankedOf(world, {
    days: PERIODS[timePeriod ?? "DAY"],
    by: orderBy === "VOL" ? "vol" : "pnl",
    tags: CATEGORIES[category ?? "OVERALL"],
  });
  const from = offset ?? 0;
  const chosen = wallet === undefined ? ranked : ranked.filter(({ proxyWallet }) => proxyWallet === wallet);
  const rows = chosen.slice(from, from + Math.min(limit ?? 25, 50));
  const user = wallet && anyAddress(world, wallet);
  const given = queryOf({ timePeriod, orderBy, category });
  const written = random.chance(30) ? given.replace(/=[A-Z]+/g, (value) => value.toLowerCase()) : given;
  const path = `${DATA}/v1/leaderboard?${written}&${queryOf({ limit, offset, user })}`;
  await compare(world, { dialect: random.pick(DIALECTS), path }, rows);
  return rows.length;
};

/** Shares of both outcomes that there are. */
const supplyOf = ({ fold }: RecordedHistory, { no }: RecordedMarket): readonly [bigint, bigint] => {
  const sum = (outcome: number): bigint =>
    sumOf([...fold.accounts.values()].map((wallet) => BigInt(sharesOf(wallet, `${no}:${outcome}`))));
  return [sum(0), sum(1)];
};

/** Collateral behind a market's shares: of an open one each set, of a resolved one the payout of its shares. */
function backingOf(history: RecordedHistory, market: RecordedMarket): bigint {
  const [first, second] = supplyOf(history, market);
  const { payout } = history.fold.markets.get(market.no)!;
  if (payout === undefined) return first * SET;
  const unit = SET / BigInt(payout[0] + payout[1]);
  return (first * BigInt(payout[0]) + second * BigInt(payout[1])) * unit;
}

/** Collateral that conversions paid ahead, and burned shares did not pay back. */
function debtOf({ fold, markets }: RecordedHistory, event: string): bigint {
  const burned = [...markets.values()]
    .filter((market) => market.event.id === event)
    .map(({ no }) => fold.markets.get(no)!)
    .filter(({ payout }) => payout === undefined || payout[0] > 0)
    .reduce((sum, market) => sum + BigInt(market.burned), 0n);
  return SET * (burned - BigInt(fold.converted.get(event) ?? 0));
}

/** Asserts that this backs an event whose markets exclude each other, whichever of them resolves YES. */
function assertOwed(history: RecordedHistory, own: readonly RecordedMarket[], backing: bigint): void {
  const terms = own.map(({ no }) => history.fold.markets.get(no)!);
  const isHalved = terms.some(({ payout }) => payout !== undefined && payout[0] === payout[1]);
  if (isHalved || terms.some(({ negativeRisk }) => !negativeRisk)) return;
  const won = own.filter((_, index) => terms[index]!.payout?.[0] === 1);
  // What was archived without a payout can win no more.
  const undecided = own.filter(
    ({ status }, index) => terms[index]!.payout === undefined && status !== "archived",
  );
  const possible = won.length > 0 ? won : undecided;
  for (const winner of possible) {
    const owed = own.map((market) => SET * supplyOf(history, market)[market === winner ? 0 : 1]);
    assert.equal(sumOf(owed), backing, "of what shares are owed");
  }
}

/** Compares the interest of all markets together, or of an event, whose markets' interest sums to the event's. */
export const listOpenInterest: Query = async (world) => {
  const { random, history } = world;
  const dialect = random.pick(DIALECTS);
  const markets = [...history.markets.values()];
  const events = [...new Set(markets.map(({ event }) => event.id))];
  const there = (some: readonly RecordedMarket[], of: readonly string[]): bigint =>
    sumOf(some.map((market) => backingOf(history, market))) -
    sumOf(of.map((event) => debtOf(history, event)));
  if (random.chance(30)) {
    const row = { market: "GLOBAL", value: four(there(markets, events)) };
    await compare(world, { dialect, path: `${DATA}/oi` }, [row]);
    return 1;
  }
  const event = random.pick(events);
  const own = markets.filter((market) => market.event.id === event);
  const ids = own.map(({ content }) => content.conditionId);
  const written = ids.map((id) => anyCase(random, id)).join(",");
  const rows: readonly { readonly market: string; readonly value: number }[] = await answerTo(world, {
    dialect,
    path: `${DATA}/oi?market=${written}`,
  });
  assert.deepEqual(
    rows.map(({ market }) => market),
    ids,
  );
  assertOwed(history, own, there(own, [event]));
  assert.ok(rows.every(({ value }) => value >= 0));
  const sum = rows.reduce((total, { value }) => total + BigInt(Math.round(value * 10_000)), 0n);
  const difference = sum * 100n - there(own, [event]);
  assert.ok(
    difference < 100n * BigInt(own.length) && difference > -100n * BigInt(own.length),
    `of event ${event}`,
  );
  if (debtOf(history, event) === 0n)
    assert.deepEqual(
      rows.map(({ value }) => value),
      own.map((market) => four(backingOf(history, market))),
    );
  return rows.length;
};

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);
const bounded = (sum: bigint): bigint => (sum > LARGEST ? LARGEST : sum);

export const listLiveVolume: Query = async (world) => {
  const { random, history } = world;
  const dialect = random.pick(DIALECTS);
  const markets = [...history.markets.values()].sort((a, b) => a.no - b.no);
  const event = random.pick(markets).event.id;
  const drawn = Array.from({ length: random.between(1, 9) }, () => random.pick(markets));
  const asked =
    dialect === "polymarket" ? markets.filter((market) => market.event.id === event) : [...new Set(drawn)];
  const volumes = asked.map(({ no, content }) => {
    return { market: content.conditionId, volume: history.fold.markets.get(no)!.volume };
  });
  const total = volumes.reduce((sum, { volume }) => bounded(sum + volume), 0n);
  const query =
    dialect === "polymarket"
      ? `id=${event}`
      : `market=${drawn.map(({ content }) => anyCase(random, content.conditionId)).join(",")}`;
  const rows = volumes.map(({ market, volume }) => ({ market, value: four(volume) }));
  await compare(world, { dialect, path: `${DATA}/live-volume?${query}` }, [
    { total: four(total), markets: rows },
  ]);
  return rows.length;
};

/** Compares the proof of solvency: collateral that is in no account backs shares. */
export const getSolvency: Query = async (world) => {
  const { random, history } = world;
  const { fold, markets, batches } = history;
  const all = [...markets.values()];
  const events = [...new Set(all.map(({ event }) => event.id))];
  const moved = fold.operations.filter(({ kind }) => ["deposit", "withdrawal", "debit"].includes(kind));
  const deposited = sumOf(moved.map(({ collateral }) => BigInt(collateral)));
  const inAccounts = sumOf([...fold.accounts.values()].map(({ cash }) => BigInt(cash)));
  const backed = sumOf(all.map((market) => backingOf(history, market)));
  const owedByEvents = sumOf(events.map((event) => debtOf(history, event)));
  assert.equal(deposited - inAccounts, backed - owedByEvents);
  const body = await answerTo(world, { dialect: random.pick(DIALECTS), path: "/proof/solvency" });
  const expected = {
    sequence: batches.size,
    hash: batches.get(batches.size)!.hash,
    deposits: text(deposited, 6),
    collateral: text(inAccounts, 6),
    backing: text(backed, 6),
    debt: text(owedByEvents, 6),
    solvent: true,
  };
  const { sequence, hash, deposits, collateral, backing, debt, solvent } = body;
  assert.deepEqual({ sequence, hash, deposits, collateral, backing, debt, solvent }, expected);
  return all.length;
};
