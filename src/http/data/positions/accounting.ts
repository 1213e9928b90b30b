/** GET /accounting/snapshot: positions and collateral of a wallet as CSV files in a ZIP archive. */
import { crc32 } from "node:zlib";
import { Type } from "typebox";
import { writeCsvLine } from "../../../base/csv.ts";
import { decimalText } from "../../../core/units.ts";
import { findMarketDescriptions } from "../../../store/catalog/market-records.ts";
import type { MarketDescription } from "../../../store/catalog/market-records.ts";
import { findBalance } from "../../../store/reads/accounts/balances.ts";
import { listCurrentPositions } from "../../../store/reads/accounts/positions.ts";
import { readSnapshot } from "../../../store/sql/transact.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { uncodedOperation } from "../../operation/endpoint.ts";
import { POSITIONS } from "../groups.ts";
import { MICROS, STATISTICS, computeHalfTicks, computeTotalValue } from "../numbers.ts";
import type { Ratio } from "../numbers.ts";
import { User, toLowerCase } from "../parameters.ts";
import type { PricedPosition } from "./positions.ts";

// A ZIP archive of a few short files, stored without compression.

type ArchivedFile = { readonly name: string; readonly text: string };

const ZIP_LOCAL_HEADER = 0x04_03_4b_50;
const DIRECTORY_ENTRY = 0x02_01_4b_50;
const DIRECTORY_END = 0x06_05_4b_50;
/** ZIP version 2.0, which every reader supports. */
const VERSION = 20;
/** ZIP flag: names and texts are UTF-8. */
const UTF8 = 0x08_00;
const STORED = 0;
/** Time of the files: the start of the format's epoch, 1980-01-01. */
const NO_TIME = 0;
const FIRST_DATE = 0x21;

export function zipArchive(files: readonly ArchivedFile[]): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of files) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(text)];
    const described = description(nameBytes, bytes);
    const file = Buffer.concat([uint32(ZIP_LOCAL_HEADER), described, nameBytes, bytes]);
    // No archive comment, first disk, no attributes.
    const ending = Buffer.concat([uint16(0, 0, 0), uint32(0, offset)]);
    entries.push(Buffer.concat([uint32(DIRECTORY_ENTRY), uint16(VERSION), described, ending, nameBytes]));
    parts.push(file);
    offset += file.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.concat([
    uint32(DIRECTORY_END),
    uint16(0, 0, files.length, files.length),
    uint32(directory.length, offset),
    uint16(0),
  ]);
  return Buffer.concat([...parts, directory, end]);
}

/** Builds the bytes that a file's header and its directory entry share. */
const description = (name: Buffer, bytes: Buffer): Buffer =>
  Buffer.concat([
    uint16(VERSION, UTF8, STORED, NO_TIME, FIRST_DATE),
    uint32(crc32(bytes), bytes.length, bytes.length),
    uint16(name.length, 0),
  ]);

const uint16 = (...numbers: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(2 * numbers.length);
  numbers.forEach((number, index) => buffer.writeUInt16LE(number, 2 * index));
  return buffer;
};

const uint32 = (...numbers: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => buffer.writeUInt32LE(number, 4 * index));
  return buffer;
};

/** Rows that select the slow-query queue: positions of a large wallet. */
const MANY_POSITIONS = 10_000;

/** GET /v1/accounting/snapshot: positions and equity of a wallet, as two CSV files in a ZIP archive. */
export const getAccountingSnapshot = uncodedOperation({
  method: "GET",
  path: "/v1/accounting/snapshot",
  dialects: ["polymarket"],
  summary: "Download the positions and the equity of a wallet",
  group: POSITIONS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ user: User }),
  mediaType: "application/zip",
  answer: Type.String({
    description:
      "A ZIP archive of two CSV files. `positions.csv`: conditionId, asset, size, curPrice, valuationTime, a row for each " +
      "position with shares. `equity.csv`: cashBalance, positionsValue, equity, valuationTime. Amounts have six decimals",
  }),
  rows: MANY_POSITIONS,
  handle: async ({ context, query }) => {
    const wallet = toLowerCase(query.user);
    const time = new Date(context.clock()).toISOString();
    return readSnapshot(await context.readSql(), async (sql) => {
      const balance = await findBalance(sql, wallet);
      const stored = await listCurrentPositions(sql, { wallet, leastLots: 1 });
      const positions = stored
        .map((one) => ({ ...one, halfTicks: computeHalfTicks(one) }))
        .sort((a, b) => a.market - b.market || a.outcome - b.outcome);
      const markets = await findMarketDescriptions(
        sql,
        positions.map(({ market }) => market),
      );
      const cash = { numerator: BigInt(balance?.collateral ?? 0), denominator: MICROS };
      const bytes = zipArchive([
        { name: "positions.csv", text: positionsCsv(positions, markets, time) },
        { name: "equity.csv", text: equityCsv(cash, computeTotalValue(positions), time) },
      ]);
      return { bytes, headers: { "content-disposition": 'attachment; filename="accounting-snapshot.zip"' } };
    });
  },
});

const DECIMALS = 6;

/** Converts to millionths, truncated. */
const toMillionths = ({ numerator, denominator }: Ratio): bigint => (numerator * MICROS) / denominator;

/** Formats an amount with six decimals. */
function amountText(micros: bigint): string {
  const [whole, decimals = ""] = decimalText(micros, DECIMALS).split(".");
  return `${whole}.${decimals.padEnd(DECIMALS, "0")}`;
}

const csv = (lines: readonly (readonly string[])[]): string =>
  lines.map((line) => writeCsvLine(line)).join("");

function positionsCsv(
  positions: readonly PricedPosition[],
  markets: ReadonlyMap<number, MarketDescription>,
  time: string,
): string {
  const lines = positions.flatMap((position) => {
    const market = markets.get(position.market);
    if (market === undefined) return [];
    const figures = [STATISTICS.size(position), STATISTICS.curPrice(position)];
    const amounts = figures.map((figure) => amountText(toMillionths(figure)));
    return [[market.conditionId, market.tokenIds[position.outcome], ...amounts, time]];
  });
  return csv([["conditionId", "asset", "size", "curPrice", "valuationTime"], ...lines]);
}

function equityCsv(cash: Ratio, value: Ratio, time: string): string {
  const [balance, held] = [toMillionths(cash), toMillionths(value)];
  return csv([
    ["cashBalance", "positionsValue", "equity", "valuationTime"],
    [...[balance, held, balance + held].map(amountText), time],
  ]);
}
