/** `presage attention`: lists what waits for an operator, the most urgent first. */
import type { Static } from "typebox";
import type { AttentionAnswer } from "../../http/admin/exchange/get-attention.ts";
import { runOperation } from "./operation.ts";
import type { OperationInput, OperatorSubcommand } from "./operation.ts";
import { tableText } from "../table.ts";

export const ATTENTION_HELP = `Usage: presage attention

Lists what waits for an operator, the most urgent first: a mode, restrictions of the exchange itself, backups that fail
or are late, webhooks that are paused, late or gave deliveries up, commands in quarantine, disputed proposals, markets
that ended without a result, proposals, makers that do not quote, residents out of budget and events with drafts. Of
each kind the first twenty are named. The exit code is 0 when nothing waits, and 1 when
something does. The exchange must run.

  presage attention
  presage attention --json
`;

export type Attention = Static<typeof AttentionAnswer>;

export const readAttention = async (call: OperationInput["call"]): Promise<Attention> =>
  JSON.parse(await call({ method: "GET", path: "/attention" }));

const ATTENTION: OperatorSubcommand = {
  operands: [],
  changes: false,
  perform: async ({ call }) => {
    const found = await readAttention(call);
    return { json: found, text: listText(found), code: found.total === 0 ? 0 : 1 };
  },
};

export const attention = (args: readonly string[]): Promise<number> =>
  runOperation("attention", ATTENTION, args);

/** Writes the number of waiting items in words; `null` means that it is unknown. */
export function attentionText(total: number | null): string {
  if (total === null) return "not known: it cannot be read now";
  return total === 0 ? "nothing waits for you" : `${total}: see presage attention`;
}

function listText({ total, kinds }: Attention): string {
  const rows = kinds.flatMap(({ kind, total: all, first }) => [
    ...first.map(({ subject, title, why, since }) => [kind, title, why, since ?? "", subject]),
    ...(all > first.length ? [[kind, `and ${all - first.length} more`, "", "", ""]] : []),
  ]);
  const table = tableText(
    ["KIND", "WHAT", "WHY", "SINCE", "SUBJECT"],
    rows,
    "Nothing waits for an operator.",
  );
  return total === 0 ? table : `${table}In all: ${total}\n`;
}
