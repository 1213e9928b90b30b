/** The button that sends the order. While the order cannot succeed, it is off, with the reason and a remedy beside it. */
import { useId } from "react";
import { SendButton } from "../parts/send-button.tsx";
import { useSettings } from "../settings-context.ts";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import { useSession } from "../wallet/session.tsx";
import { TEST_MONEY, useFaucet } from "../wallet/use-faucet.ts";
import { explainBlock } from "./explain-block.ts";
import type { OrderBlock } from "./order-block.ts";
import type { OrderFieldProps } from "./order-field-props.ts";

type Props = OrderFieldProps & { readonly busy: boolean; readonly block: OrderBlock | undefined };

export function SubmitOrder({ form, market, outcome, busy, block }: Props) {
  const text = useText();
  const { common, trade } = text;
  const formats = useFormats();
  const nameOf = useOutcomeName();
  const reason = useId();
  const buy = form.side === "BUY";
  const name = trade.submit(buy ? common.buy : common.sell, nameOf(market.outcomes[outcome].name));
  return (
    <div className="stack trade-send">
      <SendButton
        type="submit"
        className={outcome === 0 ? "submit-buy trade-submit" : "submit-sell trade-submit"}
        isOff={busy || block !== undefined}
        aria-describedby={block === undefined ? undefined : reason}
      >
        {busy ? trade.sending : name}
      </SendButton>
      <p className="trade-reason" id={reason} role="status">
        {block !== undefined && explainBlock(block, form, { text, formats })}
      </p>
      {block?.kind === "wallet" && <MakeWallet />}
      {block?.kind === "money" && <GetFunds />}
    </div>
  );
}

function MakeWallet() {
  const { trade } = useText();
  const { showDialog } = useSession();
  return (
    <button type="button" className="primary trade-submit" onClick={() => showDialog(true)}>
      {trade.needsWallet}
    </button>
  );
}

/** Offers test money in a sandbox. */
function GetFunds() {
  const { wallet } = useText();
  const formats = useFormats();
  const { mode } = useSettings();
  const funding = useFaucet();
  if (mode !== "sandbox") return null;
  return (
    <SendButton className="link" isOff={funding.isPending} onClick={() => funding.mutate(TEST_MONEY)}>
      {wallet.faucet(formats.money(TEST_MONEY))}
    </SendButton>
  );
}
