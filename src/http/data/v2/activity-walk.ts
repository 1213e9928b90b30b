/** Walks over trades and activity: a cursor names the row that the next page follows. */
import type {
  ActivityKind,
  PlacedActivity,
  TransferKind,
  TransferRow,
} from "../../../store/reads/activity.ts";
import type { ActivityPlace } from "../../../store/reads/fills.ts";
import { encodeCursor, readCounts } from "./page-cursor.ts";

export type WalkedRow = PlacedActivity | TransferRow;

const WIDTH = 5;

/** The row that a page follows; `undefined` of the first page, `"refused"` for a cursor of another list. */
export function readActivityPlace(
  cursor: string | undefined,
  walk: string,
): ActivityPlace | undefined | "refused" {
  const place = readCounts(cursor, { walk, width: WIDTH });
  if (place === undefined || place === "refused") return place;
  const [batch = 0, isFill = 0, number = 0, role = 0, lastFill = 0] = place;
  return isFill > 1 || role > 1
    ? "refused"
    : { batch, isFill: isFill === 1, number, role, lastFill: lastFill === 0 ? undefined : lastFill };
}

type ReadWalk<Row> = { readonly walk: string; readonly limit: number; readonly found: readonly Row[] };

/** The rows of the page among those that were found, one of which more than a page tells of a next one. */
export function activityPage<Row extends WalkedRow>(
  { walk, limit, found }: ReadWalk<Row>,
  after: ActivityPlace | undefined,
): { readonly rows: readonly Row[]; readonly next: string | undefined } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (last === undefined || found.length === rows.length) return { rows, next: undefined };
  const lastFill = rows.findLast(({ kind }) => isFill(kind))?.number ?? after?.lastFill ?? 0;
  const place = [last.batch, isFill(last.kind) ? 1 : 0, last.number, last.role, lastFill];
  return { rows, next: encodeCursor(walk, place) };
}

const isFill = (kind: ActivityKind | TransferKind): boolean => kind === "trade";
