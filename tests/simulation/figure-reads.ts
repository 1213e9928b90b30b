/** Figures as operators read them against sums of what `presage export trades` and the ledger have, for random questions. */
import assert from "node:assert/strict";
import { parseEvents } from "../../src/core/events/event-codec.ts";
import { listSpanStarts, listSpans } from "../../src/http/admin/exchange/statistics.ts";
import { TABLE_QUERIES } from "../../src/operate/export/exported-tables.ts";
import { STATISTICS_ORDERS, listSpanStatistics, rankMarkets } from "../../src/store/reads/statistics.ts";
import type { StatisticsQuery } from "../../src/store/reads/statistics.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { createRandom } from "../support/random.ts";
import { ONE } from "./reference-state.ts";

const DAY_MS = 86_400_000;

/** A trade of the export, or with the sign -1 one that the journal takes back. */
type Move = {
  readonly day: number;
  readonly market: number;
  readonly taker: string;
  readonly maker: string;
  readonly volume: number;
  readonly takerFee: number;
  readonly makerFee: number;
  readonly sign: 1 | -1;
};

type Payment = {
  readonly day: number;
  readonly account: string;
  readonly opened: number;
  readonly amount: number;
};
type History = { readonly moves: readonly Move[]; readonly payments: readonly Payment[] };

async function readHistory(sql: Sql): Promise<History> {
  const markets = await sql<{ no: number; id: string }[]>`select no, condition_id as id from markets`;
  const numbers = new Map(markets.map(({ id, no }) => [id, no]));
  const exported = await sql.unsafe<Record<string, never>[]>(TABLE_QUERIES.trades({ every: 1 }));
  const moves = exported.map((row): Move => ({
    day: Math.floor(Number(row["time"]) / DAY_MS),
    market: numbers.get(String(row["condition_id"]))!,
    taker: String(row["taker"]),
    maker: String(row["maker"]),
    volume: Number(row["collateral"]),
    takerFee: Number(row["taker_fee"]),
    makerFee: Number(row["maker_fee"]),
    sign: 1,
  }));
  return { moves: [...moves, ...(await readFailed(sql))], payments: await readPayments(sql) };
}

async function addressesOf(sql: Sql): Promise<Map<number, string>> {
  const rows = await sql<{ no: number; address: string }[]>`select no, address from accounts`;
  return new Map(rows.map(({ no, address }) => [no, address]));
}

async function readFailed(sql: Sql): Promise<Move[]> {
  const addresses = await addressesOf(sql);
  const batches = await sql<{ at: number; events: string }[]>`
    select at, events from journal where events like '%"settlement-failed"%'`;
  return batches.flatMap(({ at, events }) => {
    const stored = parseEvents(events);
    return stored.flatMap((event) => {
      if (event.type !== "settlement-failed") return [];
      const [taker, outcome] = event.taker!;
      return event.undone!.map(([, [maker], lots, price, takerFee = 0, makerFee = 0]): Move => ({
        day: Math.floor(at / DAY_MS),
        market: event.market!,
        taker: addresses.get(taker)!,
        maker: addresses.get(maker)!,
        volume: lots * (outcome === 0 ? price : ONE - price),
        takerFee,
        makerFee,
        sign: -1,
      }));
    });
  });
}

async function readPayments(sql: Sql): Promise<Payment[]> {
  const rows = await sql<(Omit<Payment, "day"> & { at: number })[]>`
    select at, address as account, operations.collateral as amount, 0 as opened
    from operations join accounts on no = account where kind in ('deposit', 'withdrawal', 'debit')`;
  const batches = await sql<{ at: number; events: string }[]>`
    select at, events from journal where events like '%"account-opened"%'`;
  const opened = batches.flatMap(({ at, events }) => {
    const stored = parseEvents(events);
    return stored.flatMap((event) =>
      event.type === "account-opened" ? [{ at, account: event.address, amount: 0, opened: 1 }] : [],
    );
  });
  return [...rows, ...opened].map(({ at, ...payment }) => ({ ...payment, day: Math.floor(at / DAY_MS) }));
}

type Question = StatisticsQuery & { readonly unit: "day" | "week" | "month" };

const isWithin = ({ day }: { readonly day: number }, { from, until }: Pick<Question, "from" | "until">) =>
  day >= from && day < until;

/** Sums up what a question is about, by plain loops. */
function sumUp({ moves, payments }: History, asked: StatisticsQuery) {
  const out = new Set(asked.without);
  const house = new Set([...asked.without, ...asked.house]);
  const traders = new Set<string>();
  const sums = { trades: 0, volume: 0, fees: 0 };
  for (const move of moves) {
    if (!isWithin(move, asked) || asked.markets?.includes(move.market) === false) continue;
    const { taker, maker, sign } = move;
    if (!out.has(taker)) {
      sums.trades += sign;
      sums.volume += sign * move.volume;
      sums.fees += sign * move.takerFee;
    }
    if (!out.has(maker)) sums.fees += sign * move.makerFee;
    if (sign === 1) for (const one of [taker, maker]) if (!house.has(one)) traders.add(one);
  }
  const paid = payments.filter((payment) => isWithin(payment, asked) && !out.has(payment.account));
  const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
  const money =
    asked.markets === undefined
      ? {
          accounts: total(paid.filter(({ account }) => !house.has(account)).map(({ opened }) => opened)),
          deposits: total(paid.map(({ amount }) => Math.max(amount, 0))),
          withdrawals: total(paid.map(({ amount }) => Math.max(0, -amount))),
        }
      : { accounts: 0, deposits: 0, withdrawals: 0 };
  return { ...sums, traders: traders.size, ...money };
}

const QUESTIONS = 40;

/** Asks random questions, and compares each answer. */
export async function assertFigures(sql: Sql): Promise<void> {
  const history = await readHistory(sql);
  assert.ok(history.moves.length > 0);
  const random = createRandom(7);
  const days = history.moves.map(({ day }) => day);
  const [first, last] = [Math.min(...days) - 3, Math.max(...days) + 3];
  const markets = [...new Set(history.moves.map(({ market }) => market))];
  const wallets = [...new Set(history.moves.map(({ taker }) => taker))];
  for (let asked = 0; asked < QUESTIONS; asked += 1) {
    const from = random.between(first, last);
    const question: Question = {
      from,
      until: random.between(from + 1, last + 1),
      unit: random.pick(["day", "week", "month"] as const),
      markets: random.pick([undefined, [random.pick(markets)], markets.slice(1), []]),
      without: random.pick([[], [random.pick(wallets)], wallets.slice(2)]),
      house: random.pick([[], [random.pick(wallets)], wallets.slice(1)]),
    };
    await assertSpans(sql, history, question);
    await assertRanking(sql, history, question);
  }
}

async function assertSpans(sql: Sql, history: History, question: Question): Promise<void> {
  const found = await listSpanStatistics(sql, question, listSpanStarts(listSpans(question, question.unit)));
  const isEmpty = (figures: object): boolean => Object.values(figures).every((figure) => !figure);
  const expected = listSpans(question, question.unit).map(({ from, until }) => ({
    day: from,
    ...sumUp(history, { ...question, from, until }),
  }));
  const shown = found.map(({ ...figures }) => figures);
  const total = { day: null, ...sumUp(history, question) };
  const filled = shown.filter(({ day, ...figures }) => day !== null && !isEmpty(figures));
  assert.deepEqual(
    filled,
    expected.filter(({ day: _day, ...figures }) => !isEmpty(figures)),
    text(question),
  );
  assert.deepEqual(shown.at(-1), total, text(question));
}

async function assertRanking(sql: Sql, history: History, question: Question): Promise<void> {
  const traded = [
    ...new Set(history.moves.filter((move) => isWithin(move, question)).map(({ market }) => market)),
  ]
    .filter((market) => question.markets?.includes(market) !== false)
    .sort((one, other) => one - other);
  const markets = await sql<{ no: number; id: string }[]>`select no, condition_id as id from markets`;
  for (const order of STATISTICS_ORDERS) {
    const rows = traded.map((market) => {
      const { trades, volume, fees, traders } = sumUp(history, { ...question, markets: [market] });
      return { id: markets.find(({ no }) => no === market)!.id, trades, volume, fees, traders };
    });
    const expected = rows.toSorted((one, other) => other[order] - one[order]);
    const { total, markets: found } = await rankMarkets(sql, question, { order, offset: 0, limit: 100 });
    const shown = found.map(({ conditionId: id, trades, volume, fees, traders }) => {
      return { id, trades, volume, fees, traders };
    });
    assert.deepEqual([total, shown], [expected.length, expected], `${order}: ${text(question)}`);
    const page = await rankMarkets(sql, question, { order, offset: 1, limit: 2 });
    assert.deepEqual(
      [page.total, page.markets.map(({ conditionId }) => conditionId)],
      [expected.length, expected.slice(1, 3).map(({ id }) => id)],
    );
  }
}

const text = (question: Question): string => JSON.stringify(question);
