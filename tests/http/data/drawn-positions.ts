/** Queries for positions drawn from a seed, and what they must be answered: plain filters, sums and comparisons. */
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { checksumAddress } from "../../../src/signing/address.ts";
import { hashOf, tokenOf, walletOf } from "../../support/exchange.ts";
import type { Random } from "../../support/random.ts";
import { heldOf } from "./drawn-portfolios.ts";
import type { DrawnMarket, Held, Outcome, Portfolios } from "./drawn-portfolios.ts";

/** An exact number: numerator and positive denominator. */
type Exact = readonly [bigint, bigint];

export type DrawnPosition = {
  readonly wallet: string;
  readonly market: DrawnMarket;
  readonly outcome: Outcome;
  readonly held: Held;
  readonly other: Held;
};

const percent = (part: bigint, whole: bigint): Exact => (whole > 0n ? [100n * part, whole] : [0n, 1n]);

/** In 0.00005. */
function priceOf({ market, outcome }: DrawnPosition): number {
  const { payout, bid, ask, last } = market;
  const ofFirst = (): number => {
    if (payout !== undefined) return (20_000 * payout[0]) / (payout[0] + payout[1]);
    const both = bid !== undefined && ask !== undefined;
    if (both && ask - bid <= 1_000) return bid + ask;
    if (last !== undefined) return 2 * last;
    return both ? bid + ask : 10_000;
  };
  return outcome === 0 ? ofFirst() : 20_000 - ofFirst();
}

/** Values in 0.00000001. */
function numbersOf(position: DrawnPosition) {
  const { lots, average, bought, realized } = position.held;
  const value = BigInt(lots) * BigInt(priceOf(position)) * 50n;
  const cost = BigInt(lots) * BigInt(average);
  const costOfAll = BigInt(bought) * BigInt(average);
  return {
    size: [BigInt(lots), 100n],
    avgPrice: [BigInt(average), 1_000_000n],
    initialValue: [cost, 100_000_000n],
    currentValue: [value, 100_000_000n],
    cashPnl: [value - cost, 100_000_000n],
    percentPnl: percent(value - cost, cost),
    totalBought: [BigInt(bought), 100n],
    realizedPnl: [BigInt(realized), 1_000_000n],
    percentRealizedPnl: percent(BigInt(realized) * 100n, costOfAll),
    compatiblePercent: percent(value - costOfAll, costOfAll),
  } satisfies Record<string, Exact>;
}

/** Rounded to four decimals, halves away from zero. */
export function four([numerator, denominator]: Exact): number {
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = Number((size * 20_000n + denominator) / (2n * denominator)) / 10_000;
  return numerator < 0n && rounded !== 0 ? -rounded : rounded;
}

const isClosed = ({ market, held }: DrawnPosition): boolean =>
  held.bought > 0 && held.lots <= (market.payout === undefined ? 1 : 0);

const claims = ({ market, held, other }: DrawnPosition) => ({
  redeemable: market.payout !== undefined && held.lots > 0,
  mergeable: market.payout === undefined && held.lots > 0 && other.lots > 0,
});

const assetOf = (market: DrawnMarket, outcome: Outcome, dialect: Dialect): string =>
  dialect === "spec"
    ? `${hashOf(market.name)}:${outcome}`
    : tokenOf(`${market.name} ${outcome === 0 ? "yes" : "no"}`);

/** The row in all that any dialect has of it. */
function rowOf(position: DrawnPosition, dialect: Dialect) {
  const { wallet, market, outcome, held } = position;
  const opposite: Outcome = outcome === 0 ? 1 : 0;
  const numbers = Object.entries(numbersOf(position)).map(([name, exact]) => [name, four(exact)] as const);
  return {
    proxyWallet: wallet,
    asset: assetOf(market, outcome, dialect),
    conditionId: hashOf(market.name),
    ...(Object.fromEntries(numbers) as Record<keyof ReturnType<typeof numbersOf>, number>),
    curPrice: priceOf(position) / 20_000,
    ...claims(position),
    title: market.question,
    slug: market.name.replaceAll(" ", "-"),
    icon: market.icon,
    eventId: market.eventId,
    eventSlug: market.eventSlug,
    outcome: market.outcomes[outcome],
    outcomeIndex: outcome,
    oppositeOutcome: market.outcomes[opposite],
    oppositeAsset: assetOf(market, opposite, dialect),
    timestamp: Math.floor(held.changedAt / 1000),
    endDate: market.endDate,
    negativeRisk: market.negativeRisk,
  };
}

export function currentRow(position: DrawnPosition, dialect: Dialect): object {
  const { compatiblePercent, eventId, timestamp, ...row } = rowOf(position, dialect);
  if (dialect !== "polymarket") return { ...row, timestamp };
  const endDate = row.endDate === "" ? "1970-01-01" : row.endDate.slice(0, 10);
  return { ...row, eventId, percentRealizedPnl: compatiblePercent, endDate };
}

export function closedRow(position: DrawnPosition, dialect: Dialect): object {
  const {
    compatiblePercent: _compatible,
    eventId: _event,
    negativeRisk: _risk,
    ...row
  } = rowOf(position, dialect);
  if (dialect !== "polymarket")
    return { ...row, cashPnl: row.realizedPnl, percentPnl: row.percentRealizedPnl };
  const { size: _size, initialValue: _initial, currentValue: _current, ...rest } = row;
  const { cashPnl: _cash, percentPnl: _percent, percentRealizedPnl: _realized, ...kept } = rest;
  const { redeemable: _redeemable, mergeable: _mergeable, ...closed } = kept;
  return { ...closed, endDate: `${row.endDate === "" ? "1970-01-01" : row.endDate.slice(0, 10)}T00:00:00Z` };
}

type Compare = (a: DrawnPosition, b: DrawnPosition) => number;

const exactly =
  (name: keyof ReturnType<typeof numbersOf>): Compare =>
  (a, b) => {
    const [left, right]: [Exact, Exact] = [numbersOf(a)[name], numbersOf(b)[name]];
    const difference = left[0] * right[1] - right[0] * left[1];
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  };

const instant = ({ market }: DrawnPosition): number =>
  market.endDate === "" ? Infinity : Date.parse(market.endDate);

const plainly =
  (keyOf: (position: DrawnPosition) => number | string): Compare =>
  (a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  };

const COLUMNS: Readonly<Record<string, Compare>> = {
  CURRENT: exactly("currentValue"),
  INITIAL: exactly("initialValue"),
  TOKENS: plainly(({ held }) => held.lots),
  CASHPNL: exactly("cashPnl"),
  PERCENTPNL: exactly("percentPnl"),
  TITLE: plainly(({ market }) => market.question),
  RESOLVING: plainly(instant),
  PRICE: plainly(priceOf),
  AVGPRICE: plainly(({ held }) => held.average),
  REALIZEDPNL: plainly(({ held }) => held.realized),
  TIMESTAMP: plainly(({ held }) => held.changedAt),
};
const CURRENT_COLUMNS = "CURRENT INITIAL TOKENS CASHPNL PERCENTPNL TITLE RESOLVING PRICE AVGPRICE".split(" ");
const CLOSED_COLUMNS = "REALIZEDPNL TITLE PRICE AVGPRICE TIMESTAMP".split(" ");

/** All that a wallet has or had. */
export const positionsOf = (portfolios: Portfolios, wallet: string): DrawnPosition[] =>
  portfolios.markets.flatMap((market) =>
    ([0, 1] as const).map((outcome) => ({
      wallet,
      market,
      outcome,
      held: { ...heldOf(portfolios, wallet, market, outcome) },
      other: { ...heldOf(portfolios, wallet, market, outcome === 0 ? 1 : 0) },
    })),
  );

type Term = { readonly text: string; readonly holds: (position: DrawnPosition) => boolean };

const parameter = (name: string, value: string | number): string => `${name}=${encodeURIComponent(value)}`;

const PARTS = ["rain", "RAIN", "will it", "ŁÓDŹ", "100%", "_", "\\", "'", "zoë", "été", "no such text", "?"];

const title = (random: Random): Term => {
  const part = random.pick(PARTS);
  return {
    text: parameter("title", part),
    holds: ({ market }) => market.question.toLowerCase().includes(part.toLowerCase()),
  };
};

const market = (random: Random, { markets }: Portfolios): Term => {
  const names = Array.from({ length: random.between(1, 8) }, () => random.pick(markets).name);
  const ids = [...names, "no such market"].map(hashOf);
  const written = ids.map((id) => (random.chance(30) ? `0x${id.slice(2).toUpperCase()}` : id));
  return {
    text: parameter("market", written.join()),
    holds: (position) => names.includes(position.market.name),
  };
};

const eventIds = (random: Random, { markets }: Portfolios): Term => {
  const ids = Array.from({ length: random.between(1, 3) }, () => random.pick(markets).eventId);
  return {
    text: parameter("eventId", [...ids, "999"].join()),
    holds: (position) => ids.includes(position.market.eventId),
  };
};

/** Shares, often exactly what some position has. */
function sizeThreshold(random: Random, positions: readonly DrawnPosition[]): Term {
  const some = random.pick(positions).held.lots;
  const lots = random.pick([0, 1, 2, some, some + 1, random.below(10_000)]);
  const more = random.chance(20) ? random.pick(["1", "000001", "9999"]) : "";
  const text = `${Math.floor(lots / 100)}.${String(lots % 100).padStart(2, "0")}${more}`;
  const least = more === "" || /^0*$/.test(more) ? lots : lots + 1;
  return { text: parameter("sizeThreshold", text), holds: ({ held }) => held.lots >= least };
}

function claim(random: Random, name: "redeemable" | "mergeable", dialect: Dialect): Term {
  const wanted = random.chance(60);
  const filters = wanted || dialect === "polymarket";
  return {
    text: parameter(name, random.pick([String(wanted), wanted ? "True" : "False"])),
    holds: (position) => !filters || claims(position)[name] === wanted,
  };
}

export type DrawnQuery = {
  readonly text: string;
  readonly dialect: Dialect;
  readonly rows: readonly DrawnPosition[];
};

export type Asked = { readonly portfolios: Portfolios; readonly dialect: Dialect; readonly closed: boolean };

/** With the rows that must be answered, in their order. */
export function drawQuery({ portfolios, dialect, closed }: Asked): DrawnQuery {
  const { random, wallets } = portfolios;
  const wallet = random.chance(95) ? random.pick(wallets) : walletOf("nobody");
  const positions = positionsOf(portfolios, wallet);
  const terms: Term[] = [];
  const has = (chance: number): boolean => random.chance(chance);
  if (has(25)) terms.push(title(random));
  const place = random.below(10);
  if (place < 2) terms.push(market(random, portfolios));
  if (place > 7 && dialect === "polymarket") terms.push(eventIds(random, portfolios));
  const threshold = has(60) ? sizeThreshold(random, positions) : undefined;
  if (!closed) {
    if (has(20)) terms.push(claim(random, "redeemable", dialect));
    if (has(20)) terms.push(claim(random, "mergeable", dialect));
    terms.push(threshold ?? { text: "", holds: ({ held }) => held.lots >= 100 });
  }
  const page = drawPage(random, closed);
  const user = random.pick([wallet, checksumAddress(wallet), `0x${wallet.slice(2).toUpperCase()}`]);
  const isListed = (position: DrawnPosition): boolean =>
    closed ? isClosed(position) : position.held.lots > 0;
  return {
    text: [parameter("user", user), ...terms.map(({ text }) => text), ...page.texts]
      .filter((text) => text !== "")
      .join("&"),
    dialect,
    rows: positions
      .filter((position) => isListed(position) && terms.every(({ holds }) => holds(position)))
      .sort(page.compare)
      .slice(page.offset, page.offset + page.limit),
  };
}

function drawPage(random: Random, closed: boolean) {
  const columns = closed ? CLOSED_COLUMNS : CURRENT_COLUMNS;
  const [standard, most] = closed ? [10, 50] : [100, 500];
  const column = random.chance(80) ? random.pick(columns) : undefined;
  const direction = random.chance(60) ? random.pick(["ASC", "DESC"]) : undefined;
  const limit = random.chance(50) ? random.pick([0, 1, 2, 7, 50, 500, 501, 10 ** 12]) : undefined;
  const offset = random.chance(40) ? random.pick([0, 1, 3, 20, 60, 10_000]) : undefined;
  const compare = COLUMNS[column ?? (closed ? "REALIZEDPNL" : "TOKENS")]!;
  const sign = direction === "ASC" ? 1 : -1;
  const given = { sortBy: column, sortDirection: direction, limit, offset };
  return {
    texts: Object.entries(given).map(([name, value]) => (value === undefined ? "" : parameter(name, value))),
    offset: offset ?? 0,
    limit: Math.min(limit ?? standard!, most!),
    compare: (a: DrawnPosition, b: DrawnPosition): number =>
      sign * compare(a, b) || plainly(({ market: { name } }) => hashOf(name))(a, b) || a.outcome - b.outcome,
  };
}

/** Worth of all that the wallet has, in markets that hold. */
export function valueOf(positions: readonly DrawnPosition[]): number {
  const values = positions.map((position) => numbersOf(position).currentValue[0]);
  return four([values.reduce((sum, value) => sum + value, 0n), 100_000_000n]);
}
