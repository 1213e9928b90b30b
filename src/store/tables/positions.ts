/** Positions: the shares that an account has of an outcome, and their history. */
import { emptyPosition } from "../../core/ledger/position.ts";
import { tokenNumber } from "../../core/state.ts";
import type { Position } from "../../core/state.ts";
import type { TouchedPosition, TouchedState } from "../projector/touched.ts";
import type { CopiedRow } from "../sql/copied-rows.ts";
import { copiedColumns } from "./table.ts";
import type { Table } from "./table.ts";

type HeldPosition = TouchedPosition & { readonly position: Position };

export const POSITIONS = {
  name: "positions",
  key: ["account", "market", "outcome"],
  columns: {
    account: { type: "integer", value: ({ account }) => account.no },
    market: { type: "integer", value: ({ market }) => market.no },
    outcome: { type: "smallint", value: ({ outcome }) => outcome },
    lots: { type: "bigint", value: ({ position }) => position.lots },
    held: { type: "bigint", value: ({ position }) => position.held },
    average: { type: "bigint", value: ({ position }) => position.average },
    bought: { type: "bigint", value: ({ position }) => position.bought },
    realized: { type: "bigint", value: ({ position }) => position.realized },
    changed_at: { type: "bigint", value: ({ position }) => position.changedAt },
  },
} satisfies Table<HeldPosition>;

/** Lists the positions that a batch touched; an account that never had shares of an outcome has an empty one. */
export const listPositions = ({ positions }: Pick<TouchedState, "positions">): HeldPosition[] =>
  [...positions.values()].map((row) => ({
    ...row,
    position: row.account.positions.get(tokenNumber(row.market, row.outcome)) ?? emptyPosition(),
  }));

export const COPIED_POSITION = copiedColumns(POSITIONS, [
  "account",
  "market",
  "outcome",
  "lots",
  "held",
  "average",
  "bought",
  "realized",
  "changed_at",
]);

export function readPosition(row: CopiedRow): Position {
  const { read } = COPIED_POSITION;
  return {
    lots: read.lots(row),
    held: read.held(row),
    average: read.average(row),
    bought: read.bought(row),
    realized: read.realized(row),
    changedAt: read.changed_at(row),
  };
}
