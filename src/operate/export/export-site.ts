/** Exports an exchange's markets as an SQL script for a Kuest site, written while the exchange is read. */
import type { CatalogEvent, CatalogMarket, Instant, Payout } from "../../core/markets/catalog.ts";
import { collateralText } from "../../core/units.ts";
import { toUlid } from "../../signing/credentials.ts";
import { HOUR_MS } from "../../store/catalog/catalog-records.ts";
import { readTablesHead } from "../../store/journal/journal.ts";
import type { Snapshot } from "../../store/sql/table-stream.ts";
import { streamEvents, streamMarkets } from "./exported-listings.ts";
import type { ExportedEvent, ExportedMarket } from "./exported-listings.ts";

// Rows of the database of a Kuest site, made from events and markets. Each row has a value for every column that an export
// writes. Amounts are decimal text in units of the collateral, dates ISO 8601.

type Value = string | number | boolean | null | { readonly [name: string]: string | boolean };
type SiteRow = Readonly<Record<string, Value>>;

/** Placeholder for the contract that resolves a market, since there is none. */
const NO_ORACLE = `0x${"0".repeat(40)}`;
/** Kuest's adapter, the only one with which a site accepts orders of negative-risk markets. */
const NEGATIVE_RISK_ADAPTER = "0xd9416E904e1ab925ad72F03F6D6ce0Aa80fd2dC5";
/** Bits of a ULID after its timestamp. */
const ENTROPY_BITS = 80n;

/**
 * Builds the id of an event on a site: a ULID from its creation time, by which sites sort, and from its number in the
 * catalog.
 */
export function siteEventId({ id, createdAt }: Pick<CatalogEvent, "id" | "createdAt">): string {
  const createdMs = createdAt === undefined ? 0 : Math.max(0, Date.parse(createdAt));
  return toUlid(((BigInt(createdMs) << ENTROPY_BITS) | BigInt(id)).toString(16));
}

export function eventRow({ content, ...listed }: ExportedEvent): SiteRow {
  const [series] = content.series;
  return {
    id: siteEventId(content),
    slug: content.slug,
    title: content.title,
    creator: listed.creator,
    icon_url: findIconPath(content),
    neg_risk: content.negativeRisk,
    enable_neg_risk: content.negativeRisk,
    neg_risk_market_id: content.negativeRiskMarketId ?? null,
    series_id: series?.id ?? null,
    series_slug: series?.slug ?? null,
    series_recurrence: series?.recurrence ?? null,
    status: listed.resolved ? "resolved" : listed.open ? "active" : "archived",
    rules: content.description,
    is_hidden: listed.archived,
    end_date: formatDate(content.endDate),
    resolved_at: listed.resolved ? formatTime(listed.resolvedAt) : null,
    created_at: formatDate(content.createdAt ?? content.creationDate),
  };
}

/** Makes rows of an event's tags; tags without a displayable name are left out. */
export const tagRows = ({ content }: ExportedEvent): SiteRow[] =>
  content.tags
    .filter(({ label, slug }) => label !== "" && slug !== "")
    .map(({ label, slug }) => ({ event_id: siteEventId(content), name: label, slug }));

export function conditionRow(market: ExportedMarket): SiteRow {
  const { content, payout, steps } = market;
  const since = steps.findLastIndex(({ step }) => step === "undone") + 1;
  const standing = steps.slice(since);
  const last = standing.at(-1);
  const resolved = isOver(market);
  return {
    id: content.conditionId,
    oracle: NO_ORACLE,
    question_id: content.questionId,
    creator: content.creator ?? null,
    resolved,
    resolution_status: resolved ? "resolved" : (last?.step ?? null),
    resolution_price: payout === null ? null : payoutPerShare(payout, 0),
    resolution_was_disputed: standing.some(({ step }) => step === "disputed"),
    resolution_last_update: formatTime(last?.at ?? null),
    created_at: formatDate(content.createdAt),
  };
}

export function marketRow(market: ExportedMarket): SiteRow {
  const { content, event } = market;
  const source = content.resolutionSource ?? event.resolutionSource ?? null;
  return {
    condition_id: content.conditionId,
    event_id: siteEventId(event),
    title: content.question,
    slug: content.slug,
    short_title: content.groupItemTitle ?? null,
    question: content.question,
    market_rules: content.description,
    resolution_source: source,
    resolution_source_url: source === null ? null : toWebAddress(source),
    neg_risk: content.negativeRisk,
    neg_risk_market_id: content.negativeRiskMarketId ?? null,
    neg_risk_request_id: content.negativeRiskRequestId ?? null,
    icon_url: findIconPath(content),
    is_active: market.active && !isOver(market) && !market.archived,
    is_resolved: isOver(market),
    metadata: buildSiteMetadata(market),
    volume: collateralText(market.volume),
    volume_24h: collateralText(market.volume24h),
    end_time: formatDate(content.endDate),
    created_at: formatDate(content.createdAt),
  };
}

export const outcomeRows = ({ content, payout }: ExportedMarket): SiteRow[] =>
  content.outcomes.map((text, index) => ({
    token_id: content.tokenIds[index] ?? null,
    condition_id: content.conditionId,
    outcome_text: text,
    outcome_index: index,
    is_winning_outcome: payout !== null && payoutPerShare(payout, index) === 1,
    payout_value: payout === null ? null : payoutPerShare(payout, index),
    created_at: formatDate(content.createdAt),
  }));

const isOver = ({ closed, payout }: ExportedMarket): boolean => closed || payout !== null;

/** Metadata of a market that a site reads from JSON rather than from columns. */
const buildSiteMetadata = ({ content, status, archived }: ExportedMarket) => ({
  accepting_orders: status === "active",
  archived,
  ...(content.negativeRisk && { neg_risk_adapter_address: NEGATIVE_RISK_ADAPTER }),
});

/** Computes the payout of one share, in collateral: 1, 0 or 0.5. */
const payoutPerShare = (payout: Payout, index: number): number =>
  (payout[index] ?? 0) / (payout[0] + payout[1]);

const findIconPath = ({ icon, image }: CatalogEvent | CatalogMarket): string | null =>
  [icon, image].map((address = "") => toWebAddress(address)).find((address) => address !== null) ?? null;

/** Keeps an address that a browser can open; a site treats anything else as a path in its own storage. */
const toWebAddress = (text: string): string | null => (/^https?:\/\//.test(text) ? text : null);

/** Keeps dates that PostgreSQL can read, which has no year 0. */
const formatDate = (instant: Instant | undefined): string | null =>
  instant === undefined || instant.startsWith("0000") ? null : instant;

const formatTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

// An SQL script that inserts an exchange's markets into the database of a Kuest site. It first loads all rows into
// temporary tables. From these it inserts missing rows and updates different ones, in one transaction. A failed script
// changes nothing, and neither does a repeated one.

/** Tables of a site in the order of their references, with the column that identifies rows. */
const KEYS = {
  conditions: "id",
  events: "id",
  markets: "condition_id",
  outcomes: "token_id",
} as const;

type SiteTable = keyof typeof KEYS;
const TABLES: readonly SiteTable[] = ["conditions", "events", "markets", "outcomes"];

/** A row with its table; a row of `tags` names its event. */
export type SiteEntry = { readonly table: SiteTable | "tags"; readonly row: SiteRow };

type Batch = { columns: readonly string[]; rows: string[]; length: number };

/** Rows of one statement, and their length in characters. */
const MAX_ROWS = 100;
const MAX_LENGTH = 1_000_000;

/** Writes the script in pieces; rows of different tables may come in any order. */
export async function* siteScript(title: string, entries: AsyncIterable<SiteEntry>): AsyncGenerator<string> {
  yield opening(title);
  const batches = new Map<SiteEntry["table"], Batch>();
  for await (const { table, row } of entries) {
    const batch = batches.get(table) ?? { columns: Object.keys(row), rows: [], length: 0 };
    batches.set(table, batch);
    const text = JSON.stringify(row);
    batch.rows.push(text);
    batch.length += text.length;
    if (batch.rows.length >= MAX_ROWS || batch.length >= MAX_LENGTH) yield takeRows(table, batch);
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
 * Disables or enables the triggers by which a site recounts the markets of an event's tags for each written row. Their
 * time is quadratic in the number of rows, so the script counts once at the end.
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

/** Writes the rows of a batch as a statement, and empties the batch. */
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

/** Statements that adapt ids, flags and slugs of the export to those of the site. */
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

/** Inserts missing rows, and updates different ones. Creation times are only written on insert. */
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

/** Each attempt to insert a tag uses up a sequence number, so only tags that the site lacks are inserted. */
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

const HOURS = 24;

type SiteExport = {
  readonly pieces: AsyncGenerator<Buffer>;
  /** Numbers of written events and markets so far. */
  readonly counts: { events: number; markets: number };
};

type SiteExportOptions = {
  readonly time: Date;
  /** Called after each event and market with the number written so far. */
  readonly onItem?: (written: number) => void;
};

/** Exports the exchange as of one snapshot. */
export async function exportSite(
  snapshot: Snapshot,
  { time, onItem = () => {} }: SiteExportOptions,
): Promise<SiteExport> {
  const { seq } = await readTablesHead(snapshot);
  const counts = { events: 0, markets: 0 };
  const count = (kind: "events" | "markets"): void => {
    counts[kind] += 1;
    onItem(counts.events + counts.markets);
  };
  const title = `Markets of a Presage exchange as of batch ${seq}, ${time.toISOString()}, for the database of a Kuest site.`;
  return { pieces: encodeTexts(siteScript(title, streamSiteEntries(snapshot, time, count))), counts };
}

async function* streamSiteEntries(
  snapshot: Snapshot,
  time: Date,
  count: (kind: "events" | "markets") => void,
): AsyncGenerator<SiteEntry> {
  for await (const event of streamEvents(snapshot)) {
    yield { table: "events", row: eventRow(event) };
    for (const row of tagRows(event)) yield { table: "tags", row };
    count("events");
  }
  const since = Math.floor(time.getTime() / HOUR_MS) - HOURS;
  for await (const market of streamMarkets(snapshot, since)) {
    yield { table: "conditions", row: conditionRow(market) };
    yield { table: "markets", row: marketRow(market) };
    for (const row of outcomeRows(market)) yield { table: "outcomes", row };
    count("markets");
  }
}

async function* encodeTexts(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}
