/**
 * A script for the database of a Kuest site, which puts an exchange's markets into it. All rows go into temporary tables
 * first. From these the site's own are inserted, and updated where they differ, in one transaction. A script that fails
 * changes nothing, and neither does one that is run again.
 */
import type { SiteRow } from "./site-rows.ts";

/** Tables of a site in the order in which they refer to each other, with the column that tells rows apart. */
const KEYS = {
  conditions: "id",
  events: "id",
  markets: "condition_id",
  outcomes: "token_id",
} as const;

type SiteTable = keyof typeof KEYS;
const TABLES: readonly SiteTable[] = ["conditions", "events", "markets", "outcomes"];

/** A row with its table; a row of `tags` has the event that carries it. */
export type SiteEntry = { readonly table: SiteTable | "tags"; readonly row: SiteRow };

type Batch = { columns: readonly string[]; rows: string[]; length: number };

/** Rows of one statement, and their characters. */
const MOST_ROWS = 100;
const MOST_LENGTH = 1_000_000;

/** Writes the script in pieces; entries of different tables may come in any order. */
export async function* siteScript(title: string, entries: AsyncIterable<SiteEntry>): AsyncGenerator<string> {
  yield opening(title);
  const batches = new Map<SiteEntry["table"], Batch>();
  for await (const { table, row } of entries) {
    const batch = batches.get(table) ?? { columns: Object.keys(row), rows: [], length: 0 };
    batches.set(table, batch);
    const text = JSON.stringify(row);
    batch.rows.push(text);
    batch.length += text.length;
    if (batch.rows.length >= MOST_ROWS || batch.length >= MOST_LENGTH) yield takeRows(table, batch);
  }
  for (const [table, batch] of batches) if (batch.rows.length > 0) yield takeRows(table, batch);
  yield AGREEMENT;
  for (const table of TABLES) {
    const batch = batches.get(table);
    if (batch !== undefined) yield merge(table, batch.columns);
  }
  yield CLOSING;
}

const opening = (title: string): string => `-- ${title}
begin;
set local standard_conforming_strings = on;
set local client_encoding = 'UTF8';
lock table conditions, events, markets, outcomes, tags, event_tags in share row exclusive mode;
${switchCounting("disable")}
${TABLES.map(
  (table) =>
    `create temporary table exported_${table} on commit drop as select * from ${table} with no data;\n`,
).join("")}create temporary table exported_tags (event_id text, name text, slug text) on commit drop;
`;

/**
 * Switches the triggers by which a site counts the markets of an event's tags with each row that it writes. They take time
 * in the square of the rows: an export counts once.
 */
const switchCounting = (how: "disable" | "enable"): string => `do $$
declare counting record;
begin
  for counting in
    select tgname, tgrelid::regclass as name from pg_trigger where tgfoid = to_regproc('update_tag_markets_count')
  loop
    execute format('alter table %s ${how} trigger %I', counting.name, counting.tgname);
  end loop;
end $$;`;

/** Writes the rows of a batch, and empties it. */
function takeRows(table: SiteEntry["table"], batch: Batch): string {
  const columns = batch.columns.join(", ");
  const rows = batch.rows.join(",\n").replaceAll("'", "''");
  batch.rows = [];
  batch.length = 0;
  return `insert into exported_${table} (${columns}) select ${columns}
from json_populate_recordset(null::exported_${table}, '[
${rows}
]');
`;
}

/** Statements that bring ids, flags and slugs of the export in line with those of the site. */
const AGREEMENT = `
-- An event of the site that has the same slug is the same event.
create temporary table same_events on commit drop as
  select exported.id as exported_id, events.id as own_id
  from exported_events as exported join events using (slug)
  where events.id not in (select id from exported_events);
update exported_events set id = own_id from same_events where id = exported_id;
update exported_markets set event_id = own_id from same_events where event_id = exported_id;
update exported_tags set event_id = own_id from same_events where event_id = exported_id;

-- An event that the site hides stays hidden.
update exported_events set is_hidden = true from events where events.id = exported_events.id and events.is_hidden;

-- A slug that changed is given up first: it may be another's now.
update events set slug = events.id
from exported_events as exported where exported.id = events.id and exported.slug <> events.slug;
update markets set slug = markets.condition_id
from exported_markets as exported
where exported.condition_id = markets.condition_id
  and (exported.event_id, exported.slug) <> (markets.event_id, markets.slug);

`;

/** Inserts the rows that the site does not have, and updates those that differ. A creation is written once. */
function merge(table: SiteTable, columns: readonly string[]): string {
  const key = KEYS[table];
  const changing = columns.filter((column) => column !== key && column !== "created_at");
  const own = changing.map((column) => `${table}.${column}`).join(", ");
  const exported = changing.map((column) => `excluded.${column}`).join(", ");
  const values = columns.map((column) => (column === "created_at" ? "coalesce(created_at, now())" : column));
  return `insert into ${table} (${columns.join(", ")})
select ${values.join(", ")} from exported_${table}
on conflict (${key}) do update set (${changing.join(", ")}) = (${exported})
where (${own}) is distinct from (${exported});

`;
}

/** A number of a tag is used up by each attempt to insert one, so that only those are tried that the site has not. */
const CLOSING = `-- A tag is known by its slug, or else by its name.
insert into tags (name, slug)
select distinct on (name) name, slug
from (select distinct on (slug) name, slug from exported_tags order by slug, name) as exported
where not exists (select from tags where tags.slug = exported.slug or tags.name = exported.name)
order by name, slug;
insert into event_tags (event_id, tag_id)
select distinct exported.event_id, coalesce(by_slug.id, by_name.id)
from exported_tags as exported
left join tags as by_slug on by_slug.slug = exported.slug
left join tags as by_name on by_name.name = exported.name
on conflict do nothing;

update tags set active_markets_count = counted.markets
from (
  select tag_id, count(*) filter (where is_active and not is_resolved) as markets
  from event_tags join markets using (event_id) group by tag_id
) as counted
where counted.tag_id = tags.id and tags.active_markets_count is distinct from counted.markets;
${switchCounting("enable")}
commit;
`;
