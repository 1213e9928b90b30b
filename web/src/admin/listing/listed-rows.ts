/** Rows of markets and events for the console, from the catalog or the operator API. */
import type {
  Event,
  EventMarket,
  EventSummary,
  ListedEvent,
  Market as CatalogMarket,
} from "../../api/generated/catalog.ts";
import type { Market } from "../../api/generated/operator.ts";
import { toMarket } from "../../markets/market.ts";
import type { Outcome } from "../../markets/market.ts";
import { toMicros } from "../../base/money.ts";
import type { Micros } from "../../../../src/core/units.ts";

export type EventName = { readonly id: string; readonly slug: string; readonly title: string };

/** Texts and picture that traders read; empty where there are none. */
export type ListedTexts = {
  readonly rules: string;
  readonly source: string;
  readonly image: string;
};

export type ListedMarket = ListedTexts & {
  readonly id: string;
  readonly slug: string;
  readonly conditionId: string;
  readonly question: string;
  readonly event: EventName | undefined;
  readonly status: Market["status"];
  /** State of a proposal that awaits a decision. */
  readonly proposal: "proposed" | "disputed" | undefined;
  /** Time in unix milliseconds. */
  readonly endsAt: number | undefined;
  readonly volume: Micros;
  readonly outcomes: readonly [Outcome, Outcome];
  /** False without quotes and trades: the prices of the outcomes then mean nothing. */
  readonly priced: boolean;
};

export type ListedEventRow = EventName &
  ListedTexts & {
    readonly status: "open" | "paused" | "draft" | "resolved" | "archived";
    readonly startsAt: number | undefined;
    readonly endsAt: number | undefined;
    readonly volume: Micros;
    readonly markets: readonly ListedMarket[];
  };

const parseTime = (text: string | undefined): number | undefined => {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? undefined : time;
};

/** Derives the status. The flags do not separate drafts from paused markets, but only paused markets have a book. */
function deriveMarketStatus(row: EventMarket): Market["status"] {
  if (row.archived) return "archived";
  if (row.closed) return "resolved";
  if (row.acceptingOrders) return "active";
  return row.enableOrderBook ? "paused" : "draft";
}

const isWaiting = (status: string | undefined): status is "proposed" | "disputed" =>
  status === "proposed" || status === "disputed";

const readListedTexts = (row: EventMarket | ListedEvent | Event): ListedTexts => ({
  rules: row.description ?? "",
  source: row.resolutionSource ?? "",
  image: row.image ?? "",
});

const toMarketRow = (row: EventMarket, event: EventName | undefined): ListedMarket => ({
  ...readListedTexts(row),
  id: row.id,
  slug: row.slug ?? "",
  conditionId: row.conditionId,
  question: row.question || row.slug || row.conditionId,
  event,
  status: deriveMarketStatus(row),
  proposal: isWaiting(row.umaResolutionStatus) ? row.umaResolutionStatus : undefined,
  endsAt: parseTime(row.endDate),
  ...readTradedFields(row),
});

function readTradedFields(row: EventMarket) {
  const { volume, outcomes, priced } = toMarket(row);
  return { volume, outcomes, priced };
}

const toEventName = ({ id, slug = "", title = slug }: EventSummary | ListedEvent | Event): EventName => ({
  id,
  slug,
  title,
});

export const toMarketWithEvent = (row: CatalogMarket): ListedMarket => {
  const [event] = row.events;
  return toMarketRow(row, event && toEventName(event));
};

function deriveEventStatus({ active, closed, archived }: ListedEvent | Event): ListedEventRow["status"] {
  if (archived) return "archived";
  if (closed) return "resolved";
  return active ? "open" : "draft";
}

/** Tells whether trading is paused in all markets that are not over. */
const isPaused = (markets: readonly ListedMarket[]): boolean =>
  markets.some(({ status }) => status === "paused") && markets.every(({ status }) => status !== "active");

export function toEventRow(row: ListedEvent | Event): ListedEventRow {
  const name = toEventName(row);
  const status = deriveEventStatus(row);
  const markets = row.markets.map((market) => toMarketRow(market, name));
  return {
    ...name,
    ...readListedTexts(row),
    status: status === "open" && isPaused(markets) ? "paused" : status,
    startsAt: parseTime(row.startDate),
    endsAt: parseTime(row.endDate),
    volume: toMicros(row.volume),
    markets,
  };
}
