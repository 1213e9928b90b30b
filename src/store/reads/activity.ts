/**
 * Activity of wallets, and fills of all wallets: rows of fills and of other operations, merged from streams that are
 * each in order. Within one batch, fills count as later than operations.
 */
import type { Outcome, Side } from "../../core/state.ts";
import type { Micros, Ticks } from "../../core/units.ts";
import type { Fragment, Sql } from "../sql/database.ts";
import { readInChunks } from "../sql/read-in-chunks.ts";
import {
  afterCursorPredicate,
  selectFills,
  filterPredicates,
  inOrder,
  marketPredicate,
  walletPredicate,
} from "./fills.ts";
import type { ActivityFilter, ActivityOrder, ActivityCursor, FillQuery, Party } from "./fills.ts";

const OPERATION_KINDS = ["split", "merge", "redemption", "conversion"] as const;
export const ACTIVITY_KINDS = ["trade", ...OPERATION_KINDS] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** Transfers of collateral into and out of the exchange. */
export type TransferKind = "deposit" | "withdrawal" | "debit";

export type ActivityRow = {
  readonly kind: ActivityKind;
  /** Milliseconds. */
  readonly at: number;
  /** Journal hash of the batch, hex: reading it as bytes takes longer than all other columns of a row. */
  readonly hash: string;
  /** Lower-case address. */
  readonly wallet: string;
  /** The exchange's own number. */
  readonly market: number;
  /** Shares in 0.000001. For a redemption, the collateral paid, or the shares if they were worth nothing. */
  readonly size: number;
  /** Collateral that changed hands, without fees. */
  readonly cash: Micros;
  /** Fee of this party. */
  readonly fee: Micros;
  /** Price of the party's own token; 0 if the row is no fill. */
  readonly price: Ticks;
  /** Side of a fill; `null` for other rows. */
  readonly side: Side | null;
  /** Outcome of a fill, or of a redemption that paid nothing. */
  readonly outcome: Outcome | null;
};

type RowCursor = Pick<ActivityCursor, "batch" | "number" | "role">;
export type PlacedActivity = ActivityRow & RowCursor;

/** A fill from the view of one party. */
export type FillRow = ActivityRow & Pick<RowCursor, "number" | "role">;

/** A transfer of collateral; its size is the collateral. */
export type TransferRow = Omit<PlacedActivity, "kind" | "market"> & {
  readonly kind: TransferKind;
  readonly market: null;
};

type Page = { readonly offset: number; readonly limit: number };

export type ActivityPage = Page & {
  readonly filter: ActivityFilter & { readonly wallet: string };
  readonly kinds: readonly ActivityKind[];
  readonly order: ActivityOrder;
  /** Cursor: the row before the page; only in order of time. */
  readonly after?: ActivityCursor | undefined;
};

/** Lists a page of a wallet's activity. A fill of the wallet with itself gives two rows. */
export const listActivity = (sql: Sql, page: ActivityPage): Promise<PlacedActivity[]> =>
  readPage(sql, activityStreams(sql, page), page);

type HistoryPage = Omit<ActivityPage, "kinds"> & { readonly kinds: readonly (ActivityKind | TransferKind)[] };

/** Lists a page of a wallet's activity including deposits and withdrawals. */
export const listWalletHistory = (
  sql: Sql,
  page: HistoryPage,
): Promise<readonly (PlacedActivity | TransferRow)[]> => readPage(sql, activityStreams(sql, page), page);

function activityStreams(sql: Sql, { filter, kinds, order, after, offset, limit }: HistoryPage): Fragment[] {
  const reading = { filter, order, after, end: offset + limit };
  const operations = kinds.filter((kind) => kind !== "trade");
  return [
    ...(kinds.includes("trade")
      ? [selectFills(sql, "taker", reading), selectFills(sql, "maker", reading)]
      : []),
    ...(operations.length > 0 ? [operationRows(sql, operations, reading)] : []),
  ];
}

export type FillPage = Page & {
  readonly filter: ActivityFilter;
  readonly parties: readonly Party[];
  /** Cursor: the row before the page. */
  readonly after?: ActivityCursor | undefined;
};

/** Lists a page of fills, newest first, with one row per fill and requested party. */
export function listFills(
  sql: Sql,
  { filter, parties, after, ...page }: FillPage,
): Promise<PlacedActivity[]> {
  const order: ActivityOrder = { by: "time", ascending: false };
  const reading = { filter, order, after, end: page.offset + page.limit };
  const streams = parties.map((party) => selectFills(sql, party, reading));
  return readPage(sql, streams, { order, ...page });
}

/** Selects rows of operations. A conversion's first market stands for the whole conversion and carries its collateral. */
function operationRows(
  sql: Sql,
  kinds: readonly (ActivityKind | TransferKind)[],
  { filter, order, after, end }: FillQuery,
): Fragment {
  return sql`
    select * from (
      select batch, at, kind, place as number, 0 as role, account, market,
        case kind
          when 'split' then first_lots * 10000
          when 'merge' then -first_lots * 10000
          when 'conversion' then -second_lots * 10000
          when 'withdrawal' then -collateral
          when 'debit' then -collateral
          else case collateral when 0 then -(first_lots + second_lots) * 10000 else collateral end
        end as size,
        0 as price, abs(collateral) as cash, 0::bigint as fee, null::text as side,
        case when kind = 'redemption' and collateral = 0
          then case first_lots when 0 then 1::smallint else 0::smallint end
        end as outcome
      from operations where leg = 0
    ) as operations
    where kind = any(${kinds as string[]}::text[]) ${walletPredicate(sql, filter)} ${marketPredicate(sql, filter)}
      ${filterPredicates(sql, filter)} ${afterCursorPredicate(sql, order, after, 0)}
    order by ${inOrder(sql, order, ["batch", "number"])} limit ${end}`;
}

/** Rows of a few hundred bytes that are read at a time. */
const SHORT_ROWS = 250;

type OrderedPage = Page & { readonly order: ActivityOrder };

async function readPage<Row extends RowCursor>(
  sql: Sql,
  streams: readonly Fragment[],
  { order, offset, limit }: OrderedPage,
): Promise<Row[]> {
  if (streams.length === 0 || limit === 0) return [];
  const rows = streams
    .map((stream) => sql`(${stream})`)
    .reduce((before, stream) => sql`${before} union all ${stream}`);
  const ordered = inOrder(sql, order, ["batch", "is_fill", "number", "role"]);
  const query = sql<Row[]>`
    with page as materialized (
      select *, kind = 'trade' as is_fill from (${rows}) as rows order by ${ordered} limit ${limit} offset ${offset}
    )
    select kind, page.at, encode(hash, 'hex') as hash, address as wallet, page.market, size, cash, fee, price, side, outcome,
      batch, number, role
    from page
    join accounts on accounts.no = account
    join journal on journal.seq = batch
    order by ${ordered}`;
  return readInChunks(query, SHORT_ROWS);
}
