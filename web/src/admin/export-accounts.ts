/** Exports the list of accounts as a CSV file. */
import type { Operations } from "../api/generated/operator.ts";
import type { Csv } from "../csv.ts";
import type { OperatorClient } from "./operator-session.tsx";

type Page = Operations["GET /accounts"]["answer"];

const PAGE = 200;
/** Largest number of exported accounts. */
const MOST = 50_000;

const COLUMNS = [
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

type AccountFile = { readonly csv: Csv; readonly whole: boolean };

/** Reads a page after the other, so that other reads have their turns. */
export async function exportAccounts(request: OperatorClient, search: string): Promise<AccountFile> {
  const rows: Csv["rows"][number][] = [];
  let before: string | null = "";
  while (before !== null && rows.length < MOST) {
    const query = { limit: PAGE, ...(search !== "" && { search }), ...(before !== "" && { before }) };
    const page: Page = await request("GET /accounts", { query });
    rows.push(...page.data.map((account) => COLUMNS.map((column) => String(account[column] ?? ""))));
    before = page.next;
  }
  return { csv: { header: COLUMNS, rows }, whole: before === null };
}
