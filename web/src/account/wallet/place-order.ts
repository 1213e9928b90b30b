/** Signs an order and sends it. */
import type { MarketKind } from "../../../../src/core/markets/market-version.ts";
import { throwUnanswered } from "../../api/client.ts";
import type { HeaderBuilder, RequestOptions } from "../../api/client.ts";
import { trading } from "../../api/interfaces.ts";
import type { Settings } from "../../api/settings.ts";
import type { Operations } from "../../api/generated/trading.ts";
import { buildOrderData } from "./credentials.ts";
import type { OrderTerms, Side } from "./credentials.ts";
import type { Wallet } from "./wallet.ts";

export type OrderKind = "GTC" | "GTD" | "FOK" | "FAK";

export type NewOrder = {
  readonly tokenId: string;
  readonly marketKind: MarketKind;
  readonly side: Side;
  /** Amounts that the order gives and receives, in millionths of collateral or of a share. */
  readonly makerAmount: string;
  readonly takerAmount: string;
  readonly kind: OrderKind;
  readonly postOnly: boolean;
  /** Expiry of a GTD order in unix seconds. */
  readonly expiresAt: number | undefined;
};

export type PlacedOrder = Extract<Operations["POST /order"]["answer"], { readonly orderID: string }>;

/** The body that places an order. Its signature identifies the order, so repetitions place it once. */
export type SignedOrder = NonNullable<RequestOptions<Operations["POST /order"]>["body"]>;

type Signer = { readonly wallet: Wallet; readonly apiKey: string };

const ZERO_BYTES32 = `0x${"0".repeat(64)}`;
const MAX_SALT = 2 ** 48;

export async function signOrder(settings: Settings, signer: Signer, order: NewOrder): Promise<SignedOrder> {
  const { wallet, apiKey } = signer;
  const { tokenId, side, makerAmount, takerAmount } = order;
  const timestamp = Date.now();
  const terms: OrderTerms = {
    tokenId,
    side,
    makerAmount,
    takerAmount,
    timestamp,
    maker: wallet.address,
    salt: randomSalt(),
  };
  const exchange = settings.exchanges.find(({ kind }) => kind === order.marketKind);
  if (exchange === undefined) throw new Error("the exchange names no contract for this kind of market");
  const signature = await wallet.sign(buildOrderData(exchange, terms));
  return {
    order: {
      ...terms,
      signer: wallet.address,
      taker: `0x${"0".repeat(40)}`,
      timestamp: String(timestamp),
      metadata: ZERO_BYTES32,
      builder: ZERO_BYTES32,
      expiration: String(order.expiresAt ?? 0),
      signatureType: 0,
      signature,
    },
    owner: apiKey,
    orderType: order.kind,
    ...(order.postOnly && { postOnly: true }),
  };
}

/** Places the order. Throws `RejectedError` if the exchange refuses it. */
export async function placeOrder(body: SignedOrder, headers: HeaderBuilder): Promise<PlacedOrder> {
  const placed = await trading("POST /order", { body, headers }).catch(throwUnanswered);
  if (!("orderID" in placed)) throw new Error("the exchange answered a dry run");
  return placed;
}

function randomSalt(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high * 2 ** 32 + low) % MAX_SALT;
}
