/**
 * How much a connection may say: so many messages at once, and so many a second. Each KiB of a message counts as one,
 * since that is what reading it costs.
 */
import type { StreamLimits } from "./stream-limits.ts";

/** Whether one more message of this length may come at `now`, in milliseconds of a clock that does not step back. */
export type MessageRate = (now: number, length: number) => boolean;

type Rate = Pick<StreamLimits, "messageBurst" | "messagesPerSecond">;

const KIBIBYTE = 1024;

export function createMessageRate({ messageBurst, messagesPerSecond }: Rate, startedAt: number): MessageRate {
  let allowed = messageBurst;
  let countedAt = startedAt;
  return (now, length) => {
    allowed = Math.min(messageBurst, allowed + ((now - countedAt) * messagesPerSecond) / 1000);
    countedAt = now;
    const cost = Math.max(1, length / KIBIBYTE);
    if (allowed < cost) return false;
    allowed -= cost;
    return true;
  };
}
