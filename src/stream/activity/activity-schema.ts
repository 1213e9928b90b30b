/** Messages of the live-data channel, in both directions. */
import { Type } from "typebox";
import { tradeSchema } from "../../http/data/activity-schema.ts";
import { Numbering } from "../numbering.ts";

export const ACTIVITY_TOPIC = "activity";
export const ACTIVITY_TYPES = ["orders_matched", "trades"] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

const slug = (what: string) =>
  Type.Optional(Type.String({ maxLength: 1_000, description: `Only fills of this ${what}, by its slug` }));

export const ActivityFilters = Type.Object({
  event_slug: slug("event"),
  eventSlug: slug("event"),
  market_slug: slug("market"),
  marketSlug: slug("market"),
});

const Subscription = Type.Object({
  topic: Type.String({ description: ACTIVITY_TOPIC }),
  type: Type.String({ description: `${ACTIVITY_TYPES.join(", ")}, or * for both` }),
  filters: Type.Optional(
    Type.Union([
      ActivityFilters,
      Type.String({ description: "The same as JSON; blank is none" }),
      Type.Null(),
    ]),
  ),
});
export type Subscription = Type.Static<typeof Subscription>;

export const ActivityRequest = Type.Object(
  {
    action: Type.Enum(["subscribe", "unsubscribe"]),
    subscriptions: Type.Array(Subscription, { maxItems: 100 }),
    heartbeat: Type.Optional(
      Type.Boolean({
        description: "Whether heartbeats are sent; by default for clients of the specification",
      }),
    ),
  },
  {
    description:
      "Without filters, an unsubscription ends all subscriptions of its type; with some, the one that has the same",
  },
);
export type ActivityRequest = Type.Static<typeof ActivityRequest>;

/** A fill from the view of its incoming order: a record of GET /trades of the data interface, with more fields. */
export const ActivityPayload = Type.Object({
  ...tradeSchema("spec").properties,
  usdcSize: Type.Number({ description: "Collateral: size x price exactly" }),
  tags: Type.Array(Type.String(), { description: "Slugs of the event's tags" }),
  creator: Type.String({ description: 'Wallet that created the market; "" where nobody is named' }),
});

export const ActivityMessage = Type.Object(
  {
    connection_id: Type.String(),
    topic: Type.Literal(ACTIVITY_TOPIC),
    type: Type.Enum([...ACTIVITY_TYPES]),
    timestamp: Type.Integer({ description: "Of the commit, unix milliseconds" }),
    payload: ActivityPayload,
    ...Numbering,
  },
  { description: "An order was filled" },
);
