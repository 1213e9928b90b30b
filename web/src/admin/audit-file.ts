/** The audit log as a file of comma-separated values. */
import type { AuditEntry } from "../api/generated/operator.ts";
import type { Ask } from "./operator-session.tsx";

const PAGE = 500;
/** Beyond this a browser is the wrong tool: `presage audit --json` has no end. */
const MOST = 50_000;

const COLUMNS = ["sequence", "time", "operator", "action", "subject", "reason", "details"] as const;

type Filter = { readonly subject?: string; readonly operator?: string };
type AuditFile = { readonly text: string; readonly rows: number; readonly whole: boolean };

export async function auditFile(ask: Ask, filter: Filter): Promise<AuditFile> {
  const lines: string[] = [COLUMNS.join(",")];
  let before: string | null = "";
  while (before !== null && lines.length <= MOST) {
    const query = { ...filter, limit: PAGE, ...(before !== "" && { before }) };
    const page: { readonly data: readonly AuditEntry[]; readonly next: string | null } = await ask(
      "GET /audit",
      { query },
    );
    lines.push(...page.data.map(lineOf));
    before = page.next;
  }
  return { text: `${lines.join("\r\n")}\r\n`, rows: lines.length - 1, whole: before === null };
}

const lineOf = (entry: AuditEntry): string =>
  COLUMNS.map((column) =>
    cell(column === "details" ? JSON.stringify(entry.details) : String(entry[column])),
  ).join(",");

/** Spreadsheets would take what begins like this for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
