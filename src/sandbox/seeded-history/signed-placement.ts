/**
 * Orders of the seeded history as commands: signed by their wallets, then parsed from the signed amounts like clients'
 * orders.
 */
import type { PlaceOrder } from "../../core/events/command.ts";
import { kindOfMarket } from "../../core/markets/market-version.ts";
import type { MarketKind } from "../../core/markets/market-version.ts";
import { readOrderParams } from "../../core/orders/order-params.ts";
import { isRejection } from "../../core/rejection.ts";
import type { OrderKind } from "../../core/state.ts";
import { describeOrder } from "../simulated-traders/described-order.ts";
import type { DescribedOrder } from "../simulated-traders/described-order.ts";
import type { PlaceIntent } from "../simulated-traders/strategies/intent.ts";
import type { OrderDomain } from "../../signing/orders/order-domain.ts";
import { signOrder } from "../../signing/orders/order-digest.ts";
import type { UnsignedOrder } from "../../signing/orders/order-digest.ts";

export type WantedOrder = DescribedOrder & Pick<PlaceIntent, "postOnly"> & { readonly kind: OrderKind };

export type Signer = {
  /** Signs an order at `at`, ms, and returns the command that places it. */
  place(wanted: WantedOrder, at: number): PlaceOrder;
};

/** Finds the first domain for a kind of market: current deployments come first. */
export const findDomainByKind = (
  domains: readonly OrderDomain[],
  kind: MarketKind,
): OrderDomain | undefined => domains.find((domain) => domain.kind === kind);

/** Creates the signer of all orders of the seeded history; salts count up. */
export function createSigner(domains: readonly OrderDomain[]): Signer {
  let salt = 0;
  return {
    place(wanted, at) {
      const { wallet, market } = wanted;
      const domain = findDomainByKind(domains, kindOfMarket(market));
      if (domain === undefined) throw new Error(`no domain is for orders of market ${market.conditionId}`);
      salt += 1;
      const order = describeOrder(wanted, { salt, at, struct: domain.struct });
      return signPlaceOrder(wanted, order, { ...signOrder(order, domain, wallet.key), domain: domain.id });
    },
  };
}

type Signed = { readonly digest: string; readonly signature: string; readonly domain: string };

function signPlaceOrder(
  { wallet, market, side, kind, postOnly, expiration }: WantedOrder,
  order: UnsignedOrder,
  { digest, signature, domain }: Signed,
): PlaceOrder {
  const { salt, signer, makerAmount, takerAmount, signatureType, tokenId } = order;
  const amounts = { makerAmount: Number(makerAmount), takerAmount: Number(takerAmount) };
  const terms = readOrderParams({ side, kind, ...amounts }, market.tick, market.minimumLots);
  if (isRejection(terms)) throw new Error(terms.hint);
  const v1 = order.struct === "v1" ? order : undefined;
  const v2 = order.struct === "v2" ? order : undefined;
  return {
    type: "place-order",
    id: digest,
    maker: wallet.address,
    owner: wallet.address,
    tokenId,
    side,
    kind,
    postOnly,
    expiresAt: expiration * 1_000,
    ...terms,
    ...(v1 !== undefined && { highestFeeRate: Number(v1.feeRateBps) }),
    apiKey: wallet.apiKey,
    signed: {
      domain,
      salt,
      signer,
      makerAmount,
      takerAmount,
      signatureType,
      signature,
      timestamp: v2?.timestamp ?? "",
      expiration: order.expiration,
      metadata: v2?.metadata ?? "",
      builder: v2?.builder ?? "",
      nonce: v1?.nonce ?? "",
      feeRateBps: v1?.feeRateBps ?? "",
    },
  };
}
