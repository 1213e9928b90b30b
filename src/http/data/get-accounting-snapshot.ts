/** GET /v1/accounting/snapshot: the positions and the equity of a wallet, as two CSV files in a ZIP archive. */
import { Type } from "typebox";
import { decimalText } from "../../core/units.ts";
import { findMarketDescriptions } from "../../store/catalog/market-descriptions.ts";
import type { MarketDescription } from "../../store/catalog/market-descriptions.ts";
import { findBalance } from "../../store/reads/balances.ts";
import { listCurrentPositions } from "../../store/reads/positions.ts";
import { readSnapshot } from "../../store/sql/transact.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { MICROS } from "./collateral-number.ts";
import { POSITIONS } from "./groups.ts";
import { lowerCase, User } from "./parameters.ts";
import { FIGURES, totalValue } from "./position-figures.ts";
import type { Ratio } from "./position-figures.ts";
import type { PricedPosition } from "./position-order.ts";
import { halfTicksOf } from "./position-page.ts";
import { zipArchive } from "./zip-archive.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

/** Positions of a large wallet, by which the read waits for its turn. */
const MANY_POSITIONS = 10_000;

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
    const wallet = lowerCase(query.user);
    const time = new Date(context.clock()).toISOString();
    return readSnapshot(await context.readSql(), async (sql) => {
      const balance = await findBalance(sql, wallet);
      const stored = await listCurrentPositions(sql, { wallet, leastLots: 1 });
      const positions = stored
        .map((one) => ({ ...one, halfTicks: halfTicksOf(one) }))
        .sort((a, b) => a.market - b.market || a.outcome - b.outcome);
      const markets = await findMarketDescriptions(
        sql,
        positions.map(({ market }) => market),
      );
      const cash = { numerator: BigInt(balance?.collateral ?? 0), denominator: MICROS };
      const bytes = zipArchive([
        { name: "positions.csv", text: positionsCsv(positions, markets, time) },
        { name: "equity.csv", text: equityCsv(cash, totalValue(positions), time) },
      ]);
      return { bytes, headers: { "content-disposition": 'attachment; filename="accounting-snapshot.zip"' } };
    });
  },
});

const DECIMALS = 6;

/** An amount in millionths; a fraction of one is cut off. */
const microsOf = ({ numerator, denominator }: Ratio): bigint => (numerator * MICROS) / denominator;

/** An amount with six decimals. */
function amountText(micros: bigint): string {
  const [whole, decimals = ""] = decimalText(micros, DECIMALS).split(".");
  return `${whole}.${decimals.padEnd(DECIMALS, "0")}`;
}

const csv = (lines: readonly (readonly string[])[]): string =>
  lines.map((line) => `${line.join(",")}\n`).join("");

function positionsCsv(
  positions: readonly PricedPosition[],
  markets: ReadonlyMap<number, MarketDescription>,
  time: string,
): string {
  const lines = positions.flatMap((position) => {
    const market = markets.get(position.market);
    if (market === undefined) return [];
    const figures = [FIGURES.size(position), FIGURES.curPrice(position)];
    const amounts = figures.map((figure) => amountText(microsOf(figure)));
    return [[market.conditionId, market.tokenIds[position.outcome], ...amounts, time]];
  });
  return csv([["conditionId", "asset", "size", "curPrice", "valuationTime"], ...lines]);
}

function equityCsv(cash: Ratio, value: Ratio, time: string): string {
  const [balance, held] = [microsOf(cash), microsOf(value)];
  return csv([
    ["cashBalance", "positionsValue", "equity", "valuationTime"],
    [...[balance, held, balance + held].map(amountText), time],
  ]);
}
