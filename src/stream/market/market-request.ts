/** Requests of clients of the market channel: to subscribe, to unsubscribe, or for fresh books. */
import { Compile } from "typebox/schema";
import { describeMessageFault } from "../../http/item-fault.ts";
import { MarketOperation, MarketSubscription } from "./market-channel-schema.ts";
import { presentFields } from "../present-fields.ts";

export type MarketRequest = {
  readonly operation: MarketOperation["operation"];
  /** Token ids; `undefined` where the message has no such field. */
  readonly assetIds: readonly string[] | undefined;
  /** Condition ids of markets, each for both of its tokens; `undefined` likewise. */
  readonly conditionIds: readonly string[] | undefined;
  /** True if books are sent first. */
  readonly dump: boolean;
  /** True for openings, resolutions and best prices as well; `undefined` leaves it as it is. */
  readonly custom: boolean | undefined;
  /** True for heartbeats; `undefined` leaves it as it is. */
  readonly heartbeat: boolean | undefined;
};

// Compiled for speed, by a factor of a hundred: messages name up to a thousand tokens.
const operations = Compile(MarketOperation);
const subscriptions = Compile(MarketSubscription);

/** Reads a request; gives a hint when it is wrong. */
export function readMarketRequest(message: Readonly<Record<string, unknown>>): MarketRequest | string {
  const given = presentFields(message);
  if ("operation" in given)
    return operations.Check(given)
      ? requireTokens(requestOf(given, given.operation))
      : describeMessageFault(MarketOperation, given);
  return subscriptions.Check(given)
    ? requireTokens(requestOf(given, "subscribe"))
    : describeMessageFault(MarketSubscription, given);
}

type RequestFields = Omit<MarketOperation, "operation">;

const requestOf = (chosen: RequestFields, asked: MarketOperation["operation"]): MarketRequest => ({
  operation: asked,
  assetIds: chosen.assets_ids,
  conditionIds: chosen.markets,
  dump: chosen.initial_dump ?? true,
  custom: chosen.custom_feature_enabled,
  heartbeat: chosen.heartbeat,
});

/** Refuses a request that names no tokens, unless it asks for fresh books. */
function requireTokens(request: MarketRequest): MarketRequest | string {
  const { operation: asked, assetIds, conditionIds } = request;
  if (asked === "snapshot" || assetIds !== undefined || conditionIds !== undefined) return request;
  return "expected assets_ids, a list of token ids, or markets, a list of condition ids";
}
