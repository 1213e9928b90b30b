/** Lists of wallets with starting funds, as CSV: address, amount and perhaps a note of each. */
import type { Funding } from "../../core/command.ts";
import { refuseUnsigned } from "../../core/accounts.ts";
import { escapeHidden, findHidden } from "../../core/hidden-characters.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { readCollateral } from "../trading/amount.ts";
import { readCsvLines } from "./csv-lines.ts";
import { readWallet } from "./wallet-term.ts";

export const MOST_FUNDINGS = 1000;
export const MOST_NOTE = 1000;

export type FundingLine = Funding & {
  /** Number of the line, from 1. */
  readonly line: number;
  /** Empty for none. */
  readonly note: string;
};

export type LineFault = { readonly line: number; readonly fault: string };

export type FundingList = { readonly lines: readonly FundingLine[]; readonly faults: readonly LineFault[] };

/** Reads the list. A first line that begins with "address" is a header, and blank lines are left out. */
export function readFundingList(csv: string): FundingList {
  const given = readCsvLines(csv, "address");
  if (given.length === 0) return faulty(1, "expected a wallet, got none");
  const beyond = given[MOST_FUNDINGS];
  if (beyond !== undefined)
    return faulty(beyond.line, `expected at most ${MOST_FUNDINGS} wallets, got ${given.length}`);
  const lines: FundingLine[] = [];
  const faults: LineFault[] = [];
  const seen = new Map<string, number>();
  for (const { line, cells } of given) {
    const read = readLine(cells, seen);
    if (typeof read === "string") {
      faults.push({ line, fault: escapeHidden(read) });
    } else {
      seen.set(read.address, line);
      lines.push({ line, ...read });
    }
  }
  return { lines, faults };
}

const faulty = (line: number, fault: string): FundingList => ({ lines: [], faults: [{ line, fault }] });

/** Reads a line; gives its fault in words. */
function readLine(
  cells: readonly string[] | string,
  seen: ReadonlyMap<string, number>,
): Omit<FundingLine, "line"> | string {
  if (typeof cells === "string") return cells;
  const [given = "", amountGiven = "", note = "", ...more] = cells;
  if (more.length > 0) return `expected address, amount and note, got ${cells.length} values`;
  const address = readWallet(given);
  if (isRejection(address)) return address.hint;
  const unsigned = refuseUnsigned(address);
  if (unsigned !== undefined) return `address: ${unsigned.hint}`;
  const earlier = seen.get(address);
  if (earlier !== undefined) return `address: expected each wallet once, got that of line ${earlier}`;
  const amount = readCollateral(amountGiven);
  if (isRejection(amount)) return amount.hint;
  if (note.length > MOST_NOTE) return `note: expected up to ${MOST_NOTE} characters, got ${note.length}`;
  const hidden = findHidden(note, "lines");
  if (hidden !== undefined)
    return `note: expected text without hidden characters, got ${hidden.code} at character ${hidden.position}`;
  return { address, amount, note };
}

const TOLD_FAULTS = 50;

/** Refuses a list with faults; `name` is the field that it came in. */
export function refuseLines(name: string, faults: readonly LineFault[]): Rejection | undefined {
  if (faults.length === 0) return undefined;
  const told = faults.slice(0, TOLD_FAULTS).map(({ line, fault }) => `line ${line}: ${fault}`);
  const more = faults.length > TOLD_FAULTS ? [`${faults.length - TOLD_FAULTS} more lines are wrong`] : [];
  return reject("invalid_payload", `${name}: ${[...told, ...more].join("; ")}; nothing was done`);
}
