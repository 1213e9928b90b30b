/** The button that sends the order. Without a wallet it opens the wallet dialog. */
import { useOutcomeName, useText } from "../text/language.tsx";
import { useSession } from "../wallet/session.tsx";
import type { OrderFieldProps } from "./order-field-props.ts";

type Props = OrderFieldProps & { readonly busy: boolean };

export function SubmitOrder({ form, market, outcome, busy }: Props) {
  const { common, trade } = useText();
  const { trader } = useSession();
  const nameOf = useOutcomeName();
  if (trader === undefined)
    return (
      <button type="submit" className="primary trade-submit">
        {trade.needsWallet}
      </button>
    );
  const buy = form.side === "BUY";
  const name = trade.submit(buy ? common.buy : common.sell, nameOf(market.outcomes[outcome].name));
  return (
    <button
      type="submit"
      className={buy ? "submit-buy trade-submit" : "submit-sell trade-submit"}
      // A disabled button would lose the focus. Further clicks do nothing while an order is on its way.
      aria-disabled={busy}
    >
      {busy ? trade.sending : name}
    </button>
  );
}
