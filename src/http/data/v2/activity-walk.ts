/** Walks over trades and activity: a cursor names the row that the next page follows. */
import type {
  ActivityKind,
  PlacedActivity,
  TransferKind,
  TransferRow,
} from "../../../store/reads/activity.ts";
import type { ActivityPlace } from "../../../store/reads/fills.ts";
import { cutPage, encodeCursor, readCounts } from "./page-cursor.ts";
import type { CutPage } from "./page-cursor.ts";

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
): CutPage<Row> {
  return cutPage(found, limit, ({ batch, kind, number, role }) => {
    const shown = found.slice(0, limit);
    const lastFill = shown.findLast((row) => isFill(row.kind))?.number ?? after?.lastFill ?? 0;
    return encodeCursor(walk, [batch, isFill(kind) ? 1 : 0, number, role, lastFill]);
  });
}

const isFill = (kind: ActivityKind | TransferKind): boolean => kind === "trade";
