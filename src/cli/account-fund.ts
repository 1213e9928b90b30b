/** `presage account fund`: credits the wallets of a CSV file, all of them or none. */
import type { Static } from "typebox";
import type { FundedAccounts, RehearsedFundings } from "../http/admin/fund-accounts.ts";
import type { OperationInput, OperatorSubcommand } from "./operation.ts";
import { readCsv } from "./csv-file.ts";
import { tableText } from "./table.ts";

export const FUND: OperatorSubcommand = {
  operands: ["FILE"],
  changes: true,
  warning: async (input) => rehearsedText(await rehearse(input)),
  perform: async ({ operands: [file], reason, call }) => {
    const body = { csv: readCsv(file), reason };
    const done: Static<typeof FundedAccounts> = JSON.parse(
      await call({ method: "POST", path: "/accounts/fundings", body }),
    );
    return {
      json: done,
      text: `Accounts credited: ${done.accounts}, of which ${done.opened} were opened; ${done.total} in all.\n`,
    };
  },
};

type Rehearsed = Static<typeof RehearsedFundings>;

async function rehearse({ operands: [file], call }: OperationInput): Promise<Rehearsed> {
  const body = { csv: readCsv(file) };
  return JSON.parse(await call({ method: "POST", path: "/accounts/fundings/rehearsal", body }));
}

/** Throws if a line is wrong: nothing is left to confirm. */
function rehearsedText({ accounts, opens, total, lines, faults }: Rehearsed): string {
  const [first] = faults;
  if (first !== undefined)
    throw new Error(
      `line ${first.line}: ${first.fault}${faults.length > 1 ? `; ${faults.length - 1} more lines are wrong` : ""}; nothing was done`,
    );
  const rows = lines.map((line) => [
    String(line.line),
    line.address,
    line.amount,
    line.opens ? "opens" : "",
    line.note,
  ]);
  return `${tableText(["LINE", "WALLET", "AMOUNT", "", "NOTE"], rows, "")}Accounts to credit: ${accounts}, of which ${opens} are opened; ${total} in all.`;
}
