/** Orders of the past as commands: signed by their wallets, and read from the signed amounts as those of clients are. */
import type { PlaceOrder } from "../core/command.ts";
import { readTerms } from "../core/order-terms.ts";
import { isRejection } from "../core/rejection.ts";
import type { Market, OrderKind } from "../core/state.ts";
import { baseUnits, cost } from "../core/units.ts";
import type { PlaceIntent } from "../residents/strategies/intent.ts";
import { ZERO_ADDRESS } from "../signing/address.ts";
import type { OrderDomain } from "../signing/order-domain.ts";
import { signOrder } from "../signing/sign-order.ts";
import type { UnsignedOrder } from "../signing/sign-order.ts";
import type { ResidentWallet } from "../residents/resident-wallets.ts";

export type WantedOrder = Omit<PlaceIntent, "type" | "kind"> & {
  readonly wallet: ResidentWallet;
  readonly market: Market;
  readonly kind: OrderKind;
  /** Unix seconds; 0 is never. */
  readonly expiration: number;
};

export type Signer = {
  /** Signs an order at `at`, ms, and gives the command that places it. */
  place(wanted: WantedOrder, at: number): PlaceOrder;
};

const NO_BYTES = `0x${"0".repeat(64)}`;

/** The first domain for each kind of market, if there is one: the current deployments come first. */
export function domainOf(domains: readonly OrderDomain[], negRisk: boolean): OrderDomain | undefined {
  return domains.find((domain) => domain.negRisk === negRisk);
}

/** Creates the signer of all orders of the past; their salts count up. */
export function createSigner(domains: readonly OrderDomain[]): Signer {
  let salt = 0;
  return {
    place(wanted, at) {
      const { wallet, market } = wanted;
      const domain = domainOf(domains, market.negativeRisk);
      if (domain === undefined) throw new Error(`no domain is for orders of market ${market.conditionId}`);
      salt += 1;
      const order = describeOrder(wanted, { salt, at, struct: domain.struct });
      return commandOf(wanted, order, { ...signOrder(order, domain, wallet.key), domain: domain.id });
    },
  };
}

type Stamp = { readonly salt: number; readonly at: number; readonly struct: OrderDomain["struct"] };

function describeOrder(
  { wallet, market, outcome, side, limit, lots, expiration }: WantedOrder,
  { salt, at, struct }: Stamp,
): UnsignedOrder {
  const money = String(cost(lots, limit));
  const shares = String(baseUnits(lots));
  const fields = {
    salt: String(salt),
    maker: wallet.address,
    signer: wallet.address,
    taker: ZERO_ADDRESS,
    tokenId: market.tokenIds[outcome],
    makerAmount: side === "BUY" ? money : shares,
    takerAmount: side === "BUY" ? shares : money,
    side,
    signatureType: 0,
    expiration: String(expiration),
  } as const;
  return struct === "v1"
    ? { ...fields, struct, nonce: "0", feeRateBps: String(market.fees?.rate ?? 0) }
    : { ...fields, struct, timestamp: String(at), metadata: NO_BYTES, builder: NO_BYTES };
}

type Signed = { readonly digest: string; readonly signature: string; readonly domain: string };

function commandOf(
  { wallet, market, side, kind, postOnly, expiration }: WantedOrder,
  order: UnsignedOrder,
  { digest, signature, domain }: Signed,
): PlaceOrder {
  const { salt, signer, makerAmount, takerAmount, signatureType, tokenId } = order;
  const amounts = { makerAmount: Number(makerAmount), takerAmount: Number(takerAmount) };
  const terms = readTerms({ side, kind, ...amounts }, market.tick, market.minimumLots);
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
