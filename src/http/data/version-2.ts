/** Version 2 of the data interface: its envelope, its cursors, its parameters and the names of its fields. */
import { normalizeCondition } from "../../core/markets/market-version.ts";
import { Type } from "typebox";
import type { TObject, TSchema } from "typebox";
import { SERVICES } from "../dialects/dialect.ts";
import { uncodedOperation } from "../operation/endpoint.ts";
import type { Endpoint, UncodedOperation } from "../operation/endpoint.ts";
import type { ErrorResponse } from "../operation/error-format.ts";
import { CONDITION_PATTERN } from "../operation/id-patterns.ts";
import { pageLimit } from "../operation/page-limit.ts";
import { toSnakeCase } from "../operation/record.ts";
import type { Fields } from "../operation/record.ts";
import type { Rows } from "../guard/slow-queries/json-slices.ts";
import { MAX_SECONDS, PERIOD_MEANING } from "./parameters.ts";
import { invalidFieldBecause } from "./refusal.ts";

// Envelope of every answer of version 2: `data`, and for a paged list also `pagination`.

const Pagination = Type.Object({
  limit: Type.Integer({ description: "Rows that a page has at most" }),
  offset: Type.Literal(0, { description: "Pages go by cursor only" }),
  has_more: Type.Boolean(),
  next_cursor: Type.Union([Type.String({ minLength: 1 }), Type.Null()], {
    description: "Where the next page begins; null on the last",
  }),
});

export const Page = <Item extends TSchema>(item: Item, description: string) =>
  Type.Object({ data: Type.Array(item, { description }), pagination: Pagination });

export const Envelope = <Data extends TSchema>(data: Data) => Type.Object({ data });

type PageEnd = { readonly limit: number; readonly next: string | undefined };

/** Builds the body of a page; without `next` it is the last page. */
export const buildPageBody = (data: Rows, { limit, next }: PageEnd) => ({
  data,
  pagination: { limit, offset: 0, has_more: next !== undefined, next_cursor: next ?? null },
});

// Cursors of version 2: the name of a listing, and the position after which the next page begins, as integers. The
// position is a row's, not an offset, so that new rows shift no page.

export type CursorPosition = readonly bigint[];

const FORM = /^([a-z]+(?:\.[A-Z_a-z]+)*)((?::-?\d{1,80})+)$/;

export function encodeCursor(walk: string, place: readonly (bigint | number)[]): string {
  return Buffer.from([walk, ...place].join(":")).toString("base64url");
}

type PageCursor = { readonly walk: string; readonly place: CursorPosition };

/** Decodes a cursor; `undefined` for a text that is no cursor of this exchange. */
export function decodeCursor(cursor: string): PageCursor | undefined {
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const [, walk, numbers] = FORM.exec(text) ?? [];
  if (walk === undefined || numbers === undefined) return undefined;
  const place = numbers.slice(1).split(":").map(BigInt);
  return encodeCursor(walk, place) === cursor ? { walk, place } : undefined;
}

/** Returns the position in a cursor of this listing; `undefined` without a cursor, `"refused"` for any other cursor. */
export function parseCursorPosition(
  cursor: string | undefined,
  { walk, width }: { readonly walk: string; readonly width: number },
): CursorPosition | undefined | "refused" {
  if (cursor === undefined) return undefined;
  const found = decodeCursor(cursor);
  return found?.walk === walk && found.place.length === width ? found.place : "refused";
}

/** Converts the position to safe integers, for use in queries. */
export function readCounts(
  cursor: string | undefined,
  walk: { readonly walk: string; readonly width: number },
): readonly number[] | undefined | "refused" {
  const place = parseCursorPosition(cursor, walk);
  if (place === undefined || place === "refused") return place;
  const counts = place.map(Number);
  return counts.every((count) => Number.isSafeInteger(count) && count >= 0) ? counts : "refused";
}

/** A page of rows; `next` is the cursor of the following page, if there is one. */
export type CutPage<Row> = { readonly rows: readonly Row[]; readonly next: string | undefined };

/**
 * Cuts a page from the rows: an extra row shows that another page follows. `cursorOf` then builds the cursor from the
 * page's last row.
 */
export function cutPage<Row>(
  found: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): CutPage<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: last === undefined || found.length === rows.length ? undefined : cursorOf(last) };
}

const SHOWN = 60;

export const badCursor = (cursor = ""): ErrorResponse =>
  invalidFieldBecause(
    "cursor",
    "expected next_cursor of a page that was asked for with the same filters and order, " +
      `got ${JSON.stringify(cursor.slice(0, SHOWN))}`,
  );

// Operations of version 2 of the data interface, which newer clients of Polymarket and Kuest use.

type V2Operation<Q extends TObject> = Omit<
  UncodedOperation<Q, TObject, TSchema>,
  "method" | "dialects" | "strict"
>;

/** Describes a read of version 2, which refuses every unknown parameter. */
export const v2Operation = <Q extends TObject>(description: V2Operation<Q>): Endpoint =>
  uncodedOperation<Q, TObject, TSchema>({
    ...description,
    method: "GET",
    dialects: SERVICES,
    strict: true,
  });

// Fields of version 2: those of version 1 in snake case.

const V2_NAMES = { asset: "token_id", oppositeAsset: "opposite_token_id" };

export const inVersion2 = <Source>(fields: Fields<Source>): Fields<Source> => toSnakeCase(fields, V2_NAMES);

// Parameters shared by operations of version 2.

const MAX_CONDITIONS = 20;
const MAX_EVENT = 2_147_483_647;

export const Conditions = (maximum = MAX_CONDITIONS) =>
  Type.Optional(
    Type.Array(
      Type.String({
        pattern: CONDITION_PATTERN,
        description: "Condition id: 0x and 64 hex digits that name the market",
      }),
      {
        maxItems: maximum,
        description: "Condition ids of markets, with commas between them",
      },
    ),
  );

/** Condition ids of markets, under both parameter names. */
export const MARKET_IDS = { condition_id: Conditions(), condition: Conditions() };

export const Events = Type.Optional(
  Type.Array(Type.Integer({ minimum: 1, maximum: MAX_EVENT }), {
    maxItems: MAX_CONDITIONS,
    description: "Ids of events, with commas between them; not together with condition_id",
  }),
);

const MAX_CURSOR = 4_000;

/** Makes the parameters of a paged list. */
export const pageParameters = (bounds: { readonly default: number; readonly maximum: number }) => ({
  limit: pageLimit(bounds),
  cursor: Type.Optional(
    Type.String({ maxLength: MAX_CURSOR, description: "`next_cursor` of the page before" }),
  ),
});

const Bound = (description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_SECONDS,
      description: `${description}, unix seconds; 0 bounds nothing`,
    }),
  );

/** Inclusive bounds of a time. */
export const SPAN = { start: Bound("The earliest"), end: Bound("The latest") };

type V2Span = { readonly start?: number; readonly end?: number };

/** Converts the bounds to milliseconds: `from` inclusive, `until` exclusive. */
export const readBounds = ({ start = 0, end = 0 }: V2Span) => ({
  from: start === 0 ? undefined : start * 1000,
  until: end === 0 ? undefined : (end + 1) * 1000,
});

type MarketsQuery = {
  readonly condition_id?: readonly string[];
  readonly condition?: readonly string[];
  readonly event_id?: readonly number[];
};

export type AskedMarkets = {
  /** Condition ids in lower case, without duplicates. */
  readonly conditionIds: readonly string[] | undefined;
  readonly eventIds: readonly number[] | undefined;
};

/** Reads the markets that a query selects, under either parameter name. */
export function readMarketIds({
  condition_id,
  condition,
  event_id,
}: MarketsQuery): AskedMarkets | ErrorResponse {
  const given = [condition_id, condition, event_id].filter((one) => one !== undefined);
  if (given.length > 1) {
    const name = event_id === undefined ? "condition" : "event_id";
    return invalidFieldBecause(name, "expected one of condition_id, condition and event_id, got several");
  }
  const conditionIds = (condition_id ?? condition)?.map(normalizeCondition);
  return { conditionIds: conditionIds && [...new Set(conditionIds)], eventIds: event_id };
}

export const Period = Type.Enum(["day", "week", "month", "all"], {
  default: "day",
  description: PERIOD_MEANING,
});

export const Wallet = Type.String({ description: "Lower case" });
