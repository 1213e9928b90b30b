/**
 * POST /accounts/fundings: credits all wallets of a list, and opens accounts for those that have none. All of it is one
 * step in one batch: it happens to every wallet or to none. POST /accounts/fundings/rehearsal says so beforehand.
 */
import { Type } from "typebox";
import type { CommandOf, OperatedPart } from "../../core/command.ts";
import { decideFundings } from "../../core/fundings.ts";
import { isRejection } from "../../core/rejection.ts";
import type { Exchange } from "../../core/state.ts";
import { collateralText, decimalText } from "../../core/units.ts";
import { once } from "../once.ts";
import { NOTE } from "./add-note.ts";
import { readFundingList, refuseLines } from "./funding-lines.ts";
import type { FundingLine, FundingList } from "./funding-lines.ts";
import { COLLATERAL } from "./groups.ts";
import { operate, operation, Reason } from "./operation.ts";
import type { OperatorAction } from "./operation.ts";

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
  body: Type.Object({ csv: Csv }, { additionalProperties: false }),
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

/** Describes the lines, or refuses what the list itself would be refused for; its faults come before that. */
function rehearseLines(exchange: Exchange, { lines, faults }: FundingList) {
  const refused = faults.length > 0 ? undefined : decideFundings(exchange, fundingsOf(lines));
  if (isRejection(refused)) return refused;
  return lines.map(({ amount, ...line }) => ({
    ...line,
    amount: collateralText(amount),
    opens: exchange.accountByAddress.get(line.address) === undefined,
  }));
}

const fundingsOf = (lines: readonly FundingLine[]): CommandOf<"fund-accounts"> => ({
  type: "fund-accounts",
  fundings: lines.map(({ address, amount }) => ({ address, amount })),
});

export const FundedAccounts = Type.Object({
  accounts: Type.Integer({ description: "Wallets that were credited" }),
  opened: Type.Integer({ description: "Those of them whose account was opened" }),
  total: Total,
});

export const fundAccounts = operation({
  method: "POST",
  path: "/accounts/fundings",
  summary: "Credit the wallets of a list, all or none, and open accounts for those that have none",
  group: COLLATERAL,
  refuses: ["not_accepting", "amount_too_large"],
  role: "treasury",
  bodyLimit: BODY_BYTES,
  body: Type.Object({ csv: Csv, reason: Reason }, { additionalProperties: false }),
  answer: FundedAccounts,
  handle: (call) =>
    once(call, {
      act: async () => {
        const { csv, reason } = call.body;
        const list = readFundingList(csv);
        const refused = refuseLines("csv", list.faults);
        if (refused !== undefined) return refused;
        const total = totalText(list);
        const accounts = list.lines.length;
        const change: OperatorAction = {
          action: "fund-accounts",
          subject: "accounts",
          reason,
          details: { accounts, total },
          command: fundingsOf(list.lines),
          parts: list.lines.flatMap((line) => entriesOf(line, reason)),
        };
        return operate(call, change, ({ events }) => ({
          accounts,
          opened: events.filter(({ type }) => type === "account-opened").length,
          total,
        }));
      },
      tell: ({ result }) => result,
    }),
});

/** Entries of the audit log about one wallet, as a credit and a note by themselves would leave them. */
function entriesOf({ address, amount, note }: FundingLine, reason: string): OperatedPart[] {
  const credit = { action: "credit", subject: address, reason, details: { amount: collateralText(amount) } };
  return note === "" ? [credit] : [credit, { action: NOTE, subject: address, reason: note, details: {} }];
}

/** Sum of all amounts, which can be more than the exchange can hold. */
const totalText = ({ lines }: FundingList): string =>
  decimalText(
    lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    6,
  );
