/**
 * A page of a wallet's positions. All that match are read as short rows and sorted by exact figures; then what
 * describes the markets is read for those of the page. Both reads see one snapshot of the database.
 */
import type { Context } from "../../context.ts";
import { findMarketDescriptions } from "../../store/catalog/market-descriptions.ts";
import type { PositionTexts, StoredPosition } from "../../store/reads/positions.ts";
import type { AnySql } from "../../store/sql/database.ts";
import { readSnapshot } from "../../store/sql/transact.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { shownHalfTicks } from "../../core/shown-price.ts";
import { knownPricesOf } from "../shown-prices.ts";
import { inOrder } from "./position-order.ts";
import type { PositionOrder, PricedPosition } from "./position-order.ts";
import type { ShownPosition } from "./position-record.ts";

export type PositionPage = {
  /** Lower-case address. */
  readonly wallet: string;
  /** Part of the market's title, in any case of letters. */
  readonly title: string | undefined;
  readonly order: PositionOrder;
  readonly direction: "ASC" | "DESC";
  readonly offset: number;
  readonly limit: number;
};

type ReadContext = { readonly context: Context; readonly dialect: Dialect };

/** The page of what `list` reads, with the texts that it is asked for. */
export async function readPositions(
  { context, dialect }: ReadContext,
  page: PositionPage,
  list: (sql: AnySql, texts: PositionTexts) => Promise<readonly StoredPosition[]>,
): Promise<ShownPosition[]> {
  const { wallet, title, order, direction, offset, limit } = page;
  return readSnapshot(await context.readSql(), async (sql) => {
    const stored = await list(sql, {
      titled: title !== undefined || order === "TITLE",
      dated: order === "RESOLVING",
    });
    const matching = title === undefined ? stored : stored.filter(isTitled(title));
    const shown = inOrder(matching.map(priced), order, direction).slice(offset, offset + limit);
    const markets = await findMarketDescriptions(
      sql,
      shown.map((position) => position.market),
    );
    return shown.flatMap((position) => {
      const description = markets.get(position.market);
      return description === undefined ? [] : [{ position, description, wallet, dialect }];
    });
  });
}

function isTitled(part: string): (position: StoredPosition) => boolean {
  const wanted = part.toLowerCase();
  return ({ title }) => title.toLowerCase().includes(wanted);
}

const priced = (stored: StoredPosition): PricedPosition => ({ ...stored, halfTicks: halfTicksOf(stored) });

type StoredPrices = Pick<StoredPosition, "payout" | "bid" | "ask" | "lastPrice" | "outcome">;

/** The price of its outcome now. */
export const halfTicksOf = (stored: StoredPrices): number =>
  shownHalfTicks(knownPricesOf(stored))[stored.outcome];
