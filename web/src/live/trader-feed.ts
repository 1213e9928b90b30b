/** Reports changes of the trader's own orders and fills, and every reconnection. */
import { channelAddress } from "../api/interfaces.ts";
import type { Credentials } from "../wallet/credentials.ts";
import { openChannel } from "./connection.ts";
import { throttle } from "./throttle.ts";

/** Delay in milliseconds that merges several changes into one report. */
const THROTTLE_MS = 100;

const isObject = (message: unknown): message is object => typeof message === "object" && message !== null;

export function followTrader(credentials: Credentials, onChange: () => void): () => void {
  const { call, stop } = throttle(THROTTLE_MS, onChange);
  const channel = openChannel({
    url: channelAddress("/ws/user"),
    hello: () => ({ type: "user", auth: credentials, markets: [], initial_dump: false }),
    onMessage: (message) => {
      if (!isObject(message)) return;
      // The key was revoked, so the exchange would refuse every new connection.
      if ("code" in message && message.code === "unauthorized") channel.close();
      if (!("event_type" in message) || message.event_type !== "heartbeat") call();
    },
    onState: (state) => {
      if (state === "connecting") call();
    },
  });
  return () => {
    stop();
    channel.close();
  };
}
