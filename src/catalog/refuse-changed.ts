/** Edits based on a known state: rejected if somebody edited in the meantime, so that nobody overwrites unknowingly. */
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { listEditsAfter } from "../store/reads/markets.ts";
import type { SubjectEdit } from "../store/reads/markets.ts";
import type { AnySql } from "../store/sql/database.ts";
import { instantAt } from "./dates.ts";

/** Maximum number of edits that a rejection lists. */
const TOLD_EDITS = 3;

/** Rejects an edit of a subject that was edited after the batch; lists the latest edits by operator and time. */
export async function refuseChanged(
  sql: AnySql,
  subject: string,
  batch: number | undefined,
): Promise<Rejection | undefined> {
  if (batch === undefined) return undefined;
  const edits = await listEditsAfter(sql, subject, { batch, limit: TOLD_EDITS + 1 });
  if (edits.length === 0) return undefined;
  const told = edits.slice(0, TOLD_EDITS).map(editText);
  const more = edits.length > TOLD_EDITS ? ["and earlier edits"] : [];
  return reject(
    "listing_changed",
    `changed after batch ${batch}: ${[...told, ...more].join("; ")}; read it again`,
  );
}

function editText({ batch, at, operator, details: { changes = [] } }: SubjectEdit): string {
  const fields = changes.map(({ field }) => givenName(field)).join(", ");
  return `${fields} by ${operator} at ${instantAt(at)} (batch ${batch})`;
}

/** Returns the name of a field in requests. */
export const givenName = (field: string): string => (field === "groupItemTitle" ? "label" : field);
