/** What a client of the market channel asks for: to subscribe, to unsubscribe, or for fresh books. */
import { Compile } from "typebox/compile";
import { describeMessageFault } from "../../http/item-fault.ts";
import { MarketOperation, MarketSubscription } from "./market-channel-schema.ts";
import { presentFields } from "../present-fields.ts";

export type MarketRequest = {
  readonly operation: MarketOperation["operation"];
  /** `undefined` where the message has no such field. */
  readonly assetIds: readonly string[] | undefined;
  readonly conditionIds: readonly string[] | undefined;
  /** Whether books are sent first. */
  readonly dump: boolean;
  readonly custom: boolean | undefined;
  readonly heartbeat: boolean | undefined;
};

// Messages name up to a thousand tokens: compiled, these are looked at a hundred times as fast.
const operations = Compile(MarketOperation);
const subscriptions = Compile(MarketSubscription);

/** The request, or what is wrong with it. */
export function readMarketRequest(message: Readonly<Record<string, unknown>>): MarketRequest | string {
  const given = presentFields(message);
  if ("operation" in given)
    return operations.Check(given)
      ? named(requestOf(given, given.operation))
      : describeMessageFault(MarketOperation, given);
  return subscriptions.Check(given)
    ? named(requestOf(given, "subscribe"))
    : describeMessageFault(MarketSubscription, given);
}

type Chosen = Omit<MarketOperation, "operation">;

const requestOf = (chosen: Chosen, asked: MarketOperation["operation"]): MarketRequest => ({
  operation: asked,
  assetIds: chosen.assets_ids,
  conditionIds: chosen.markets,
  dump: chosen.initial_dump ?? true,
  custom: chosen.custom_feature_enabled,
  heartbeat: chosen.heartbeat,
});

function named(request: MarketRequest): MarketRequest | string {
  const { operation: asked, assetIds, conditionIds } = request;
  if (asked === "snapshot" || assetIds !== undefined || conditionIds !== undefined) return request;
  return "expected assets_ids, a list of token ids, or markets, a list of condition ids";
}
