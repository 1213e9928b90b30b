/** The live-data channel, at the root path: every fill of the exchange as it is committed, and further topics. */
import type { Context } from "../../context.ts";
import { createActivityBroadcast } from "./activity-broadcast.ts";
import type { DescribedFill } from "./activity-broadcast.ts";
import { ACTIVITY_TOPIC } from "./activity-schema.ts";
import { createActivitySubscriptions } from "./activity-subscriptions.ts";
import { createMarketAnnouncer } from "./announced-markets.ts";
import { createClobMarketEnvelopes, createClobUserEnvelopes } from "./clob-topics.ts";
import { createFurtherTopics } from "./further-topics.ts";
import type { FurtherTopics, FurtherTopicsOptions } from "./further-topics.ts";
import type { Channel, Connection, ChannelSession } from "../channel.ts";
import { hasHeartbeatsByDefault } from "../default-heartbeats.ts";
import type { DescribedMarkets } from "../described-markets.ts";
import { createNumberer } from "../numbering.ts";
import type { Numberer } from "../numbering.ts";
import { presentFields } from "../present-fields.ts";
import { textFrame } from "../text-frame.ts";

/** Channels whose messages are also sent here, as topics. */
export type ToldChannels = Pick<FurtherTopicsOptions, "marketChannel" | "userChannel">;

export function createActivityChannel(
  context: Pick<Context, "engine" | "log" | "clock" | "names">,
  markets: DescribedMarkets,
  channels: ToldChannels,
): Channel {
  const { clock, engine } = context;
  const addListener = createActivityBroadcast(context, markets);
  const options = {
    ...channels,
    exchange: engine.exchange,
    follow: createMarketAnnouncer(context),
    marketEnvelopes: createClobMarketEnvelopes(clock),
    userEnvelopes: createClobUserEnvelopes(clock),
  };
  return {
    open: (connection) =>
      openSession(connection, { addListener, topics: createFurtherTopics(options, connection), clock }),
  };
}

type AddListener = ReturnType<typeof createActivityBroadcast>;

type SessionOptions = {
  readonly addListener: AddListener;
  readonly topics: FurtherTopics;
  readonly clock: () => number;
};

function openSession(connection: Connection, { addListener, topics, clock }: SessionOptions): ChannelSession {
  const subscriptions = createActivitySubscriptions(topics.find);
  const numberer = createNumberer(connection.id, clock);
  let hasHeartbeats = hasHeartbeatsByDefault(connection.dialect);
  const stop = addListener({
    hasSubscriptions: () => subscriptions.size > 0,
    send: (fills) => {
      const types = new Map<DescribedFill["market"], readonly string[]>();
      for (const { market } of fills)
        if (!types.has(market)) types.set(market, subscriptions.typesFor(market));
      const frames = fills.flatMap((fill) =>
        (types.get(fill.market) ?? []).map((type) =>
          fillFrame(fill, { type, connection, numbers: numberer.next() }),
        ),
      );
      if (frames.length > 0) connection.sendFrames(Buffer.concat(frames));
    },
    skip: () => numberer.skip(),
  });
  return {
    receive: (given) => {
      const message = presentFields(given);
      const refusals = subscriptions.change(message);
      for (const { code, hint } of refusals) connection.refuse(code, hint);
      const { heartbeat } = message;
      if (refusals.length === 0 && typeof heartbeat === "boolean") hasHeartbeats = heartbeat;
    },
    heartbeat: (mode) => {
      topics.heartbeat(mode);
      if (hasHeartbeats && subscriptions.size > 0)
        connection.send({ event_type: "heartbeat", mode, ...numberer.next() });
    },
    // Fills are not sent again: the numbers show the gap, and GET /trades of the data interface lists them.
    resync: topics.resync,
    close: () => {
      stop();
      topics.close();
    },
  };
}

type FrameOptions = {
  readonly type: string;
  readonly connection: Connection;
  readonly numbers: ReturnType<Numberer["next"]>;
};

function fillFrame({ at, payload }: DescribedFill, { type, connection, numbers }: FrameOptions): Buffer {
  const head = { connection_id: connection.id, topic: ACTIVITY_TOPIC, type, timestamp: at, ...numbers };
  const json = JSON.stringify(head);
  return textFrame(Buffer.from(`${json.slice(0, -1)},"payload":${payload(connection.dialect)}}`));
}
