/** Exports of lists as CSV files: accounts, the audit log, and invites with their links. */
import type { Csv } from "../../base/csv.ts";
import type { Answer, OperatorClient } from "../session/operator-session.tsx";

/** Largest number of exported rows. `presage audit --json` exports any number of entries. */
const MAX_ROWS = 50_000;

/** An exported file; `whole` is false if the list has more rows than a file may have. */
type CsvFile = { readonly csv: Csv; readonly whole: boolean };

type Page<Row> = { readonly data: readonly Row[]; readonly next: string | null };

/** Reads pages one by one, so that other requests get their turn. */
async function exportPages<Row>(
  header: readonly string[],
  readPage: (page: { readonly before?: string }) => Promise<Page<Row>>,
  write: (row: Row) => readonly string[],
): Promise<CsvFile> {
  const rows: Csv["rows"][number][] = [];
  let cursor: string | null = "";
  while (cursor !== null && rows.length < MAX_ROWS) {
    const page: Page<Row> = await readPage(cursor === "" ? {} : { before: cursor });
    rows.push(...page.data.map(write));
    cursor = page.next;
  }
  return { csv: { header, rows }, whole: cursor === null };
}

const ACCOUNT_COLUMNS = [
  "address",
  "name",
  "owner",
  "balance",
  "available",
  "openOrders",
  "positionsValue",
  "joined",
  "banned",
] as const;

export function exportAccounts(request: OperatorClient, search: string): Promise<CsvFile> {
  const filter = { limit: 200, ...(search !== "" && { search }) };
  return exportPages(
    ACCOUNT_COLUMNS,
    (page) => request("GET /accounts", { query: { ...filter, ...page } }),
    (account) => ACCOUNT_COLUMNS.map((column) => String(account[column] ?? "")),
  );
}

const AUDIT_COLUMNS = ["sequence", "time", "operator", "action", "subject", "reason", "details"] as const;

export type AuditFilter = { readonly subject?: string; readonly operator?: string };

export function exportAuditLog(request: OperatorClient, filter: AuditFilter): Promise<CsvFile> {
  return exportPages(
    AUDIT_COLUMNS,
    (page) => request("GET /audit", { query: { ...filter, limit: 500, ...page } }),
    (entry) =>
      AUDIT_COLUMNS.map((column) =>
        column === "details" ? JSON.stringify(entry.details) : String(entry[column]),
      ),
  );
}

const INVITE_COLUMNS = [
  "name",
  "link",
  "amount",
  "uses",
  "used",
  "given",
  "state",
  "until",
  "id",
  "list",
] as const;

/** Exports invites with their links; with `list`, only the invites that were made together as this list. */
export async function exportInvites(request: OperatorClient, list?: string): Promise<Csv> {
  const allRows: Answer<"GET /invites">["data"][number][] = [];
  for (;;) {
    const query = { limit: 1000, offset: allRows.length, ...(list !== undefined && { list }) };
    const { data, total } = await request("GET /invites", { query });
    allRows.push(...data);
    if (data.length === 0 || allRows.length >= total) break;
  }
  const rows = allRows.map((invite) => INVITE_COLUMNS.map((column) => String(invite[column] ?? "")));
  return { header: INVITE_COLUMNS, rows };
}
