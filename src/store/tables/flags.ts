/** The flags in the catalog's entries of markets and events: the only columns of entries that trading changes. */
import type { Flags } from "../../core/markets/catalog.ts";
import { computeEventFlags, isPublished } from "../../core/markets/flags.ts";
import type { Market, MarketEvent } from "../../core/state.ts";
import type { TouchedState } from "../projector/touched.ts";
import type { Columns, Table } from "./table.ts";

/** Public flags, and whether the entry is public at all. */
export type EntryFlags = Flags & { readonly published: boolean };

const FLAGS = {
  active: { type: "boolean", value: ({ active }) => active },
  closed: { type: "boolean", value: ({ closed }) => closed },
  archived: { type: "boolean", value: ({ archived }) => archived },
  published: { type: "boolean", value: ({ published }) => published },
} satisfies Columns<EntryFlags>;

type MarketFlags = EntryFlags & { readonly market: number };

export const MARKET_FLAGS = {
  name: "market_entries",
  key: ["market"],
  columns: { market: { type: "integer", value: ({ market }) => market }, ...FLAGS },
} satisfies Table<MarketFlags>;

type EventFlags = EntryFlags & { readonly event: string };

export const EVENT_FLAGS = {
  name: "event_entries",
  key: ["event"],
  columns: { event: { type: "bigint", value: ({ event }) => event }, ...FLAGS },
} satisfies Table<EventFlags>;

export const marketEntryFlags = (market: Pick<Market, "flags" | "status">): EntryFlags => ({
  ...market.flags,
  published: isPublished(market),
});

export const eventEntryFlags = (event: MarketEvent): EntryFlags => ({
  ...computeEventFlags(event),
  published: event.markets.some(isPublished),
});

export const listMarketFlags = ({ flaggedMarkets }: TouchedState): MarketFlags[] =>
  [...flaggedMarkets.values()].map((market) => ({ market: market.no, ...marketEntryFlags(market) }));

export const listEventFlags = ({ flaggedEvents }: TouchedState): EventFlags[] =>
  [...flaggedEvents.values()].map((event) => ({ event: event.id, ...eventEntryFlags(event) }));
