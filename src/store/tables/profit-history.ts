/** Positions and shown prices at the end of each period in which they changed, from which past profits are computed. */
import type { Account, Market, Outcome, Position } from "../../core/state.ts";
import type { Column, Table } from "./table.ts";

/** Ten minutes: the minimum time between two points of a profit history. */
export const PERIOD_MS = 600_000;

const PERIOD = {
  type: "integer",
  value: (_row, { at }) => Math.floor(at / PERIOD_MS),
} satisfies Column<unknown>;

/** A position whose shares moved, as its batch left it. */
export type MovedPosition = Readonly<Pick<Position, "lots" | "average" | "realized">> & {
  readonly account: Account;
  readonly market: Market;
  readonly outcome: Outcome;
};

export const POSITION_HISTORY = {
  name: "position_history",
  key: ["account", "market", "outcome", "period"],
  columns: {
    account: { type: "integer", value: ({ account }) => account.no },
    market: { type: "integer", value: ({ market }) => market.no },
    outcome: { type: "smallint", value: ({ outcome }) => outcome },
    period: PERIOD,
    lots: { type: "bigint", value: ({ lots }) => lots },
    average: { type: "bigint", value: ({ average }) => average },
    realized: { type: "bigint", value: ({ realized }) => realized },
  },
} satisfies Table<MovedPosition>;

/** The shown price of a market's outcome 0 in half ticks, as a batch left it. */
export type PricedMarket = { readonly no: number; readonly price: number };

export const SHOWN_PRICES = {
  name: "shown_prices",
  key: ["market", "period"],
  columns: {
    market: { type: "integer", value: ({ no }) => no },
    period: PERIOD,
    price: { type: "smallint", value: ({ price }) => price },
  },
} satisfies Table<PricedMarket>;
