/** Queries of the data interface for positions that are held or closed, and for what they are worth. */
import assert from "node:assert/strict";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { RefPosition } from "../simulation/reference-position.ts";
import { hashOf } from "../support/exchange.ts";
import type { Query } from "./order-queries.ts";
import { halfTicksOf } from "./price-queries.ts";
import { compare, DATA } from "./read-world.ts";
import type { ReadWorld } from "./read-world.ts";
import type { RecordedMarket } from "./recorded-history.ts";
import { anyAddress, anyCase, anyWallet, queryOf } from "./shown.ts";

/** An exact number: numerator and positive denominator. */
type Exact = readonly [bigint, bigint];

type Position = {
  readonly wallet: string;
  readonly market: RecordedMarket;
  readonly outcome: 0 | 1;
  readonly held: RefPosition;
  /** Shares that the wallet has of the other outcome, in 0.01 share. */
  readonly others: number;
  readonly payout: readonly [number, number] | undefined;
  readonly negativeRisk: boolean;
  /** Price in 0.00005. */
  readonly price: number;
};

const OUTCOMES = [0, 1] as const;

/** All that a wallet has, and all that it had. */
function positionsOf({ history }: ReadWorld, address: string): Position[] {
  const account = [...history.fold.accounts.values()].find((one) => one.address === address);
  if (account === undefined) return [];
  return [...history.markets.values()].flatMap((market) => {
    const first = halfTicksOf(history, market);
    return OUTCOMES.flatMap((outcome) => {
      const held = account.positions.get(`${market.no}:${outcome}`);
      if (held === undefined || held.changedAt === 0) return [];
      const others = account.positions.get(`${market.no}:${outcome === 0 ? 1 : 0}`)?.lots ?? 0;
      const { payout, negativeRisk } = history.fold.markets.get(market.no)!;
      const price = outcome === 0 ? first : 20_000 - first;
      return [{ wallet: address, market, outcome, held, others, payout, negativeRisk, price }];
    });
  });
}

const percent = (part: bigint, whole: bigint): Exact => (whole > 0n ? [100n * part, whole] : [0n, 1n]);

/** Values in 0.00000001. */
function numbersOf({ held, price }: Position) {
  const { average, bought, realized } = held;
  const lots = BigInt(held.lots);
  const value = lots * BigInt(price) * 50n;
  const cost = lots * average;
  const costOfAll = bought * average;
  return {
    size: [lots, 100n],
    avgPrice: [average, 1_000_000n],
    initialValue: [cost, 100_000_000n],
    currentValue: [value, 100_000_000n],
    cashPnl: [value - cost, 100_000_000n],
    percentPnl: percent(value - cost, cost),
    totalBought: [bought, 100n],
    realizedPnl: [realized, 1_000_000n],
    percentRealizedPnl: percent(realized * 100n, costOfAll),
    compatiblePercent: percent(value - costOfAll, costOfAll),
  } satisfies Record<string, Exact>;
}

/** Rounded to four decimals, halves away from zero. */
function four([numerator, denominator]: Exact): number {
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = Number((size * 20_000n + denominator) / (2n * denominator)) / 10_000;
  return numerator < 0n && rounded !== 0 ? -rounded : rounded;
}

const claimsOf = ({ payout, held, others }: Position) => ({
  redeemable: payout !== undefined && held.lots > 0,
  mergeable: payout === undefined && held.lots > 0 && others > 0,
});

const assetOf = ({ market: { content } }: Position, outcome: 0 | 1, dialect: Dialect): string =>
  dialect === "spec" ? `${content.conditionId}:${outcome}` : content.tokenIds[outcome];

/** The row with all that any dialect has of it. */
function rowOf(position: Position, dialect: Dialect) {
  const { wallet, market, outcome, held, price } = position;
  const opposite = outcome === 0 ? 1 : 0;
  const numbers = Object.entries(numbersOf(position)).map(([name, exact]) => [name, four(exact)] as const);
  return {
    proxyWallet: wallet,
    asset: assetOf(position, outcome, dialect),
    conditionId: market.content.conditionId,
    ...(Object.fromEntries(numbers) as Record<keyof ReturnType<typeof numbersOf>, number>),
    curPrice: price / 20_000,
    ...claimsOf(position),
    title: market.content.question,
    slug: market.content.slug,
    icon: market.content.icon ?? "",
    eventId: market.event.id,
    eventSlug: market.event.slug,
    outcome: market.content.outcomes[outcome],
    outcomeIndex: outcome,
    oppositeOutcome: market.content.outcomes[opposite],
    oppositeAsset: assetOf(position, opposite, dialect),
    timestamp: Math.floor(held.changedAt / 1000),
    endDate: market.content.endDate ?? "",
    negativeRisk: position.negativeRisk,
  };
}

const NO_INSTANT = "1970-01-01T00:00:00Z";
const dateOf = (endDate: string): string => (endDate === "" ? "1970-01-01" : endDate.slice(0, 10));

function currentRow(position: Position, dialect: Dialect): object {
  const { compatiblePercent, eventId, timestamp, ...row } = rowOf(position, dialect);
  if (dialect === "spec") return { ...row, timestamp };
  if (dialect === "kuest") return { ...row, timestamp, endDate: dateOf(row.endDate) };
  return { ...row, eventId, percentRealizedPnl: compatiblePercent, endDate: dateOf(row.endDate) };
}

function closedRow(position: Position, dialect: Dialect): object {
  const {
    compatiblePercent: _compatible,
    eventId: _event,
    negativeRisk: _risk,
    ...row
  } = rowOf(position, dialect);
  if (dialect !== "polymarket")
    return {
      ...row,
      cashPnl: row.realizedPnl,
      percentPnl: row.percentRealizedPnl,
      endDate: dialect === "kuest" ? row.endDate || NO_INSTANT : row.endDate,
    };
  const { size: _size, initialValue: _initial, currentValue: _current, ...rest } = row;
  const { cashPnl: _cash, percentPnl: _percent, percentRealizedPnl: _realized, ...kept } = rest;
  const { redeemable: _redeemable, mergeable: _mergeable, ...closed } = kept;
  return { ...closed, endDate: `${dateOf(row.endDate)}T00:00:00Z` };
}

type Compare = (a: Position, b: Position) => number;

const plainly =
  (keyOf: (position: Position) => number | bigint | string): Compare =>
  (a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  };

const exactly =
  (name: keyof ReturnType<typeof numbersOf>): Compare =>
  (a, b) => {
    const [left, right]: [Exact, Exact] = [numbersOf(a)[name], numbersOf(b)[name]];
    const difference = left[0] * right[1] - right[0] * left[1];
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  };

const COLUMNS: Readonly<Record<string, Compare>> = {
  CURRENT: exactly("currentValue"),
  INITIAL: exactly("initialValue"),
  TOKENS: plainly(({ held }) => held.lots),
  CASHPNL: exactly("cashPnl"),
  PERCENTPNL: exactly("percentPnl"),
  TITLE: plainly(({ market }) => market.content.question),
  RESOLVING: plainly(({ market: { content } }) =>
    content.endDate === undefined ? Infinity : Date.parse(content.endDate),
  ),
  PRICE: plainly(({ price }) => price),
  AVGPRICE: plainly(({ held }) => held.average),
  REALIZEDPNL: plainly(({ held }) => held.realized),
  TIMESTAMP: plainly(({ held }) => held.changedAt),
};
const CURRENT_COLUMNS = "CURRENT INITIAL TOKENS CASHPNL PERCENTPNL TITLE RESOLVING PRICE AVGPRICE".split(" ");
const CLOSED_COLUMNS = "REALIZEDPNL TITLE PRICE AVGPRICE TIMESTAMP".split(" ");
const byToken = plainly(({ market, outcome }) => `${market.content.conditionId} ${outcome}`);

type Term = {
  readonly given: Readonly<Record<string, string | boolean>>;
  readonly holds: (position: Position) => boolean;
};

function place({ random, history }: ReadWorld, dialect: Dialect): Term {
  const markets = [...history.markets.values()];
  const chosen = Array.from({ length: random.between(1, 6) }, () => random.pick(markets));
  if (dialect !== "spec" && random.chance(50)) {
    const ids = chosen.slice(0, 3).map(({ event }) => event.id);
    return {
      given: { eventId: [...ids, "9999"].join(",") },
      holds: ({ market }) => ids.includes(market.event.id),
    };
  }
  const ids = [...chosen.map(({ content }) => content.conditionId), hashOf("none")];
  return {
    given: { market: ids.map((id) => anyCase(random, id)).join(",") },
    holds: ({ market }) => ids.includes(market.content.conditionId),
  };
}

/** Parts of titles as they stand in them or in other letters, and signs that a search gives a meaning. */
const LETTERS = ["m1", "M1", "will", "rain", "RAIN", "ŁÓDŹ", "zoë", "été", "no such text"];
const PARTS = [...LETTERS, "100%", "%", "_", "\\", "'", "?"];

function title({ random }: ReadWorld): Term {
  const part = random.pick(PARTS);
  return {
    given: { title: part },
    holds: ({ market }) => market.content.question.toLowerCase().includes(part.toLowerCase()),
  };
}

/** Positions of at least some shares, as they are counted of each. */
function threshold(
  { random }: ReadWorld,
  positions: readonly Position[],
  lotsOf: (position: Position) => number,
): Term {
  const counted = positions.map(lotsOf).filter((lots) => lots > 0);
  const some = counted.length === 0 ? 7 : random.pick(counted);
  const lots = random.pick([0, 1, 2, 100, some, some, some + 1, random.below(10_000)]);
  // Shares have two decimals; what is asked for may have more.
  const more = random.chance(40) ? random.pick(["0", "1", "000001", "9999"]) : "";
  const asked = `${Math.floor(lots / 100)}.${String(lots % 100).padStart(2, "0")}${more}`;
  // Beside a large number of shares the further decimals are beyond a double.
  const least = Number(asked) > lots / 100 ? lots + 1 : lots;
  return {
    given: { sizeThreshold: asked },
    holds: (position) => lotsOf(position) >= least,
  };
}

function claim({ random }: ReadWorld, name: "redeemable" | "mergeable", dialect: Dialect): Term {
  const wanted = random.chance(60);
  const filters = wanted || dialect === "polymarket";
  return {
    given: { [name]: random.pick([String(wanted), wanted ? "True" : "False"]) },
    holds: (position) => !filters || claimsOf(position)[name] === wanted,
  };
}

const isClosed = ({ payout, held }: Position): boolean =>
  held.bought > 0n && held.lots <= (payout === undefined ? 1 : 0);

function drawOrder({ random }: ReadWorld, closed: boolean, dialect: Dialect) {
  const [standard, most] = closed ? [10, dialect === "kuest" ? 500 : 50] : [100, 500];
  const sortBy = random.chance(80) ? random.pick(closed ? CLOSED_COLUMNS : CURRENT_COLUMNS) : undefined;
  const sortDirection = random.chance(60) ? random.pick(["ASC", "DESC"]) : undefined;
  const limit = random.pick([undefined, undefined, undefined, 0, 1, 2, 7, most, most + 1, 10 ** 12]);
  const offset = random.pick([undefined, undefined, undefined, 0, 1, 5, 20, 60, 10_000]);
  const by = COLUMNS[sortBy ?? (closed ? "REALIZEDPNL" : "TOKENS")]!;
  const sign = sortDirection === "ASC" ? 1 : -1;
  return {
    given: { sortBy, sortDirection, limit, offset },
    compare: (a: Position, b: Position): number => sign * by(a, b) || byToken(a, b),
    from: offset ?? 0,
    to: (offset ?? 0) + Math.min(limit ?? standard, most),
  };
}

export const listPositions: Query = async (world) => {
  const { random } = world;
  const dialect = random.pick(DIALECTS);
  const closed = random.chance(35);
  const { address } = anyWallet(world);
  const positions = positionsOf(world, address);
  const drawn = (chance: number, draw: () => Term): Term[] => (random.chance(chance) ? [draw()] : []);
  const usual: Term = { given: {}, holds: ({ held }) => held.lots >= 100 };
  const current = [
    ...(random.chance(60) ? [threshold(world, positions, ({ held }) => held.lots)] : [usual]),
    ...drawn(20, () => claim(world, "redeemable", dialect)),
    ...drawn(20, () => claim(world, "mergeable", dialect)),
  ];
  const bought = (): Term => threshold(world, positions, ({ held }) => Number(held.bought));
  const terms = [
    ...drawn(25, () => title(world)),
    ...drawn(25, () => place(world, dialect)),
    ...(closed ? drawn(dialect === "kuest" ? 40 : 0, bought) : current),
  ];
  const order = drawOrder(world, closed, dialect);
  const rows = positions
    .filter((position) => (closed ? isClosed(position) : position.held.lots > 0))
    .filter((position) => terms.every(({ holds }) => holds(position)))
    .sort(order.compare)
    .slice(order.from, order.to)
    .map((position) => (closed ? closedRow : currentRow)(position, dialect));
  const given = Object.assign({}, ...terms.map((term) => term.given), order.given);
  const query = queryOf({ user: anyAddress(world, address), ...given });
  const path = `${DATA}/${closed ? "closed-positions" : "positions"}?${query}`;
  await compare(world, { dialect, path }, rows);
  return rows.length;
};

/** Compares the worth of a wallet's positions, and the number of markets that it ever traded in. */
export const getValue: Query = async (world) => {
  const { random } = world;
  const dialect = random.pick(DIALECTS);
  const { address } = anyWallet(world);
  const positions = positionsOf(world, address);
  const user = anyAddress(world, address);
  const chosen = random.chance(40) ? place(world, "spec") : undefined;
  const worth = positions
    .filter((position) => chosen === undefined || chosen.holds(position))
    .reduce((sum, position) => sum + numbersOf(position).currentValue[0], 0n);
  const path = `${DATA}/value?${queryOf({ user, ...chosen?.given })}`;
  await compare(world, { dialect, path }, [{ user: address, value: four([worth, 100_000_000n]) }]);
  const traded = new Set(positions.filter(({ held }) => held.bought > 0n).map(({ market }) => market)).size;
  await compare(world, { dialect, path: `${DATA}/traded?${queryOf({ user })}` }, { user: address, traded });
  assert.ok(traded <= world.history.markets.size);
  return positions.length;
};
