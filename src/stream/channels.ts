/** The live channels of the trading interface, by their paths. */
import type { Context } from "../context.ts";
import { createActivityChannel } from "./activity/activity-channel.ts";
import { createMarketDescriptionCache } from "./described-markets.ts";
import { createMarketChannel } from "./market/market-channel.ts";
import type { Channels } from "./streams.ts";
import { createUserChannel } from "./user/user-channel.ts";

/** Creates the channels, which follow the engine from this call on. */
export function createStreamChannels(context: Context): Channels {
  const markets = createMarketDescriptionCache(context);
  const marketChannel = createMarketChannel(context);
  const userChannel = createUserChannel(context);
  return new Map([
    ["/ws/market", marketChannel],
    ["/ws/user", userChannel],
    ["/", createActivityChannel(context, markets, { marketChannel, userChannel })],
  ]);
}
