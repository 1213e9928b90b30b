/** Names of a list of invites: one on each line. */
import type { Context } from "../../context.ts";
import { isRejection } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { TraderName } from "../../core/trader-name.ts";
import { readCsvLines } from "./csv-lines.ts";
import type { CsvLine } from "./csv-lines.ts";
import type { LineFault } from "./funding-lines.ts";
import { readPromisedNames } from "./promised-names.ts";
import type { FindPromised } from "./promised-names.ts";

export const MOST_INVITED = 1000;

export type InvitedNames = { readonly names: readonly string[]; readonly faults: readonly LineFault[] };

/**
 * Reads the list. A name that nobody could choose now is a fault. So is one that looks like another of the list, or like
 * one that an open invite promises.
 */
export async function readInvitedNames(csv: string, context: Context): Promise<InvitedNames | Rejection> {
  const lines = readCsvLines(csv, "name");
  if (lines.length === 0) return { names: [], faults: [{ line: 1, fault: "expected a name, got none" }] };
  const beyond = lines[MOST_INVITED];
  if (beyond !== undefined) {
    const fault = `expected at most ${MOST_INVITED} names, got ${lines.length}`;
    return { names: [], faults: [{ line: beyond.line, fault }] };
  }
  const findPromised = await readPromisedNames(context);
  if (isRejection(findPromised)) return findPromised;
  const seen = new Map<string, number>();
  const read: string[] = [];
  const faults: LineFault[] = [];
  for (const line of lines) {
    const name = await readLine(line, context.names);
    const fault = typeof name === "string" ? name : findRepeat(name, seen, findPromised);
    if (fault !== undefined) faults.push({ line: line.line, fault });
    if (typeof name === "string") continue;
    for (const text of [name.folded, name.look]) seen.set(text, line.line);
    read.push(name.text);
  }
  return { names: read, faults };
}

/** Gives the name of a line, or its fault. */
async function readLine({ cells }: CsvLine, names: Context["names"]): Promise<TraderName | string> {
  if (typeof cells === "string") return cells;
  const [given = "", ...more] = cells;
  if (more.length > 0) return `expected a name alone, got ${cells.length} values`;
  const name = await names.readFree(given);
  return isRejection(name) ? name.hint : name;
}

function findRepeat(
  name: TraderName,
  seen: ReadonlyMap<string, number>,
  findPromised: FindPromised,
): string | undefined {
  const { text, folded, look } = name;
  const earlier = seen.get(folded) ?? seen.get(look);
  if (earlier !== undefined)
    return `name: expected each name once, got "${text}", which reads like that of line ${earlier}`;
  const promised = findPromised(name);
  if (promised === undefined) return undefined;
  return `name: expected a name that no open invite promises, got "${text}", which reads like "${promised}"; revoke that invite first`;
}
