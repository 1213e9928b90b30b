/** POST /accounts/fund: opens or credits many accounts from the lines of a CSV, all or none. */
import { Type } from "typebox";
import { readCsvLines } from "../../../base/csv.ts";
import { joinFitting } from "../../../base/short-list.ts";
import { rejectUnsigned } from "../../../core/ledger/accounts.ts";
import type { CommandOf, AccountDeposit, OperatedPart } from "../../../core/events/command.ts";
import { decideFundings } from "../../../core/ledger/fundings.ts";
import { escapeHidden, findHidden } from "../../../core/people/hidden-characters.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Exchange } from "../../../core/state.ts";
import { collateralText, decimalText } from "../../../core/units.ts";
import { readCollateral } from "../../values/amount.ts";
import { NOTE } from "./accounts.ts";
import { changeOperation, operation, COLLATERAL, changeBody } from "../operation.ts";
import { readWallet } from "../../values/wallets.ts";
import { strictObject } from "../../operation/strict-object.ts";

// Lists of wallets with starting funds, as CSV: address, amount and an optional note.

const MAX_FUNDINGS = 1000;
const MAX_NOTE = 1000;

type FundingLine = AccountDeposit & {
  /** Line number, from 1. */
  readonly line: number;
  /** Note; empty if there is none. */
  readonly note: string;
};

export type LineFault = { readonly line: number; readonly fault: string };

type FundingList = { readonly lines: readonly FundingLine[]; readonly faults: readonly LineFault[] };

/** Reads the list. A first line that begins with "address" is a header, and blank lines are left out. */
function readFundingList(csv: string): FundingList {
  const given = readCsvLines(csv, "address");
  if (given.length === 0) return createFaultyList(1, "expected a wallet, got none");
  const firstExcess = given[MAX_FUNDINGS];
  if (firstExcess !== undefined)
    return createFaultyList(
      firstExcess.line,
      `expected at most ${MAX_FUNDINGS} wallets, got ${given.length}`,
    );
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

const createFaultyList = (line: number, fault: string): FundingList => ({
  lines: [],
  faults: [{ line, fault }],
});

/** Reads a line; returns text that describes the fault if the line is invalid. */
function readLine(
  cells: readonly string[] | string,
  seen: ReadonlyMap<string, number>,
): Omit<FundingLine, "line"> | string {
  if (typeof cells === "string") return cells;
  const [given = "", amountGiven = "", note = "", ...more] = cells;
  if (more.length > 0) return `expected address, amount and note, got ${cells.length} values`;
  const address = readWallet(given);
  if (isRejection(address)) return address.hint;
  const unsigned = rejectUnsigned(address);
  if (unsigned !== undefined) return `address: ${unsigned.hint}`;
  const earlier = seen.get(address);
  if (earlier !== undefined) return `address: expected each wallet once, got that of line ${earlier}`;
  const amount = readCollateral(amountGiven);
  if (isRejection(amount)) return amount.hint;
  if (note.length > MAX_NOTE) return `note: expected up to ${MAX_NOTE} characters, got ${note.length}`;
  const hidden = findHidden(note, "lines");
  if (hidden !== undefined)
    return `note: expected text without hidden characters, got ${hidden.code} at character ${hidden.position}`;
  return { address, amount, note };
}

/** Characters of the reported lines, so that the hint also says how many others are wrong. */
const MAX_REPORTED = 430;

/** Rejects a list with faults; `name` is the field's name. */
export function rejectLines(name: string, faults: readonly LineFault[]): Rejection | undefined {
  if (faults.length === 0) return undefined;
  const { text, left } = joinFitting(
    faults.map(({ line, fault }) => `line ${line}: ${fault}`),
    { separator: "; ", room: MAX_REPORTED },
  );
  const more = left === 0 ? "" : `; ${left} more ${left === 1 ? "line is" : "lines are"} wrong`;
  return reject("invalid_payload", `${name}: ${text}${more}; nothing was done`);
}

// POST /accounts/fundings: credits all wallets of a list, and opens missing accounts. The whole list is one command in one
// batch, which applies to every wallet or to none. POST /accounts/fundings/rehearsal shows the result beforehand.

const Csv = Type.String({
  maxLength: 1_000_000,
  description:
    "Lines of address, amount and perhaps a note, with commas, semicolons or tabs between; up to 1000 wallets",
});

const BODY_BYTES = 2 * 1024 * 1024;

const Total = Type.String({ description: "Collateral of all lines together" });

export const RehearsedFundings = Type.Object({
  accounts: Type.Integer({ description: "Wallets that would be credited" }),
  opens: Type.Integer({ description: "Those of them that have no account yet" }),
  total: Total,
  lines: Type.Array(
    Type.Object({
      line: Type.Integer(),
      address: Type.String(),
      amount: Type.String(),
      note: Type.String({ description: "Empty for none" }),
      opens: Type.Boolean({ description: "True if its account would be opened" }),
    }),
  ),
  faults: Type.Array(Type.Object({ line: Type.Integer(), fault: Type.String() }), {
    description: "Lines that are wrong; with any of them nothing can be done",
  }),
});

export const rehearseFundings = operation({
  method: "POST",
  path: "/accounts/fundings/rehearsal",
  summary: "Rehearse a list of starting funds: what it would do, and which lines are wrong",
  group: COLLATERAL,
  refuses: ["amount_too_large"],
  role: "treasury",
  once: false,
  bodyLimit: BODY_BYTES,
  body: strictObject({ csv: Csv }),
  answer: RehearsedFundings,
  handle: async ({ context, body }) => {
    const list = readFundingList(body.csv);
    const lines = await context.engine.examine((exchange) => rehearseLines(exchange, list));
    if (isRejection(lines)) return { rejection: lines };
    return {
      body: {
        accounts: lines.length,
        opens: lines.filter(({ opens }) => opens).length,
        total: totalText(list),
        lines,
        faults: [...list.faults],
      },
    };
  },
});

/** Describes the lines, or rejects the list as the operation itself would; faults of lines come first. */
function rehearseLines(exchange: Exchange, { lines, faults }: FundingList) {
  const fundingResult = faults.length > 0 ? undefined : decideFundings(exchange, buildFundCommand(lines));
  if (isRejection(fundingResult)) return fundingResult;
  return lines.map(({ amount, ...line }) => ({
    ...line,
    amount: collateralText(amount),
    opens: exchange.accountByAddress.get(line.address) === undefined,
  }));
}

const buildFundCommand = (lines: readonly FundingLine[]): CommandOf<"fund-accounts"> => ({
  type: "fund-accounts",
  fundings: lines.map(({ address, amount }) => ({ address, amount })),
});

export const FundedAccounts = Type.Object({
  accounts: Type.Integer({ description: "Wallets that were credited" }),
  opened: Type.Integer({ description: "Those of them whose account was opened" }),
  total: Total,
});

export const fundAccounts = changeOperation({
  path: "/accounts/fundings",
  summary: "Credit the wallets of a list, all or none, and open accounts for those that have none",
  group: COLLATERAL,
  refuses: ["amount_too_large"],
  role: "treasury",
  bodyLimit: BODY_BYTES,
  body: changeBody({ csv: Csv }),
  answer: FundedAccounts,
  act: async (call) => {
    const { csv, reason } = call.body;
    const list = readFundingList(csv);
    const rejection = rejectLines("csv", list.faults);
    if (rejection !== undefined) return rejection;
    const total = totalText(list);
    const accounts = list.lines.length;
    return call.execute(
      {
        action: "fund-accounts",
        subject: "accounts",
        details: { accounts, total },
        command: buildFundCommand(list.lines),
        parts: list.lines.flatMap((line) => buildAuditParts(line, reason)),
      },
      ({ events }) => ({
        accounts,
        opened: events.filter(({ type }) => type === "account-opened").length,
        total,
      }),
    );
  },
});

/** Makes the audit entries about one wallet, the same as for a single credit and note. */
function buildAuditParts({ address, amount, note }: FundingLine, reason: string): OperatedPart[] {
  const credit = { action: "credit", subject: address, reason, details: { amount: collateralText(amount) } };
  return note === "" ? [credit] : [credit, { action: NOTE, subject: address, reason: note, details: {} }];
}

/** Formats the sum of all amounts, which can exceed the largest amount of the exchange. */
const totalText = ({ lines }: FundingList): string =>
  decimalText(
    lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    6,
  );
