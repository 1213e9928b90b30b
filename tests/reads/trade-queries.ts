/** Queries for trades on the trading interface, with every filter, and for what is counted of them. */
import assert from "node:assert/strict";
import { generateName } from "../../src/core/people/generated-name.ts";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import { tradeId } from "../../src/store/reads/fills.ts";
import { hashOf } from "../support/exchange.ts";
import type { Query } from "./order-queries.ts";
import { answerTo, compare, describeRequest } from "./read-world.ts";
import type { Caller, ReadWorld } from "./read-world.ts";
import { labelOf, ownPrice, tokenOf } from "./recorded-history.ts";
import type { RecordedTrade } from "./recorded-history.ts";
import {
  anyAddress,
  anyCase,
  anyOwner,
  anyWallet,
  checksummed,
  cursorAt,
  END_CURSOR,
  feeRateOf,
  shownBuilderTrade,
  shownTrade,
  text,
  timeText,
  tradeIds,
  tradeOf,
  valueOf,
} from "./shown.ts";
import type { View } from "./shown.ts";

const PAGE = 100;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A parameter with what it lets through. */
type Term = { readonly text: string; readonly holds: (trade: RecordedTrade) => boolean };

const parties = ({ taker, maker }: RecordedTrade) => [taker, maker] as const;
const isOf = (trade: RecordedTrade, owner: string): boolean =>
  parties(trade).some(({ wallet }) => wallet.owner === owner);

/** The terms that all trade listings share. */
function drawTerms(world: ReadWorld, roles: readonly ("taker" | "maker")[]): Term[] {
  const { random, history } = world;
  const { trades } = history;
  const some = random.pick(trades);
  const seconds = Math.floor(random.pick(trades).at / 1000) + random.between(-1, 1);
  const wallet = random.chance(80) ? random.pick(parties(some)).wallet : anyWallet(world);
  const condition = random.chance(90) ? some.market.content.conditionId : hashOf("none");
  const token = tokenOf(random.pick(parties(some)));
  const known: readonly Term[] = [
    {
      text: `id=${random.pick([tradeId(some.no), tradeId(some.no).toUpperCase()])}`,
      holds: ({ no }) => no === some.no,
    },
    {
      text: `maker_address=${anyAddress(world, wallet.address)}`,
      holds: (trade) => parties(trade).some((party) => party.wallet.address === wallet.address),
    },
    {
      text: `market=${anyCase(random, condition)}`,
      holds: ({ market }) => market.content.conditionId === condition,
    },
    { text: `asset_id=${token}`, holds: (trade) => parties(trade).some((party) => tokenOf(party) === token) },
    { text: `before=${seconds}`, holds: ({ at }) => Math.floor(at / 1000) < seconds },
    { text: `after=${seconds}`, holds: ({ at }) => Math.floor(at / 1000) > seconds },
    ...roles.map((role): Term => ({
      text: `${role}=${anyAddress(world, wallet.address)}`,
      holds: (trade) => trade[role].wallet.address === wallet.address,
    })),
  ];
  return known.filter(({ text: term }) => random.chance(term.startsWith("id=") ? 3 : 9));
}

const matching = ({ history }: ReadWorld, terms: readonly Term[]): RecordedTrade[] =>
  history.trades.filter((trade) => terms.every(({ holds }) => holds(trade))).reverse();

type ShownTrades = {
  readonly trades: readonly (readonly RecordedTrade[])[];
  readonly show: (fills: readonly RecordedTrade[]) => unknown;
};

/** The trades that fills are, the newest first as these are. */
const tradesOf = (view: View, fills: readonly RecordedTrade[]): RecordedTrade[][] => [
  ...new Map(fills.map((fill) => [tradeIds(view, [fill.no])[0], tradeOf(view, fill)])).values(),
];

/** The page of a cursor, which may be anywhere: by offset, or by the number of a trade where it has many fills. */
function drawPage(world: ReadWorld, dialect: Dialect, { trades, show }: ShownTrades) {
  const { random } = world;
  const offset = random.pick([0, 0, 0, PAGE, 2 * PAGE, random.between(0, trades.length + 2), 10 ** 9]);
  const byNumber = dialect === "polymarket";
  const placeOf = (place: number): number => (byNumber ? (trades[place - 1]?.[0]?.no ?? 1) : place);
  const start = offset === 0 ? undefined : cursorAt(placeOf(offset));
  const cursor = random.pick([start, start ?? cursorAt(0), END_CURSOR]);
  const data = cursor === END_CURSOR ? [] : trades.slice(offset, offset + PAGE).map(show);
  const more = cursor !== END_CURSOR && offset + PAGE < trades.length;
  const next_cursor = more ? cursorAt(placeOf(offset + PAGE)) : END_CURSOR;
  return { cursor, page: { data, next_cursor, limit: PAGE, count: data.length } };
}

const pathOf = (path: string, terms: readonly Term[], cursor: string | undefined): string =>
  `${path}?${[...terms.map((term) => term.text), ...(cursor === undefined ? [] : [`next_cursor=${cursor}`])].join("&")}`;

export const listTrades: Query = async (world) => {
  const { random, history } = world;
  const dialect = random.pick(DIALECTS);
  const caller: Caller = random.chance(70) ? anyOwner(world) : undefined;
  const terms = drawTerms(world, ["taker", "maker"]);
  const scope: Term = { text: "", holds: (trade) => caller === undefined || isOf(trade, caller) };
  const view = { history, dialect, caller };
  const trades = tradesOf(view, matching(world, [...terms, scope]));
  const { cursor, page } = drawPage(world, dialect, { trades, show: (fills) => shownTrade(view, fills) });
  await compare(world, { dialect, caller, path: pathOf("/data/trades", terms, cursor) }, page);
  return page.count;
};

export const listBuilderTrades: Query = async (world) => {
  const { random, history } = world;
  const dialect = random.pick(DIALECTS);
  const caller: Caller = random.chance(50) ? anyOwner(world) : undefined;
  const attributed = history.trades.filter(({ taker }) => taker.builder !== "");
  const code = random.chance(60) ? random.pick(attributed).taker.builder : undefined;
  const terms = drawTerms(world, []).slice(0, 2);
  if (code !== undefined)
    terms.push({
      text: `builder_code=${anyCase(random, code)}`,
      holds: ({ taker }) => taker.builder === code,
    });
  const own = code === undefined ? caller : undefined;
  const scope: Term = {
    text: "",
    holds: (trade) => trade.taker.builder !== "" && (own === undefined || isOf(trade, own)),
  };
  const view = { history, dialect, caller: own };
  const trades = tradesOf(view, matching(world, [...terms, scope]));
  const show = (fills: readonly RecordedTrade[]) => shownBuilderTrade(view, fills);
  const { cursor, page } = drawPage(world, dialect, { trades, show });
  const path = pathOf("/builder/trades", terms, cursor);
  const bare = cursor === undefined && dialect === "spec";
  await compare(world, { dialect, caller, path }, bare ? page.data : page);
  return page.count;
};

/** The latest hundred of a market. */
export const listTradeEvents: Query = async (world) => {
  const { random, history } = world;
  const dialect = random.pick(DIALECTS);
  const market = random.pick([...history.markets.values()]);
  const { content } = market;
  const trades = history.trades.filter((trade) => trade.market === market).reverse();
  const rows = trades.slice(0, PAGE).map((trade) => ({
    event_type: "trade",
    market: {
      condition_id: content.conditionId,
      asset_id: tokenOf(trade.taker),
      question: content.question,
      icon: content.icon ?? "",
      slug: content.slug,
    },
    user: {
      address: checksummed(trade.taker.wallet.address),
      username: "",
      profile_picture: "",
      optimized_profile_picture: "",
      pseudonym: generateName(trade.taker.wallet.address),
    },
    side: trade.taker.side,
    size: text(trade.lots, 2),
    fee_rate_bps: feeRateOf(history, trade.market, trade.takerFee),
    price: text(ownPrice(trade.taker, trade.price), 4),
    outcome: labelOf(trade.taker),
    outcome_index: trade.taker.outcome,
    transaction_hash: history.batches.get(trade.batch)!.hash,
    timestamp: timeText(trade.at, dialect),
  }));
  const base = random.pick(["/markets/live-activity", "/live-activity/events"]);
  await compare(world, { dialect, path: `${base}/${content.conditionId}` }, rows);
  return rows.length;
};

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);
/** Sums stop at the largest number that there is room for. */
const sumOf = (trades: readonly RecordedTrade[]): bigint => {
  const sum = trades.reduce((total, trade) => total + BigInt(valueOf(trade)), 0n);
  return sum > LARGEST ? LARGEST : sum;
};

/** Compares volumes of markets: of all time, and of the last 24 full hours and this one. */
export const listVolumes: Query = async (world) => {
  const { random, history, clock } = world;
  const dialect = random.pick(DIALECTS);
  const recent = random.chance(60);
  const since = (Math.floor(clock.now / HOUR_MS) - 24) * HOUR_MS;
  const markets = [...history.markets.values()];
  const chosen = Array.from({ length: random.between(1, 12) }, () => random.pick(markets));
  const conditions = chosen.map(({ content }) => ({
    conditionId: anyCase(random, content.conditionId),
    ...(random.chance(30) ? { tokenIds: [random.pick(content.tokenIds)] } : {}),
  }));
  const rows = chosen.map((market, index) => {
    const own = history.trades.filter((trade) => trade.market === market);
    const late = own.filter(({ at }) => at >= since);
    return {
      condition_id: conditions[index]!.conditionId,
      status: 200,
      volume: text(sumOf(own), 6),
      ...(recent && { volume_24h: text(sumOf(late), 6) }),
    };
  });
  await compare(world, { dialect, path: "/data/volumes", body: { include_24h: recent, conditions } }, rows);
  return rows.length;
};

/** Compares the volume of a builder's orders, day by day. */
export const getBuilderVolume: Query = async (world) => {
  const { random, history, clock } = world;
  const builders = [...new Set(history.trades.map(({ taker }) => taker.builder))].filter(
    (code) => code !== "",
  );
  const builder = random.chance(90) ? random.pick(builders) : hashOf("no builder");
  const days = random.pick([undefined, 1, 2, 7, 365]);
  const own = history.trades.filter(({ taker }) => taker.builder === builder);
  const dayOf = (at: number): number => Math.floor(at / DAY_MS);
  const period = Array.from(
    { length: days ?? 30 },
    (_, index) => dayOf(clock.now) - (days ?? 30) + 1 + index,
  );
  const daily = period.map((day) => ({ day, volume: sumOf(own.filter(({ at }) => dayOf(at) === day)) }));
  const all = [...Map.groupBy(own, ({ at }) => dayOf(at)).values()].map(sumOf);
  const total = (sums: readonly bigint[]): string =>
    text(
      sums.reduce((sum, one) => sum + one, 0n),
      6,
    );
  const asked = {
    dialect: random.pick(DIALECTS),
    path: `/builder/volume?builder=${anyCase(random, builder)}${days === undefined ? "" : `&days=${days}`}`,
  };
  assert.deepEqual(
    await answerTo(world, asked),
    {
      builder,
      total: total(all),
      periodTotal: total(daily.map(({ volume }) => volume)),
      periodDays: days ?? 30,
      daily: daily.map(({ day, volume }) => ({
        date: new Date(day * DAY_MS).toISOString().slice(0, 10),
        volume: text(volume, 6),
      })),
      generatedAt: new Date(clock.now).toISOString(),
    },
    describeRequest(world, asked),
  );
  return own.length;
};
