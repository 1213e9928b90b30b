/** Exports invites with their links as a CSV file. */
import type { Operations } from "../api/generated/operator.ts";
import type { Csv } from "../csv.ts";
import type { OperatorClient } from "./operator-session.tsx";

const PAGE = 1000;

const COLUMNS = ["name", "link", "amount", "uses", "used", "given", "state", "until", "id", "list"] as const;

type Invite = Operations["GET /invites"]["answer"]["data"][number];

/** Reads a page after the other; `list` is the id of those that were made together. */
export async function exportInvites(request: OperatorClient, list?: string): Promise<Csv> {
  const all: Invite[] = [];
  for (;;) {
    const query = { limit: PAGE, offset: all.length, ...(list !== undefined && { list }) };
    const { data, total } = await request("GET /invites", { query });
    all.push(...data);
    if (data.length === 0 || all.length >= total) break;
  }
  const rows = all.map((invite) => COLUMNS.map((column) => String(invite[column] ?? "")));
  return { header: COLUMNS, rows };
}
