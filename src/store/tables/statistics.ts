/** Amounts and prices of markets, events and builders, by time or current. */
import { sumEventStatistics } from "../../core/ledger/liquidity.ts";
import type { Market } from "../../core/state.ts";
import type { Micros } from "../../core/units.ts";
import type { TouchedState } from "../projector/touched.ts";
import { BATCH } from "./table.ts";
import type { Table } from "./table.ts";

export const BUILDER_VOLUMES = {
  name: "builder_volumes",
  key: ["builder", "day"],
  columns: {
    day: BATCH.day,
    builder: { type: "bytea", value: ([code]) => code },
    volume: { type: "bigint", value: ([, volume]) => volume, onConflict: "sum" },
  },
} satisfies Table<readonly [code: string, volume: Micros]>;

export const MARKET_VOLUMES = {
  name: "market_volumes",
  key: ["hour", "market"],
  columns: {
    hour: BATCH.hour,
    market: { type: "integer", value: ({ market }) => market.no },
    event: { type: "bigint", value: ({ market }) => market.event.id, onConflict: "keep" },
    volume: { type: "bigint", value: ({ volume }) => volume, onConflict: "sum" },
  },
} satisfies Table<{ readonly market: Market; readonly volume: Micros }>;

export const PRICE_HISTORY = {
  name: "price_history",
  key: ["market", "minute"],
  columns: {
    market: { type: "integer", value: ({ market }) => market.no },
    minute: { type: "integer", value: ({ minute }) => minute },
    midpoint: { type: "integer", value: ({ midpoint }) => midpoint },
  },
} satisfies Table<TouchedState["records"][number]>;

type EventStatistics = { readonly event: string; readonly volume: Micros; readonly liquidity: Micros };

export const EVENT_STATISTICS = {
  name: "event_figures",
  key: ["event"],
  columns: {
    event: { type: "bigint", value: ({ event }) => event },
    volume: { type: "bigint", value: ({ volume }) => volume },
    liquidity: { type: "bigint", value: ({ liquidity }) => liquidity },
  },
} satisfies Table<EventStatistics>;

export const listEventStatistics = ({ events }: TouchedState): EventStatistics[] =>
  [...events.values()].map((event) => ({ event: event.id, ...sumEventStatistics(event) }));
