/** The result of a sent order: traded, resting or refused. */
import { lots, micros, subtractLots } from "../../../src/core/units.ts";
import { readLots, readMicros } from "../money.ts";
import { explainError } from "../parts/states.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { isRevoked } from "../wallet/balances.ts";
import { SignInAgain } from "../wallet/sign-in-again.tsx";
import { averageOf } from "./estimate-order.ts";
import type { OrderSubmission, SentOrder } from "./use-send-order.ts";

export function OrderResult({ sending: { data, error } }: { readonly sending: OrderSubmission }) {
  const text = useText();
  return (
    <div aria-live="polite">
      {error !== null &&
        (isRevoked(error) ? (
          <SignInAgain error={error} />
        ) : (
          <div className="failure">
            <p>
              <strong>{text.trade.refused}</strong> {explainError(error, text)}
            </p>
          </div>
        ))}
      {data !== undefined && <Confirmation {...data} />}
    </div>
  );
}

function Confirmation({ plan, placed }: SentOrder) {
  const { trade } = useText();
  const formats = useFormats();
  const buy = plan.form.side === "BUY";
  const [got, given] = [placed.takingAmount, placed.makingAmount];
  const shares = readLots(buy ? got : given) ?? lots(0);
  const money = readMicros(buy ? given : got) ?? micros(0);
  const remaining = subtractLots(plan.size, shares);
  const average = formats.cents(averageOf(money, shares));
  return (
    <div className="success">
      {shares > 0 && (
        <p>{(buy ? trade.bought : trade.sold)(formats.shares(shares), average, formats.money(money))}</p>
      )}
      {plan.form.kind === "limit" && remaining > 0 && (
        <p>{trade.resting(formats.shares(remaining), formats.cents(plan.limit))}</p>
      )}
      {plan.form.kind === "market" && plan.remaining > 0 && <p>{trade.dropped}</p>}
    </div>
  );
}
