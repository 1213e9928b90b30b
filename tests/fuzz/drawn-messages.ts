/** Messages to the live channels: valid ones, and ones with a fault in one place. */
import { Type } from "typebox";
import { ActivityRequest } from "../../src/stream/activity/activity-schema.ts";
import { MarketOperation, MarketSubscription } from "../../src/stream/market/market-channel-schema.ts";
import { UserOperation, UserSubscription } from "../../src/stream/user/user-schema.ts";
import { spoilBody, toText } from "./drawn-body.ts";
import { drawValue } from "./drawn-value.ts";
import type { Draw } from "./drawn-value.ts";
import { allActors } from "./world.ts";
import type { Actor } from "./world.ts";

export const CHANNELS = ["/ws/market", "/ws/user", "/"] as const;
export type ChannelPath = (typeof CHANNELS)[number];

const SCHEMAS = {
  "/ws/market": Type.Union([MarketOperation, MarketSubscription]),
  "/ws/user": Type.Union([UserOperation, UserOperation, UserSubscription]),
  "/": ActivityRequest,
} as const;

const NAMED: Draw["named"] = { markets: ["condition"], assets_ids: ["token"], type: ["word"] };
const MESSAGE_LIMIT = 64 * 1024;

/** Draws the text of a message. */
export function drawMessage(draw: Draw, channel: ChannelPath): string {
  const { random } = draw;
  if (random.chance(5)) return random.pick(["PING", "ping", " PING ", "PONG", "{}", "[]"]);
  const value =
    channel === "/" && random.chance(50) ? ALL_FILLS : drawValue({ ...draw, named: NAMED }, SCHEMAS[channel]);
  return String(random.chance(40) ? toText(value) : spoilBody(random, value, MESSAGE_LIMIT));
}

const ALL_FILLS = { action: "subscribe", subscriptions: [{ topic: "activity", type: "orders_matched" }] };

/**
 * Draws the first message to the user channel. `actor` is the wallet that its credentials sign in, if they are valid.
 */
export function drawSignIn({ random, world }: Draw): { text: string; actor: Actor | undefined } {
  const actor = random.pick(world.traders);
  const { apiKey, secret, passphrase } = actor.credentials;
  const other = random.pick(allActors(world).filter(({ address }) => address !== actor.address)).credentials;
  const good = { apiKey, secret, passphrase };
  const auth = random.pick([
    good,
    good,
    { ...good, secret: other.secret },
    { ...good, passphrase: other.passphrase },
    { ...good, apiKey: other.apiKey },
    { ...good, apiKey: actor.builder.apiKey },
    { ...good, secret: `${secret.slice(1)}A` },
    { ...good, secret: "" },
    { apiKey, secret },
    {},
  ]);
  const text = JSON.stringify({ type: "user", auth, initial_dump: true, markets: [] });
  return { text, actor: auth === good ? actor : undefined };
}
