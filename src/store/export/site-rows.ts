/**
 * Rows of the database of a Kuest site, made of events and markets. Each row has a value for every column that an export
 * writes. Amounts are decimal text in units of the collateral, dates ISO 8601.
 */
import type { CatalogEvent, CatalogMarket, Instant, Payout } from "../../core/catalog.ts";
import { collateralText } from "../../core/units.ts";
import { ulidOf } from "../../signing/key-id.ts";
import type { ExportedEvent, ExportedMarket } from "./exported-listings.ts";

type Value = string | number | boolean | null | { readonly [name: string]: string | boolean };
export type SiteRow = Readonly<Record<string, Value>>;

/** Stands where a site names the contract that resolves a market: there is none. */
const NO_ORACLE = `0x${"0".repeat(40)}`;
/** Kuest's adapter: a site takes orders of negative-risk markets with this one only. */
const NEGATIVE_RISK_ADAPTER = "0xd9416E904e1ab925ad72F03F6D6ce0Aa80fd2dC5";
/** Bits of a ULID after its time. */
const ENTROPY_BITS = 80n;

/** The id of an event on a site: a ULID of its creation, by which sites sort, and of its number in the catalog. */
export function siteEventId({ id, createdAt }: Pick<CatalogEvent, "id" | "createdAt">): string {
  const createdMs = createdAt === undefined ? 0 : Math.max(0, Date.parse(createdAt));
  return ulidOf(((BigInt(createdMs) << ENTROPY_BITS) | BigInt(id)).toString(16));
}

export function eventRow({ content, ...listed }: ExportedEvent): SiteRow {
  const [series] = content.series;
  return {
    id: siteEventId(content),
    slug: content.slug,
    title: content.title,
    creator: listed.creator,
    icon_url: iconOf(content),
    neg_risk: content.negativeRisk,
    enable_neg_risk: content.negativeRisk,
    neg_risk_market_id: content.negativeRiskMarketId ?? null,
    series_id: series?.id ?? null,
    series_slug: series?.slug ?? null,
    series_recurrence: series?.recurrence ?? null,
    status: listed.resolved ? "resolved" : listed.open ? "active" : "archived",
    rules: content.description,
    is_hidden: listed.archived,
    end_date: dateOf(content.endDate),
    resolved_at: listed.resolved ? timeOf(listed.resolvedAt) : null,
    created_at: dateOf(content.createdAt ?? content.creationDate),
  };
}

/** Rows of the tags of an event that have a name to show. */
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
    resolution_price: payout === null ? null : shareOf(payout, 0),
    resolution_was_disputed: standing.some(({ step }) => step === "disputed"),
    resolution_last_update: timeOf(last?.at ?? null),
    created_at: dateOf(content.createdAt),
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
    resolution_source_url: source === null ? null : webAddressOf(source),
    neg_risk: content.negativeRisk,
    neg_risk_market_id: content.negativeRiskMarketId ?? null,
    neg_risk_request_id: content.negativeRiskRequestId ?? null,
    icon_url: iconOf(content),
    is_active: market.active && !isOver(market) && !market.archived,
    is_resolved: isOver(market),
    metadata: metadataOf(market),
    volume: collateralText(market.volume),
    volume_24h: collateralText(market.volume24h),
    end_time: dateOf(content.endDate),
    created_at: dateOf(content.createdAt),
  };
}

export const outcomeRows = ({ content, payout }: ExportedMarket): SiteRow[] =>
  content.outcomes.map((text, index) => ({
    token_id: content.tokenIds[index] ?? null,
    condition_id: content.conditionId,
    outcome_text: text,
    outcome_index: index,
    is_winning_outcome: payout !== null && shareOf(payout, index) === 1,
    payout_value: payout === null ? null : shareOf(payout, index),
    created_at: dateOf(content.createdAt),
  }));

const isOver = ({ closed, payout }: ExportedMarket): boolean => closed || payout !== null;

/** Facts of a market that a site reads from no column of their own. */
const metadataOf = ({ content, status, archived }: ExportedMarket) => ({
  accepting_orders: status === "active",
  archived,
  ...(content.negativeRisk && { neg_risk_adapter_address: NEGATIVE_RISK_ADAPTER }),
});

/** Pay of one share, in collateral: 1, 0 or 0.5. */
const shareOf = (payout: Payout, index: number): number => (payout[index] ?? 0) / (payout[0] + payout[1]);

const iconOf = ({ icon, image }: CatalogEvent | CatalogMarket): string | null =>
  [icon, image].map((address = "") => webAddressOf(address)).find((address) => address !== null) ?? null;

/** An address that a browser opens; a site takes anything else for a place in its own storage. */
const webAddressOf = (text: string): string | null => (/^https?:\/\//.test(text) ? text : null);

/** A date that PostgreSQL can read, which has no year 0. */
const dateOf = (instant: Instant | undefined): string | null =>
  instant === undefined || instant.startsWith("0000") ? null : instant;

const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
