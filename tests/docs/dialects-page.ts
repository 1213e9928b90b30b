/** docs/reference/dialects.md, with its tables of differences. */
import { DIFFERENCES } from "../../src/http/dialects/dialect-differences.ts";
import type { Difference } from "../../src/http/dialects/difference.ts";
import { pageOf } from "./made-tables.ts";
import { markdownTable } from "./markdown-table.ts";

const HEAD = ["topic", "specification", "Polymarket", "Kuest"];

function tableOf(name: string): string {
  const rows: readonly Difference[] = Object.values(DIFFERENCES);
  const shown = rows.filter((row) => row.interface === name);
  if (shown.length === 0) throw new Error(`no difference is on ${name}`);
  return markdownTable(
    HEAD,
    shown.map(({ topic, spec, polymarket, kuest }) => [topic, spec, polymarket, kuest]),
  );
}

export const dialectsPage = () => pageOf("reference/dialects.md", tableOf);
