/** Names of a list of invites: one on each line. */
import type { Context } from "../../context.ts";
import { isRejection } from "../../core/rejection.ts";
import { readTraderName } from "../../core/trader-name.ts";
import { readCsvLines } from "./csv-lines.ts";
import type { CsvLine } from "./csv-lines.ts";
import type { LineFault } from "./funding-lines.ts";

export const MOST_INVITED = 1000;

export type InvitedNames = { readonly names: readonly string[]; readonly faults: readonly LineFault[] };

/** Reads the list; a name that nobody could choose now is a fault, and so is one that looks like another of the list. */
export async function readInvitedNames(
  csv: string,
  { names, brand }: Pick<Context, "names" | "brand">,
): Promise<InvitedNames> {
  const lines = readCsvLines(csv, "name");
  if (lines.length === 0) return { names: [], faults: [{ line: 1, fault: "expected a name, got none" }] };
  if (lines.length > MOST_INVITED) {
    const fault = `expected at most ${MOST_INVITED} names, got ${lines.length}`;
    return { names: [], faults: [{ line: lines[MOST_INVITED].line, fault }] };
  }
  const seen = new Map<string, number>();
  const own = brand.read().name;
  const read: string[] = [];
  const faults: LineFault[] = [];
  for (const line of lines) {
    const name = readLine(line, seen, own);
    const unfit = typeof name === "string" ? await names.check(name) : undefined;
    if (typeof name !== "string") faults.push(name);
    else if (unfit !== undefined) faults.push({ line: line.line, fault: unfit.hint });
    else read.push(name);
  }
  return { names: read, faults };
}

/** Gives the name of a line, or its fault. */
function readLine({ line, cells }: CsvLine, seen: Map<string, number>, brand: string): string | LineFault {
  if (typeof cells === "string") return { line, fault: cells };
  const [given = "", ...more] = cells;
  if (more.length > 0) return { line, fault: `expected a name alone, got ${cells.length} values` };
  const name = readTraderName(given, brand);
  if (isRejection(name)) return { line, fault: name.hint };
  const earlier = seen.get(name.folded) ?? seen.get(name.look);
  if (earlier !== undefined)
    return { line, fault: `name: expected each name once, got one that reads like that of line ${earlier}` };
  for (const text of [name.folded, name.look]) seen.set(text, line);
  return name.text;
}
