/** Signs a planned order and sends it. */
import { useSettings } from "../settings-context.ts";
import type { Market } from "../markets/market.ts";
import { isUnanswered } from "../api/client.ts";
import { placeOrder, signOrder } from "../wallet/place-order.ts";
import type { NewOrder, PlacedOrder } from "../wallet/place-order.ts";
import type { Trader } from "../wallet/session.tsx";
import { useTraderAction } from "../wallet/use-trader-action.ts";
import type { OrderPlan } from "./plan-order.ts";
import type { UnansweredOrder } from "./unanswered-order.ts";

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
    const asked = `${tokenId} ${JSON.stringify(plan.form)}`;
    return trader.once(asked, () =>
      placeOnce(trader, asked, async () => {
        const { wallet, credentials } = trader;
        const signer = { wallet, apiKey: credentials.apiKey };
        return { plan, signed: await signOrder(settings, signer, orderOf(plan, market, tokenId)) };
      }),
    );
  };
  return useTraderAction(run, { onDone: onSent, onFailed });
}

const orderOf = (plan: OrderPlan, { negativeRisk }: Market, tokenId: string): NewOrder => ({
  tokenId,
  negativeRisk,
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
