/** DELETE /cancel-market-orders: cancels the caller's resting orders in a market, or on a token. A token with a market must be one of its. */
import { Type } from "typebox";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { CONDITION_PATTERN, TOKEN_PATTERN } from "../../id-patterns.ts";
import { ORDERS } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { cancelAllThat, Cancellation } from "./cancellation.ts";

const blankable = (pattern: string, description: string) =>
  Type.Optional(Type.Union([Type.String({ pattern, description }), Type.Literal(""), Type.Null()]));

/** Clients spell the token in two ways, and leave blank what they do not name. */
const CancelPayload = Type.Object({
  market: blankable(CONDITION_PATTERN, "Condition id"),
  assetId: blankable(TOKEN_PATTERN, "Token id"),
  asset_id: blankable(TOKEN_PATTERN, "Token id"),
});
type CancelPayload = Type.Static<typeof CancelPayload>;

export const cancelMarketOrders = keyOperation({
  method: "DELETE",
  kind: "cancel",
  path: "/cancel-market-orders",
  summary: "Cancel the caller's orders in a market or on a token",
  group: ORDERS,
  limits: [TRADING_LIMITS.cancels],
  refuses: ["not_accepting"],
  body: CancelPayload,
  answer: Cancellation,
  handle: async ({ context, body, caller }) => {
    const named = readNamed(body);
    if (isRejection(named)) return { rejection: named };
    const done = await cancelAllThat(context, { owner: caller.address, ...named });
    return isRejection(done) ? { rejection: done } : { body: done };
  },
});

type NamedMarket = { readonly conditionId: string | undefined; readonly tokenId: string | undefined };

function readNamed({ market, assetId, asset_id: other }: CancelPayload): NamedMarket | Rejection {
  if (assetId && other && assetId !== other)
    return reject(
      "invalid_payload",
      `expected assetId or asset_id, got two that differ: "${assetId}" and "${other}"`,
    );
  const tokenId = assetId || other || undefined;
  const conditionId = market?.toLowerCase() || undefined;
  if (conditionId === undefined && tokenId === undefined)
    return reject(
      "invalid_payload",
      "expected market or asset_id, got neither: /cancel-all cancels all orders",
    );
  return { conditionId, tokenId };
}
