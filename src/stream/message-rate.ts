/**
 * Limit on the message rate of a connection: a burst, and a number per second. Each KiB of a message counts as one, since
 * reading it costs as much.
 */
import type { StreamLimits } from "./stream-limits.ts";

/** Counts a message of `length` bytes at `now`, ms of a monotonic clock. Returns false if it exceeds the rate. */
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
