/** The button that sends the order. While the order cannot succeed, the button is off, with the reason and a remedy beside it. */
import { useId } from "react";
import { kindOfMarket } from "../../../../../src/core/markets/market-version.ts";
import type { Micros } from "../../../../../src/core/units.ts";
import { isUnanswered } from "../../../api/client.ts";
import type { Market } from "../../market.ts";
import { SendButton } from "../../../parts/controls/buttons.tsx";
import { useSettings } from "../../../base/settings-context.ts";
import { useFormats, useOutcomeName, useText } from "../../../text/language.tsx";
import { placeOrder, signOrder } from "../../../account/wallet/place-order.ts";
import type { NewOrder, PlacedOrder } from "../../../account/wallet/place-order.ts";
import { useSession } from "../../../account/wallet/session.tsx";
import type { Trader } from "../../../account/wallet/session.tsx";
import { coverMissing, useFaucet } from "../../../account/wallet/use-faucet.ts";
import { useTraderAction } from "../../../account/wallet/use-trader-action.ts";
import { explainBlock } from "../explain-block.ts";
import type { OrderBlock } from "../order-block.ts";
import type { OrderFieldProps } from "./order-field-props.ts";
import type { OrderPlan, UnansweredOrder } from "../plan-order.ts";

type Props = OrderFieldProps & {
  readonly busy: boolean;
  readonly block: OrderBlock | undefined;
  /** Cost of a purchase or proceeds of a sale, with fees; `undefined` until it is known. */
  readonly total: Micros | undefined;
};

export function SubmitOrder({ form, market, outcome, busy, block, total }: Props) {
  const text = useText();
  const { common, trade } = text;
  const formats = useFormats();
  const nameOf = useOutcomeName();
  const reasonId = useId();
  const isBuy = form.side === "BUY";
  const name = trade.submit(isBuy ? common.buy : common.sell, nameOf(market.outcomes[outcome].name));
  return (
    <div className="stack trade-send">
      <SendButton
        type="submit"
        className={outcome === 0 ? "submit-buy trade-submit" : "submit-sell trade-submit"}
        isOff={busy || block !== undefined}
        aria-describedby={block === undefined ? undefined : reasonId}
      >
        {busy ? trade.sending : total === undefined ? name : trade.submitFor(name, formats.money(total))}
      </SendButton>
      <p className="trade-reason" id={reasonId} role="status">
        {block !== undefined && explainBlock(block, form, { text, formats })}
      </p>
      {block?.kind === "wallet" && <MakeWallet />}
      {block?.kind === "money" && <GetFunds amount={coverMissing(block.missing)} />}
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
function GetFunds({ amount }: { readonly amount: Micros }) {
  const { wallet } = useText();
  const formats = useFormats();
  const { mode } = useSettings();
  const funding = useFaucet();
  if (mode !== "sandbox") return null;
  return (
    <SendButton className="link" isOff={funding.isPending} onClick={() => funding.mutate(amount)}>
      {wallet.faucet(formats.money(amount))}
    </SendButton>
  );
}

// Signs a planned order and sends it.

export type SentOrder = { readonly plan: OrderPlan; readonly placed: PlacedOrder };

type Listeners = {
  /** Called once the exchange has accepted the order. */
  readonly onSent: (sent: SentOrder) => void;
  readonly onFailed: (error: Error) => unknown;
};

export function useSendOrder(market: Market, tokenId: string, { onSent, onFailed }: Listeners) {
  const settings = useSettings();
  const run = (trader: Trader, plan: OrderPlan): Promise<SentOrder> => {
    // The form identifies the trader's request: the order's amounts change with the book.
    const requestKey = `${tokenId} ${JSON.stringify(plan.form)}`;
    return trader.once(requestKey, () =>
      placeOnce(trader, requestKey, async () => {
        const { wallet, credentials } = trader;
        const signer = { wallet, apiKey: credentials.apiKey };
        return { plan, signed: await signOrder(settings, signer, toNewOrder(plan, market, tokenId)) };
      }),
    );
  };
  return useTraderAction(run, { onDone: onSent, onFailed });
}

const toNewOrder = (plan: OrderPlan, market: Market, tokenId: string): NewOrder => ({
  tokenId,
  marketKind: kindOfMarket(market),
  kind: plan.kind,
  expiresAt: plan.expiresAt,
  side: plan.form.side,
  makerAmount: String(plan.makerAmount),
  takerAmount: String(plan.takerAmount),
  postOnly: plan.form.kind === "limit" && plan.form.postOnly,
});

/** Repeats the signed order if it was not answered: a newly signed one might be a second order. */
async function placeOnce(
  { headers, unansweredOrders: unanswered }: Trader,
  asked: string,
  sign: () => Promise<UnansweredOrder>,
): Promise<SentOrder> {
  const order = unanswered.get(asked) ?? (await sign());
  unanswered.set(asked, order);
  try {
    const placed = await placeOrder(order.signed, headers);
    unanswered.delete(asked);
    return { plan: order.plan, placed };
  } catch (error) {
    if (!isUnanswered(error)) unanswered.delete(asked);
    throw error;
  }
}

export type OrderSubmission = ReturnType<typeof useSendOrder>;
