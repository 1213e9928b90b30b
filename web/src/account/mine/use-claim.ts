/** Redeems all shares of resolved markets, one market after the other, and reports the payouts. */
import { useRef } from "react";
import { addMicros, NO_MICROS } from "../../../../src/core/units.ts";
import type { Micros } from "../../../../src/core/units.ts";
import { isUnanswered } from "../../api/client.ts";
import { trading } from "../../api/interfaces.ts";
import { createSendOnce } from "../../api/send-once.ts";
import type { SendOnce } from "../../api/client.ts";
import { readMicros } from "../../base/money.ts";
import { useToasts } from "../../parts/toasts.tsx";
import { useFormats, useText } from "../../text/language.tsx";
import type { Trader } from "../wallet/session.tsx";
import { useTraderAction } from "../wallet/use-trader-action.ts";

/** Markets to redeem; `title` names them in the message about the result. */
export type Claim = { readonly conditionIds: readonly string[]; readonly title: string };

type ClaimResult = {
  readonly paid: Micros;
  readonly done: number;
  /** First refusal; the markets after the refused one were attempted, too. */
  readonly error: unknown;
};

/** Redeems each market even if another is refused. Throws if an answer is missing; a repetition then reports all markets. */
async function redeemAll(
  { headers, once }: Pick<Trader, "headers" | "once">,
  { conditionIds }: Claim,
): Promise<ClaimResult> {
  const payments: Micros[] = [];
  const errors: unknown[] = [];
  for (const conditionId of conditionIds)
    try {
      const { paid } = await trading("POST /positions/redeem", { headers, once, body: { conditionId } });
      payments.push(readMicros(paid) ?? NO_MICROS);
    } catch (error) {
      errors.push(error);
    }
  const unanswered = errors.find(isUnanswered);
  if (unanswered !== undefined) throw unanswered;
  return { paid: payments.reduce(addMicros, NO_MICROS), done: payments.length, error: errors[0] };
}

export function useClaim() {
  const { mine } = useText();
  const formats = useFormats();
  const { say } = useToasts();
  // A repetition also reports the markets that were answered before.
  const attempt = useRef<SendOnce>(undefined);
  const redeem = ({ headers }: Trader, wanted: Claim): Promise<ClaimResult> =>
    redeemAll({ headers, once: (attempt.current ??= createSendOnce({ keepsAnswered: true })) }, wanted);
  const claimAction = useTraderAction(redeem, {
    onDone: ({ paid, done }, { title }) => {
      attempt.current = undefined;
      if (done > 0) say({ title, lines: [mine.received(formats.money(paid))] });
    },
  });
  return {
    claim: claimAction.mutate,
    again: claimAction.again,
    isBusy: claimAction.isPending,
    error: claimAction.error ?? claimAction.data?.error,
  };
}
