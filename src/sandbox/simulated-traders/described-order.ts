/**
 * Builds the unsigned order of a simulated trader: the amounts of a full fill at the limit price, open to any taker.
 */
import type { Market } from "../../core/state.ts";
import { baseUnits, cost } from "../../core/units.ts";
import { ZERO_ADDRESS } from "../../core/ledger/accounts.ts";
import type { OrderDomain } from "../../signing/orders/order-domain.ts";
import type { UnsignedOrder } from "../../signing/orders/order-digest.ts";
import type { SimulatedWallet } from "./trader-params.ts";
import type { PlaceIntent } from "./strategies/intent.ts";

export type DescribedOrder = Pick<PlaceIntent, "outcome" | "side" | "limit" | "lots"> & {
  readonly wallet: SimulatedWallet;
  readonly market: Market;
  /** Expiration in unix seconds; 0 means never. */
  readonly expiration: number;
};

/** Parts that make an order unique: its salt, and its time in ms. */
export type Stamp = { readonly salt: number; readonly at: number; readonly struct: OrderDomain["struct"] };

const NO_BYTES = `0x${"0".repeat(64)}`;

export function describeOrder(
  { wallet, market, outcome, side, limit, lots, expiration }: DescribedOrder,
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
