/**
 * The rate of messages that a connection may send: a burst, and so many a second. Each KiB of a message counts as one,
 * since that is the cost of reading it.
 */
import type { StreamLimits } from "./stream-limits.ts";

/** Counts a message of this length, bytes, at `now`, milliseconds of a monotonic clock. False when it is too many. */
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
