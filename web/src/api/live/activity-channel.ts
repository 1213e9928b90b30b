/** The channel that reports each trade of the exchange as it happens. */
import { channelAddress } from "../interfaces.ts";
import { openChannel } from "./connection.ts";
import type { Channel, ChannelOptions } from "./connection.ts";

const HELLO = { action: "subscribe", subscriptions: [{ topic: "activity", type: "orders_matched" }] };

export const openActivity = (told: Pick<ChannelOptions, "onMessage" | "onState">): Channel =>
  openChannel({ url: channelAddress("/"), hello: () => HELLO, ...told });
