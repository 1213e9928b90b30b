/** The part of a market that trading and operators change: its row, and the market that a start restores from it. */
import { bestAsk, bestBid, createBook } from "../../core/orders/book.ts";
import type { Flags } from "../../core/markets/catalog.ts";
import { sumLiquidity } from "../../core/ledger/liquidity.ts";
import { listTermsOn, mapTermsOn, pickTerms } from "../../core/markets/market-terms.ts";
import type {
  FeeSchedule,
  MarketTerms,
  OnSurface,
  TermKind,
  TermValues,
} from "../../core/markets/market-terms.ts";
import { computeShownPrice } from "../../core/markets/shown-price.ts";
import type { Market, MarketEvent } from "../../core/state.ts";
import { NO_MICROS } from "../../core/units.ts";
import type { Column, ColumnType, StoredRow, Table } from "./table.ts";

const COLUMN_TYPES = {
  step: "smallint",
  shares: "bigint",
  money: "bigint",
  choice: "boolean",
} as const satisfies { readonly [Kind in Exclude<TermKind, "fees">]: ColumnType };

type TermCells = OnSurface<"column", TermValues, undefined>;

const TERM_COLUMNS = mapTermsOn<{
  readonly [Name in keyof TermCells]: Column<Market> & {
    readonly value: (market: Market) => TermCells[Name];
  };
}>("column", ({ term, row: { kind } }) => {
  if (kind === "fees") throw new Error("fees have a column for each of their parts");
  return { type: COLUMN_TYPES[kind], value: (market: Market) => market[term] };
});

export const MARKET_STATES = {
  name: "market_states",
  key: ["market"],
  columns: {
    market: { type: "integer", value: ({ no }) => no },
    status: { type: "text", value: ({ status }) => status },
    ...TERM_COLUMNS,
    payout: { type: "smallint[]", value: ({ payout }) => payout },
    backing: { type: "bigint", value: ({ backing }) => backing },
    last_price: { type: "smallint", value: ({ lastTrade }) => lastTrade?.price },
    last_side: { type: "text", value: ({ lastTrade }) => lastTrade?.side },
    last_trade_at: { type: "bigint", value: ({ lastTrade }) => lastTrade?.at },
    recorded_midpoint: { type: "integer", value: ({ recorded }) => recorded?.midpoint },
    recorded_minute: { type: "integer", value: ({ recorded }) => recorded?.minute },
    best_bid: { type: "smallint", value: ({ book }) => bestBid(book) },
    best_ask: { type: "smallint", value: ({ book }) => bestAsk(book) },
    volume: { type: "bigint", value: ({ volume }) => volume },
    liquidity: { type: "bigint", value: sumLiquidity },
    /** Price of outcome 0 in half ticks. */
    shown_price: { type: "smallint", value: computeShownPrice },
    burned: { type: "bigint", value: ({ burned }) => burned },
    redeemed: { type: "bigint", value: ({ redeemed }) => redeemed },
    resolved_at: { type: "bigint", value: ({ resolvedAt }) => (resolvedAt === 0 ? undefined : resolvedAt) },
    proposed_payout: { type: "smallint[]", value: ({ proposal }) => proposal?.payout },
    disputed: { type: "boolean", value: ({ proposal }) => proposal?.disputed ?? false },
    fee_rate: { type: "integer", value: ({ fees }) => fees?.rate },
    fee_exponent: { type: "smallint", value: ({ fees }) => fees?.exponent },
    fee_taker_only: { type: "boolean", value: ({ fees }) => fees?.takerOnly },
    opened_at: {
      type: "bigint",
      value: ({ status }, { at }) => (status === "active" ? at : undefined),
      onConflict: "first",
    },
  },
} satisfies Table<Market>;

type StateRow = StoredRow<typeof MARKET_STATES>;

/** The row of a market's state, with the catalog's data of the market. */
export type MarketRow = StateRow &
  Flags & {
    readonly no: number;
    readonly event_id: string;
    readonly condition_id: string;
    readonly token_ids: [string, string];
    readonly outcomes: [string, string];
  };

/**
 * Restores a market from its row, without its orders. The engine time `at` is that of the last batch. The properties
 * are in the order of a new market's, so that all markets have one shape.
 */
export const storedMarket = (row: MarketRow, event: MarketEvent, at: number): Market => ({
  no: row.no,
  event,
  conditionId: row.condition_id,
  tokenIds: row.token_ids,
  outcomes: row.outcomes,
  ...readTermCells(row),
  status: row.status,
  flags: { active: row.active, closed: row.closed, archived: row.archived },
  payout: row.payout ?? undefined,
  proposal:
    row.proposed_payout === null ? undefined : { payout: row.proposed_payout, disputed: row.disputed },
  resolvedAt: row.resolved_at ?? 0,
  redeemed: row.redeemed,
  burned: row.burned,
  backing: row.backing,
  volume: row.volume,
  resting: [NO_MICROS, NO_MICROS, NO_MICROS],
  book: createBook(row.tick),
  open: 0,
  lastTrade: restoreLastTrade(row),
  recorded: restoreRecordedPrice(row),
  changedAt: at,
});

/** Columns of the terms. */
export type TermRow = Pick<StateRow, keyof TermCells | "fee_rate" | "fee_exponent" | "fee_taker_only">;

const READ_TERMS = listTermsOn("column");

/** Reads the terms of a market from their columns. */
export function readTermCells(row: TermRow): MarketTerms {
  const cells: Readonly<Record<string, unknown>> = row;
  const terms: Record<string, unknown> = {};
  for (const { term, name } of READ_TERMS) terms[term] = cells[name] ?? undefined;
  return pickTerms({ ...(terms as MarketTerms), fees: restoreFees(row) });
}

function restoreFees(row: TermRow): FeeSchedule | undefined {
  const { fee_rate: rate, fee_exponent: exponent, fee_taker_only: takerOnly } = row;
  return rate === null || exponent === null || takerOnly === null ? undefined : { rate, exponent, takerOnly };
}

function restoreLastTrade(row: StateRow): Market["lastTrade"] {
  const { last_price: price, last_side: side, last_trade_at: at } = row;
  return price === null || side === null || at === null ? undefined : { price, side, at };
}

function restoreRecordedPrice({
  recorded_midpoint: midpoint,
  recorded_minute: minute,
}: StateRow): Market["recorded"] {
  return midpoint === null || minute === null ? undefined : { midpoint, minute };
}
