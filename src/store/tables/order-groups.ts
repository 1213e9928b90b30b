/** Order groups: their terms, and the filled shares that count against their limits. */
import type { FilledShares, OrderGroup } from "../../core/state.ts";
import { lots } from "../../core/units.ts";
import type { TouchedGroup } from "../projector/touched.ts";
import type { StoredRow, Table } from "./table.ts";

/** A row without terms is of a group that was removed. */
export const ORDER_GROUPS = {
  name: "order_groups",
  key: ["owner", "name"],
  columns: {
    owner: { type: "text", value: ({ name }) => name.owner },
    name: { type: "text", value: ({ name }) => name.name },
    share_limit: { type: "bigint", value: ({ group }) => group?.limit },
    window_ms: { type: "integer", value: ({ group }) => group?.windowMs },
    stopped: { type: "boolean", value: ({ group }) => group?.isStopped },
    filled: { type: "text", value: ({ group }) => formatFilled(group?.filled) },
  },
} satisfies Table<TouchedGroup>;

/** Formats filled shares as TIME:LOTS, oldest first and separated by slashes; `undefined` if there are none. */
const formatFilled = (filled: readonly FilledShares[] = []): string | undefined =>
  filled.length === 0 ? undefined : filled.map(({ at, lots: count }) => `${at}:${count}`).join("/");

/** Reads a stored group; `undefined` if it was removed. */
export function readOrderGroup(row: StoredRow<typeof ORDER_GROUPS>): OrderGroup | undefined {
  const { owner, name, share_limit: limit, window_ms: windowMs, stopped, filled } = row;
  if (limit === null || windowMs === null || stopped === null) return undefined;
  return { owner, name, limit, windowMs, isStopped: stopped, filled: parseFilled(filled) };
}

const parseFilled = (text: string | null): FilledShares[] =>
  (text ?? "").split("/").flatMap((part) => {
    const [at, count] = part.split(":").map(Number);
    return at === undefined || count === undefined ? [] : [{ at, lots: lots(count) }];
  });
