/** Public events of the exchange as a whole. */
import type { StoredEvent } from "../../core/event-codec.ts";
import { CLARIFY, EDIT_EVENT, EDIT_MARKET } from "../reads/markets.ts";
import type { DraftOf } from "./event-draft.ts";
import { isCondition } from "./journal-numbers.ts";
import type { KnownNames } from "./known-names.ts";

type Stored<T extends StoredEvent["type"]> = StoredEvent & { readonly type: T };

const WALLET = /^0x[0-9a-f]{40}$/;
const walletsOf = (text: string): string[] => (WALLET.test(text) ? [text] : []);

/** Audit actions whose subject is a name or a forbidden word. */
const OF_NAMES: ReadonlySet<string> = new Set(["forbid-name", "allow-name"]);
/** Audit actions whose reason may repeat a name that is forbidden or was removed. */
const ABOUT_NAMES: ReadonlySet<string> = new Set([...OF_NAMES, "remove-name"]);
/** Audit actions whose details traders see. */
const SHOWN: ReadonlySet<string> = new Set([EDIT_EVENT, EDIT_MARKET, CLARIFY]);

export function draftAct(names: KnownNames, stored: Stored<"operated">): DraftOf<"operator.acted"> {
  const { operator, action, subject, reason, details } = stored;
  const isNamed = !OF_NAMES.has(action);
  return {
    type: "operator.acted",
    wallets: isNamed ? walletsOf(subject) : [],
    markets: isCondition(subject) && names.isMarket(subject) ? [subject] : [],
    data: {
      operator,
      action,
      subject: isNamed ? subject : null,
      reason: ABOUT_NAMES.has(action) ? null : reason,
      details: SHOWN.has(action) ? { ...details } : null,
    },
  };
}

/** Drafts a completed request without its result, which is private to its caller. */
export const draftRequest = ({ caller, content }: Stored<"request-done">): DraftOf<"request.done"> => ({
  type: "request.done",
  wallets: walletsOf(caller),
  markets: [],
  data: { caller, content },
});
