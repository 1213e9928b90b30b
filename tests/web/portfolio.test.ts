/** Tests of the portfolio: CSV files for spreadsheets, and the value of a wallet over time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  collateralText,
  complement,
  cost,
  HALF,
  lots,
  micros,
  priceText,
  sharesText,
  ticks,
} from "../../src/core/units.ts";
import type { Ticks } from "../../src/core/units.ts";
import type { LedgerEntry } from "../../web/src/api/generated/trading.ts";
import { lineOf } from "../../web/src/portfolio/chart-line.ts";
import { exportAuditLog } from "../../web/src/admin/export-audit-log.ts";
import { formatCsv } from "../../web/src/csv.ts";
import {
  computeValuePoints,
  NO_HOLDINGS,
  computeOpening,
  spreadTimes,
} from "../../web/src/portfolio/value-history.ts";
import type { Holdings, WalletHistory, PricePoint } from "../../web/src/portfolio/value-history.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";

/** Parses CSV by RFC 4180. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const row: string[] = [];
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const [, quoted, plain = "", end] = field.exec(text) ?? assert.fail(`no field at ${at} of ${text}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n") rows.push(row.splice(0));
  }
  assert.deepEqual(row, []);
  return rows;
}

const FORMULA = /^[=+\-@\t\r\n]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

test("a table is read back unchanged, except for cells that a spreadsheet would run as formulas", () => {
  const random = createRandom(41);
  const drawField = (): string =>
    Array.from({ length: random.below(6) }, () => random.pick([..."=+-@\t\r\n\",;'.a19 ç"])).join("");
  for (let round = 0; round < 500; round += 1) {
    const width = random.between(1, 5);
    const drawRow = (): string[] => Array.from({ length: width }, drawField);
    const table = Array.from({ length: random.between(1, 6) }, drawRow);
    const [header = [], ...rows] = table;
    const read = readCsv(formatCsv({ header, rows }));
    assert.equal(read.length, table.length);
    for (const [line, fields] of table.entries())
      for (const [index, field] of fields.entries()) {
        const got = read[line]?.[index];
        assert.ok(
          got === field || (got === `'${field}` && FORMULA.test(field)),
          JSON.stringify({ field, got }),
        );
        assert.ok(!FORMULA.test(String(got)) || /^-[\d.]+$/.test(String(got)), JSON.stringify(got));
      }
    assert.ok(read.every((fields) => fields.length === width));
  }
});

test("numbers stay numbers, including negative ones", () => {
  const numbers = [0, -1, 12.5, "-0.000001", "-12", "1234567.89"];
  const [, read = []] = readCsv(formatCsv({ header: ["n"], rows: [numbers] }));
  assert.deepEqual(read, numbers.map(String));
  assert.ok(read.every((field) => NUMBER.test(field)));
});

test("formulas become texts", () => {
  const formulas = [
    "=1+1",
    "+1",
    "@SUM(A1)",
    "-1+1",
    "-cmd|' /C calc'!A0",
    "\t=1",
    "\r=1",
    '=HYPERLINK("x","y")',
    "-1.2.3",
    "--1",
    "\n=1",
  ];
  const [, read = []] = readCsv(formatCsv({ header: ["n"], rows: [formulas] }));
  assert.deepEqual(
    read,
    formulas.map((formula) => `'${formula}`),
  );
});

test("a cell is quoted if a spreadsheet would split it or run it as a formula", () => {
  const cells = ["plain", "a;=1+1", "a,b", "a\tb", '"', "=1", -1.5];
  const quoted = ["plain", '"a;=1+1"', '"a,b"', '"a\tb"', '""""', `"'=1"`, "-1.5"];
  assert.equal(formatCsv({ header: ["h"], rows: [cells] }), `h\r\n${quoted.join(",")}\r\n`);
});

test("the export of the audit log follows the same rules", async () => {
  const entry = { sequence: 7, time: "t", operator: "olga", action: "credit", subject: "=1", reason: "a;b" };
  const pages = [
    { data: [{ ...entry, details: { amount: "-5" } }], next: "7" },
    { data: [], next: null },
  ];
  const requests: unknown[] = [];
  const { csv, whole } = await exportAuditLog(
    (async (_route: string, request: unknown) => {
      requests.push(request);
      return pages[requests.length - 1];
    }) as never,
    {},
  );
  assert.deepEqual([whole, requests.length], [true, 2]);
  assert.equal(
    formatCsv(csv),
    `sequence,time,operator,action,subject,reason,details\r\n7,t,olga,credit,"'=1","a;b","{""amount"":""-5""}"\r\n`,
  );
});

const START = Date.UTC(2026, 0, 1);
const [YES, NO] = ["11", "12"];

const entryOf = (at: number, changed: Partial<LedgerEntry>): LedgerEntry => ({
  id: String(at),
  type: "deposit",
  address: "0x1",
  time: new Date(at).toISOString(),
  condition_id: "",
  asset_id: "",
  side: "",
  price: "",
  collateral: "0",
  shares: [],
  fee: "0",
  transaction_hash: "0x2",
  ...changed,
});

const sharesOf = (token: string, size: number) => ({ asset_id: token, amount: sharesText(lots(size)) });

type DrawnEntry = { readonly entry: LedgerEntry; readonly at: number; readonly after: Holdings };

/** Draws deposits, withdrawals, trades, splits and merges of one wallet, in order of time. */
function drawLedger(random: Random, count: number): readonly DrawnEntry[] {
  const held = new Map<string, number>([
    [YES, 0],
    [NO, 0],
  ]);
  let [money, at] = [0, START];
  const entry = (
    changed: Partial<LedgerEntry>,
    got: number,
    shares: readonly (readonly [string, number])[] = [],
  ) => {
    money += got;
    for (const [token, size] of shares) held.set(token, (held.get(token) ?? 0) + size);
    const rows = shares.map(([token, size]) => sharesOf(token, size));
    return entryOf(at, { ...changed, collateral: collateralText(micros(got)), shares: rows });
  };
  function draw(): LedgerEntry {
    const [price, token] = [ticks(random.between(1, 9_999)), random.pick([YES, NO])];
    const [own, size] = [held.get(token) ?? 0, random.between(1, 1_000)];
    const trade = { type: "trade", asset_id: token, price: priceText(price) } as const;
    const sets = Math.min(held.get(YES) ?? 0, held.get(NO) ?? 0);
    switch (random.below(6)) {
      case 0:
        return entry({ type: "deposit" }, random.between(1, 1e8));
      case 1:
        return money > 0
          ? entry({ type: random.pick(["withdrawal", "debit"]) }, -random.between(1, money))
          : draw();
      case 2:
        return entry({ ...trade, side: "BUY" }, -cost(lots(size), price), [[token, size]]);
      case 3:
        return own > 0 ? entry({ ...trade, side: "SELL" }, cost(lots(own), price), [[token, -own]]) : draw();
      case 4:
        return entry({ type: "split" }, -size * 10_000, [
          [YES, size],
          [NO, size],
        ]);
      default:
        return sets > 0
          ? entry({ type: "merge" }, sets * 10_000, [
              [YES, -sets],
              [NO, -sets],
            ])
          : draw();
    }
  }
  return Array.from({ length: count }, () => {
    at += random.between(0, 3) * 60_000 + random.below(1_000);
    const drawn = draw();
    const shares = new Map([...held].map(([token, size]) => [token, lots(size)]));
    return { at, entry: drawn, after: { money: micros(money), shares } };
  });
}

/** Draws prices of both outcomes from the time `first` on. The two add up to one. */
function drawPrices(random: Random, first: number, last: number): ReadonlyMap<string, readonly PricePoint[]> {
  const times = Array.from({ length: random.between(1, 40) }, () => random.between(first, last));
  const points = [first, ...times]
    .sort((a, b) => a - b)
    .map((at) => ({ t: Math.floor(at / 1_000), price: ticks(random.between(1, 9_999)) }));
  const of = (read: (price: Ticks) => Ticks) =>
    points.map(({ t, price }) => ({ t, p: read(price) / 10_000 }));
  return new Map([
    [YES, of((price) => price)],
    [NO, of(complement)],
  ]);
}

/** Finds a price without any state: that of the price history, else of the wallet's last trade, else half. */
function naivePrice({ prices, entries }: WalletHistory, token: string, at: number): number {
  const point = (prices.get(token) ?? []).findLast(({ t }) => t * 1_000 <= at);
  if (point !== undefined) return Math.round(point.p * 10_000);
  const trade = entries.findLast(({ asset_id: id, time }) => id === token && Date.parse(time) <= at);
  return trade === undefined ? HALF : Math.round(Number(trade.price) * 10_000);
}

function naiveValue(history: WalletHistory, { money, shares }: Holdings, at: number): number {
  return [...shares].reduce(
    (sum, [token, size]) => sum + size * naivePrice(history, token, at),
    money as number,
  );
}

const holdingsAt = (ledger: readonly DrawnEntry[], at: number): Holdings =>
  ledger.findLast((happening) => happening.at <= at)?.after ?? NO_HOLDINGS;

const paidInUntil = (ledger: readonly DrawnEntry[], at: number): number =>
  ledger
    .filter(
      (happening) => happening.at <= at && ["deposit", "withdrawal", "debit"].includes(happening.entry.type),
    )
    .reduce((sum, { entry }) => sum + Math.round(Number(entry.collateral) * 1e6), 0);

type DrawnWallet = {
  readonly ledger: readonly DrawnEntry[];
  readonly history: WalletHistory;
  readonly times: readonly number[];
};

/** Draws a wallet's history. Its price history begins either before the ledger or in the middle of it. */
function drawWallet(seed: number, pricesFirst: boolean): DrawnWallet {
  const random = createRandom(seed);
  const ledger = drawLedger(random, random.between(1, 60));
  const last = ledger.at(-1)!.at + 100_000;
  const prices =
    random.chance(80) || pricesFirst
      ? drawPrices(random, pricesFirst ? START - 10_000 : random.between(START, last), last)
      : new Map<string, readonly PricePoint[]>();
  const history = {
    prices,
    entries: ledger.map(({ entry }) => entry),
    opening: NO_HOLDINGS,
    current: new Map(),
  };
  return { ledger, history, times: spreadTimes(ledger[0]!.at, last, 40) };
}

test("the value at a time is the money and shares of that time at the prices of that time", () => {
  for (let seed = 1; seed <= 150; seed += 1) {
    const { ledger, history, times } = drawWallet(seed, false);
    const points = computeValuePoints(history, times);
    for (const [index, { at, value, profit }] of points.entries()) {
      const expected = naiveValue(history, holdingsAt(ledger, at), at);
      assert.equal(at, times[index]);
      assert.equal(value, expected, `seed ${seed}, time ${index}`);
      assert.equal(profit, expected - paidInUntil(ledger, at), `seed ${seed}, time ${index}`);
    }
  }
});

test("shares are now worth their current prices", () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const { ledger, history, times } = drawWallet(seed, false);
    const current = new Map([[YES, ticks(1_234)]]);
    const { money, shares } = ledger.at(-1)!.after;
    const [before, now] = [
      computeValuePoints(history, times),
      computeValuePoints({ ...history, current }, times),
    ];
    assert.deepEqual(now.slice(0, -1), before.slice(0, -1));
    const no = shares.get(NO) ?? lots(0);
    const other = no * naivePrice(history, NO, times.at(-1)!);
    assert.equal(now.at(-1)?.value, money + cost(shares.get(YES) ?? lots(0), ticks(1_234)) + other);
  }
});

test("a ledger without its beginning gives the same values, and the profit since its first entry", () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const { ledger, history } = drawWallet(seed, true);
    const from = createRandom(seed).below(ledger.length);
    const entries = history.entries.slice(from);
    const opening = computeOpening(ledger.at(-1)!.after, entries);
    const before = ledger[from - 1]?.after ?? NO_HOLDINGS;
    assert.equal(opening.money, before.money);
    for (const token of [YES, NO])
      assert.equal(opening.shares.get(token) ?? 0, before.shares.get(token) ?? 0);
    // A cut between entries of the same time would be ambiguous.
    const times = spreadTimes(ledger[from]!.at, ledger.at(-1)!.at + 50_000, 20);
    const [whole, part] = [
      computeValuePoints(history, times),
      computeValuePoints({ ...history, entries, opening }, times),
    ];
    assert.deepEqual(
      part.map(({ value }) => value),
      whole.map(({ value }) => value),
    );
    const offsets = part.map(({ profit }, index) => whole[index]!.profit - profit);
    assert.equal(new Set(offsets).size, 1, `seed ${seed}: ${offsets.join(" ")}`);
  }
});

test("deposits, withdrawals, splits and merges are no profit", () => {
  const sets = [sharesOf(YES, 500), sharesOf(NO, 500)];
  const taken = sets.map(({ asset_id: token }) => sharesOf(token, -500));
  const entries = [
    entryOf(START, { collateral: "100" }),
    entryOf(START + 10_000, { type: "split", collateral: "-5", shares: sets }),
    entryOf(START + 20_000, { type: "withdrawal", collateral: "-20.5" }),
    entryOf(START + 30_000, { type: "debit", collateral: "-0.000001" }),
    entryOf(START + 40_000, { type: "merge", collateral: "5", shares: taken }),
  ];
  const prices = drawPrices(createRandom(8), START - 5_000, START + 50_000);
  const history = { entries, prices, opening: NO_HOLDINGS, current: new Map() };
  const points = computeValuePoints(history, spreadTimes(START, START + 50_000, 51));
  assert.deepEqual(new Set(points.map(({ profit }) => profit)), new Set([0]));
  assert.deepEqual([points[0]?.value, points.at(-1)?.value], [100_000_000, 79_499_999]);
});

test("times are evenly spaced, from the first to the last", () => {
  const random = createRandom(9);
  for (let round = 0; round < 200; round += 1) {
    const [first, span, count] = [START + random.below(1e6), random.below(1e9), random.between(2, 200)];
    const times = spreadTimes(first, first + span, count);
    assert.deepEqual([times.length, times[0], times.at(-1)], [count, first, first + span]);
    for (const [index, time] of times.entries())
      assert.ok(Math.abs(time - first - (span * index) / (count - 1)) <= 0.5 && Number.isInteger(time));
  }
});

test("a line stays in its square, higher amounts are drawn higher, and zero is marked if the line crosses it", () => {
  const random = createRandom(10);
  for (let round = 0; round < 200; round += 1) {
    const amounts = Array.from({ length: random.between(2, 30) }, () =>
      micros(random.between(-1_000, 1_000)),
    );
    const { path, zero, lowest, highest } = lineOf(amounts);
    const points = [...path.matchAll(/[ML]([\d.e-]+) ([\d.e-]+)/g)].map(
      ([, x, y]) => [Number(x), Number(y)] as const,
    );
    assert.equal(points.length, amounts.length);
    assert.deepEqual([points[0]?.[0], points.at(-1)?.[0]], [0, 100]);
    for (const [index, [x, y]] of points.entries()) {
      assert.ok(x >= 0 && x <= 100 && y >= 0 && y <= 100);
      const next = points[index + 1];
      if (next) assert.equal(Math.sign(next[1] - y), Math.sign(amounts[index]! - amounts[index + 1]!) + 0);
    }
    assert.deepEqual([lowest, highest], [Math.min(...amounts), Math.max(...amounts)]);
    assert.equal(zero !== undefined, lowest < 0 && highest > 0);
  }
  assert.equal(lineOf([micros(7), micros(7)]).path, "M0 50L100 50");
});
