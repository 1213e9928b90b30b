/** Signs a planned order and sends it. */
import { useSettings } from "../settings-context.ts";
import type { Market } from "../markets/market.ts";
import { placeOrder } from "../wallet/place-order.ts";
import type { Placed } from "../wallet/place-order.ts";
import { useOwnAction } from "../wallet/own-action.ts";
import type { Plan } from "./plan-order.ts";

export type Sent = { readonly plan: Plan; readonly placed: Placed };

export function useSendOrder({ negativeRisk }: Market, tokenId: string) {
  const settings = useSettings();
  return useOwnAction(async ({ wallet, credentials, headers }, plan: Plan): Promise<Sent> => {
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
  });
}

export type Sending = ReturnType<typeof useSendOrder>;
