/** Signs a planned order and sends it. */
import { useSettings } from "../settings-context.ts";
import type { Market } from "../markets/market.ts";
import { placeOrder } from "../wallet/place-order.ts";
import type { PlacedOrder } from "../wallet/place-order.ts";
import { useTraderAction } from "../wallet/use-trader-action.ts";
import type { OrderPlan } from "./plan-order.ts";

export type SentOrder = { readonly plan: OrderPlan; readonly placed: PlacedOrder };

/** `onSent` hears of the order once the exchange has taken it. */
export function useSendOrder({ negativeRisk }: Market, tokenId: string, onSent: (sent: SentOrder) => void) {
  const settings = useSettings();
  return useTraderAction(async ({ wallet, credentials, headers }, plan: OrderPlan): Promise<SentOrder> => {
    const { form, kind, expiresAt, makerAmount, takerAmount } = plan;
    const order = {
      tokenId,
      negativeRisk,
      kind,
      expiresAt,
      side: form.side,
      makerAmount: String(makerAmount),
      takerAmount: String(takerAmount),
      postOnly: form.kind === "limit" && form.postOnly,
    };
    const { apiKey } = credentials;
    return { plan, placed: await placeOrder(settings, { wallet, apiKey, headers }, order) };
  }, onSent);
}

export type OrderSubmission = ReturnType<typeof useSendOrder>;
