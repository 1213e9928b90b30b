/** The refusal of a sent order: its reason in words, and its code for developers. */
import { isUnanswered } from "../api/client.ts";
import { RefusalCode } from "../parts/states.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { isRevoked, useBalances } from "../wallet/balances.ts";
import { SignInAgain } from "../wallet/sign-in-again.tsx";
import { explainOrderRefusal } from "./explain-refusal.ts";
import type { Fees } from "./fees.ts";
import type { OrderSubmission } from "./use-send-order.ts";

type Props = {
  readonly sending: OrderSubmission;
  readonly tokenId: string;
  readonly fees: Fees | undefined;
};

export function OrderRefusal({ sending: { error, again, variables: plan }, tokenId, fees }: Props) {
  const text = useText();
  const formats = useFormats();
  const { data: balances } = useBalances();
  return (
    <div role="alert">
      {error !== null &&
        plan !== undefined &&
        (isRevoked(error) ? (
          <SignInAgain error={error} />
        ) : (
          <div className="failure">
            <p>
              <strong>{isUnanswered(error) ? `${text.common.noAnswer}.` : text.trade.refused}</strong>{" "}
              {explainOrderRefusal(error, { plan, tokenId, fees, balances }, { text, formats })}
            </p>
            {again && (
              <button type="button" onClick={again}>
                {text.common.retry}
              </button>
            )}
            <RefusalCode error={error} />
          </div>
        ))}
    </div>
  );
}
