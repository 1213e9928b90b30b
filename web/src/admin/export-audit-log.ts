/** Exports the audit log as a CSV file. */
import type { AuditEntry } from "../api/generated/operator.ts";
import type { Csv } from "../csv.ts";
import type { OperatorClient } from "./operator-session.tsx";

const PAGE = 500;
/** Largest number of exported entries. `presage audit --json` exports any number. */
const MOST = 50_000;

const COLUMNS = ["sequence", "time", "operator", "action", "subject", "reason", "details"] as const;

type Filter = { readonly subject?: string; readonly operator?: string };
type AuditFile = { readonly csv: Csv; readonly whole: boolean };

export async function exportAuditLog(request: OperatorClient, filter: Filter): Promise<AuditFile> {
  const rows: Csv["rows"][number][] = [];
  let before: string | null = "";
  while (before !== null && rows.length < MOST) {
    const query = { ...filter, limit: PAGE, ...(before !== "" && { before }) };
    const page: { readonly data: readonly AuditEntry[]; readonly next: string | null } = await request(
      "GET /audit",
      { query },
    );
    rows.push(...page.data.map(rowOf));
    before = page.next;
  }
  return { csv: { header: COLUMNS, rows }, whole: before === null };
}

const rowOf = (entry: AuditEntry): string[] =>
  COLUMNS.map((column) => (column === "details" ? JSON.stringify(entry.details) : String(entry[column])));
