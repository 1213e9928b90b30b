/**
 * Tables that only listings write, with columns of the catalog's own types. Their rows come as JSON, which PostgreSQL
 * converts to the types of the columns, so that only names need to be described.
 */
import type { EventEntryRow, MarketEntryRow } from "../catalog/catalog-entries.ts";
import type { EntryFlags } from "./flags.ts";

export type RecordTable<Column extends string = string> = {
  readonly name: string;
  readonly key: Column;
  readonly columns: readonly Column[];
  /** Columns that an existing row with the same key retains. */
  readonly kept?: readonly Column[];
};

const CONTENTS = { key: "id", columns: ["id", "slug", "content"] } as const;

export const EVENTS: RecordTable = { name: "events", ...CONTENTS };
export const SERIES: RecordTable = { name: "series", ...CONTENTS };
export const TAGS: RecordTable = {
  name: "tags",
  key: "id",
  columns: ["id", "slug", "content", "event_count", "phrases", "words"],
  kept: ["event_count"],
};

export const MARKETS: RecordTable = {
  name: "markets",
  key: "no",
  columns: ["no", "id", "event_id", "condition_id", "token_ids", "slug", "content"],
  kept: ["condition_id", "token_ids"],
};

export const MARKET_ENTRIES: RecordTable<keyof (MarketEntryRow & EntryFlags)> = {
  name: "market_entries",
  key: "market",
  columns: [
    "market",
    "id",
    "event",
    "slug",
    "question",
    "start_date",
    "end_date",
    "created_at",
    "updated_at",
    "creator",
    "phrases",
    "words",
    "active",
    "closed",
    "archived",
    "published",
  ],
};

export const EVENT_ENTRIES: RecordTable<keyof (EventEntryRow & EntryFlags)> = {
  name: "event_entries",
  key: "event",
  columns: [
    "event",
    "slug",
    "ticker",
    "title",
    "start_date",
    "creation_date",
    "end_date",
    "created_at",
    "updated_at",
    "tag_ids",
    "tag_slugs",
    "series_slugs",
    "creators",
    "phrases",
    "words",
    "active",
    "closed",
    "archived",
    "published",
  ],
};

/** Returns the SQL that writes the rows of a JSON array, the first parameter. */
export function writeRecordsSql({ name, key, columns, kept = [] }: RecordTable): string {
  const list = columns.join(", ");
  const changes = columns
    .filter((column) => column !== key && !kept.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  return `
    insert into ${name} (${list}) select ${list} from json_populate_recordset(null::${name}, $1::json)
    on conflict (${key}) do update set ${changes.join(", ")}`;
}
