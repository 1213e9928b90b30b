/**
 * Orders of simulated traders, sent the same way as a client's: signed, parsed and verified as a body of POST /order,
 * then placed.
 */
import { randomInt } from "node:crypto";
import type { Context } from "../context.ts";
import { isRejection, reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import type { Market } from "../core/state.ts";
import { readOrderPayload } from "../http/trading/orders/order-payload.ts";
import { place } from "../http/trading/orders/placement.ts";
import { signOrder } from "../signing/sign-order.ts";
import { describeOrder } from "./described-order.ts";
import type { ResidentWallet } from "./resident-terms.ts";
import type { Intent, PlaceIntent } from "./strategies/intent.ts";

export type ResidentTurn = {
  readonly wallet: ResidentWallet;
  readonly market: Market;
  readonly intents: readonly Intent[];
};

/** Executes a step: its cancels, then its orders together. Returns the rejections; empty if everything was accepted. */
export async function carryOut(
  context: Context,
  { wallet, market, intents }: ResidentTurn,
): Promise<readonly Rejection[]> {
  const cancels = intents.filter((intent) => intent.type === "cancel");
  const orders = intents.filter((intent) => intent.type === "place");
  const canceled = await Promise.all(
    cancels.map(({ id }) => context.engine.submit({ type: "cancel-order", id, owner: wallet.address })),
  );
  const placed = await Promise.all(orders.map((order) => placeSigned(context, { wallet, market, order })));
  return [
    ...canceled.flatMap((outcome) => (outcome.type === "rejected" ? [outcome.rejection] : [])),
    ...placed.filter(isRejection),
  ];
}

/** Number of salts, which a JSON number holds exactly; each order takes a new one. */
const SALTS = 2 ** 47;

type ResidentOrder = Omit<ResidentTurn, "intents"> & { readonly order: PlaceIntent };

async function placeSigned(context: Context, { wallet, market, order }: ResidentOrder) {
  const domain = context.config.domains.find(
    ({ negRisk, struct }) => negRisk === market.negativeRisk && struct === "v2",
  );
  if (domain === undefined)
    return reject("invalid_payload", "no domain is for orders of version 2 of this market");
  const wanted = { ...order, wallet, market, expiration: 0 };
  const unsigned = describeOrder(wanted, { salt: randomInt(SALTS), at: context.clock(), struct: "v2" });
  const { signature } = signOrder(unsigned, domain, wallet.key);
  const payload = {
    order: { ...unsigned, signature },
    orderType: order.kind,
    owner: wallet.apiKey,
    postOnly: order.postOnly,
  };
  const command = await readOrderPayload(context, payload, wallet);
  return isRejection(command) ? command : place(context, "spec", command);
}
