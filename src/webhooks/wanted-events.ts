/** The choice of an endpoint's events, and their order. */
import type { Webhook } from "../store/webhooks/webhooks.ts";

/** The parts of a public event that decide about it. */
export type Concern = {
  readonly type: string;
  readonly wallets: readonly string[];
  readonly markets: readonly string[];
};

/** Tells if a type is that of a pattern: `*`, a type, or the types that begin like `order.*`. */
export const matchesPattern = (pattern: string, type: string): boolean =>
  pattern === "*" ||
  pattern === type ||
  (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -"*".length)));

/** Tells if an endpoint gets an event: its type, and one of its wallets and of its markets where these are limited. */
export const wants = (
  { events, wallets, markets }: Pick<Webhook, "events" | "wallets" | "markets">,
  concern: Concern,
): boolean =>
  events.some((pattern) => matchesPattern(pattern, concern.type)) &&
  meets(wallets, concern.wallets) &&
  meets(markets, concern.markets);

const meets = (wanted: readonly string[], concerned: readonly string[]): boolean =>
  wanted.length === 0 || concerned.some((one) => wanted.includes(one));

/** Lane of events that concern neither an owner nor a market. */
const EXCHANGE_LANE = "exchange";

/**
 * Names the lanes of an event, in each of which it comes after those before it: its wallets or its markets, whichever the
 * endpoint is ordered by, else the others.
 */
export function lanesOf(
  { orderedBy }: Pick<Webhook, "orderedBy">,
  { wallets, markets }: Concern,
): readonly string[] {
  const [first, second] = orderedBy === "owner" ? [wallets, markets] : [markets, wallets];
  const lanes = first.length > 0 ? first : second;
  return lanes.length > 0 ? lanes : [EXCHANGE_LANE];
}
