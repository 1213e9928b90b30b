/** The flags in the catalog's entries of markets and events: the only columns of theirs that trading changes. */
import type { Flags } from "../../core/catalog.ts";
import { flagsOfEvent } from "../../core/flags.ts";
import type { TouchedState } from "../projector/touched.ts";
import type { Columns, Table } from "./table.ts";

const FLAGS = {
  active: { type: "boolean", value: ({ active }) => active },
  closed: { type: "boolean", value: ({ closed }) => closed },
  archived: { type: "boolean", value: ({ archived }) => archived },
} satisfies Columns<Flags>;

type MarketFlags = Flags & { readonly market: number };

export const MARKET_FLAGS = {
  name: "market_entries",
  key: ["market"],
  columns: { market: { type: "integer", value: ({ market }) => market }, ...FLAGS },
} satisfies Table<MarketFlags>;

type EventFlags = Flags & { readonly event: string };

export const EVENT_FLAGS = {
  name: "event_entries",
  key: ["event"],
  columns: { event: { type: "bigint", value: ({ event }) => event }, ...FLAGS },
} satisfies Table<EventFlags>;

export const listMarketFlags = ({ flaggedMarkets }: TouchedState): MarketFlags[] =>
  [...flaggedMarkets.values()].map(({ no, flags }) => ({ market: no, ...flags }));

export const listEventFlags = ({ flaggedEvents }: TouchedState): EventFlags[] =>
  [...flaggedEvents.values()].map((event) => ({ event: event.id, ...flagsOfEvent(event) }));
