/** Ids of rows of GET /trades, and the cursor that Kuest's site makes of the last row of a page. */
import { Type } from "typebox";
import type { PlacedActivity } from "../../store/reads/activity.ts";
import { findFillPlace } from "../../store/reads/fill-place.ts";
import type { ActivityPlace, Party } from "../../store/reads/fills.ts";
import { tradeId, tradeNumber } from "../../store/reads/trade-id.ts";
import type { Sql } from "../../store/sql/database.ts";
import { onlyIn } from "../dialects/dialect-parameters.ts";
import type { Refused } from "../refusal-form.ts";
import { Seconds } from "./activity-parameters.ts";
import { lowerCase, User } from "./parameters.ts";
import { invalidField, missingField } from "./refusal.ts";

/** The trade's id with the party's role behind it: each party has a row of its own. */
export const fillId = ({ number, role }: Pick<PlacedActivity, "number" | "role">): string =>
  `${tradeId(number)}.${role === 1 ? "taker" : "maker"}`;

const MAX_ID = 100;

export const tradeCursor = {
  cursorTimestamp: onlyIn(["kuest"], Seconds("timestamp of the row that the page follows")),
  cursorId: onlyIn(
    ["kuest"],
    Type.Optional(Type.String({ maxLength: MAX_ID, description: "id of that row" })),
  ),
  cursorUser: onlyIn(
    ["kuest"],
    Type.Optional({ ...User, description: "proxyWallet of that row; the three belong together" }),
  ),
};

type GivenCursor = {
  readonly cursorTimestamp?: number;
  readonly cursorId?: string;
  readonly cursorUser?: string;
};

const NAMES = ["cursorTimestamp", "cursorId", "cursorUser"] as const;

/** The row that the page follows: all three parameters have to be of it. `undefined` without a cursor. */
export async function readTradeCursor(
  sql: Sql,
  cursor: GivenCursor,
): Promise<ActivityPlace | Refused | undefined> {
  const { cursorTimestamp, cursorId, cursorUser } = cursor;
  if (NAMES.every((name) => cursor[name] === undefined)) return undefined;
  if (cursorTimestamp === undefined) return missingField("cursorTimestamp");
  if (cursorId === undefined) return missingField("cursorId");
  if (cursorUser === undefined) return missingField("cursorUser");
  const named = readFillId(cursorId);
  const found = named && (await findFillPlace(sql, named.no, named.party));
  if (found === undefined) return invalidField("cursorId");
  if (Math.floor(found.at / 1000) !== cursorTimestamp) return invalidField("cursorTimestamp");
  return found.wallet === lowerCase(cursorUser) ? found.place : invalidField("cursorUser");
}

function readFillId(id: string): { readonly no: number; readonly party: Party } | undefined {
  const [trade = "", role, ...rest] = id.split(".");
  const no = tradeNumber(trade);
  if (no === undefined || rest.length > 0 || (role !== "taker" && role !== "maker")) return undefined;
  return { no, party: role };
}
