/** POST /accounts/{address}/notes: a note about an account, for other operators. It stays in the audit log for good. */
import { Type } from "typebox";
import { unknownAccount } from "../../core/accounts.ts";
import { isRejection } from "../../core/rejection.ts";
import { once } from "../once.ts";
import { textLines } from "../shown-text.ts";
import { timeAt } from "../resolution-answer.ts";
import { OWNERS } from "./groups.ts";
import { operate, operation } from "./operation.ts";
import type { OperatorAction } from "./operation.ts";
import { AccountParams, readWallet } from "./wallet-term.ts";

/** Action of a note in the audit log; its reason is the note. */
export const NOTE = "note";

const MAX_NOTE = 1000;

export const AddedNote = Type.Object({
  address: Type.String(),
  time: Type.String({ description: "ISO 8601" }),
  operator: Type.String(),
  text: Type.String(),
});

export const addNote = operation({
  method: "POST",
  path: "/accounts/:address/notes",
  summary: "Note something about an account, for other operators",
  group: OWNERS,
  refuses: ["not_accepting", "unknown_account"],
  role: "market-admin",
  params: AccountParams,
  body: Type.Object(
    { text: textLines(MAX_NOTE, "The note; it is kept for good, in the audit log") },
    { additionalProperties: false },
  ),
  answer: AddedNote,
  handle: (call) =>
    once(call, {
      act: async () => {
        const { context, params, body, operator } = call;
        const address = readWallet(params.address);
        if (isRejection(address)) return address;
        if (context.engine.exchange.accountByAddress.get(address) === undefined)
          return unknownAccount(address);
        const note: OperatorAction = { action: NOTE, subject: address, reason: body.text };
        return operate(call, note, ({ at }) => ({
          address,
          time: timeAt(at),
          operator: operator.name,
          text: body.text,
        }));
      },
      tell: ({ result }) => result,
    }),
});
