/** Tells whenever something happened to the trader's own orders and fills, and after each new connection. */
import { channelAddress } from "../api/interfaces.ts";
import type { Credentials } from "../wallet/credentials.ts";
import { openChannel } from "./connection.ts";
import { together } from "./together.ts";

/** Several changes at once are told once. */
const TOGETHER_MS = 100;

const isObject = (message: unknown): message is object => typeof message === "object" && message !== null;

export function followOwn(credentials: Credentials, onChange: () => void): () => void {
  const { tell, stop } = together(TOGETHER_MS, onChange);
  const channel = openChannel({
    url: channelAddress("/ws/user"),
    hello: () => ({ type: "user", auth: credentials, markets: [], initial_dump: false }),
    onMessage: (message) => {
      if (!isObject(message)) return;
      // Of a key that was revoked: no new connection would be let in.
      if ("code" in message && message.code === "unauthorized") channel.close();
      if (!("event_type" in message) || message.event_type !== "heartbeat") tell();
    },
    onState: (state) => {
      if (state === "connecting") tell();
    },
  });
  return () => {
    stop();
    channel.close();
  };
}
