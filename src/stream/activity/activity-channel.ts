/** The live-data channel, at the root path: every fill of the exchange, as it is committed. */
import type { Context } from "../../context.ts";
import { createActivityBroadcast } from "./activity-broadcast.ts";
import type { DescribedFill } from "./activity-broadcast.ts";
import { ACTIVITY_TOPIC } from "./activity-schema.ts";
import { createActivitySubscriptions } from "./activity-subscriptions.ts";
import type { Channel, Connection, ChannelSession } from "../channel.ts";
import { hasHeartbeatsByDefault } from "../default-heartbeats.ts";
import type { DescribedMarkets } from "../described-markets.ts";
import { createNumberer } from "../numbering.ts";
import type { Numberer } from "../numbering.ts";
import { presentFields } from "../present-fields.ts";
import { textFrame } from "../text-frame.ts";

export function createActivityChannel(
  context: Pick<Context, "engine" | "log" | "clock">,
  markets: DescribedMarkets,
): Channel {
  const addListener = createActivityBroadcast(context, markets);
  return { open: (connection) => openSession(connection, addListener, context.clock) };
}

type AddListener = ReturnType<typeof createActivityBroadcast>;

function openSession(connection: Connection, addListener: AddListener, clock: () => number): ChannelSession {
  const subscriptions = createActivitySubscriptions();
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
      const refused = subscriptions.change(message);
      if (refused !== undefined) return connection.refuse(refused.code, refused.hint);
      const { heartbeat } = message;
      if (typeof heartbeat === "boolean") hasHeartbeats = heartbeat;
      return undefined;
    },
    heartbeat: (mode) => {
      if (hasHeartbeats && subscriptions.size > 0)
        connection.send({ event_type: "heartbeat", mode, ...numberer.next() });
    },
    // Sends nothing: the numbers show the gap, and GET /trades of the data interface has the fills.
    resync: () => {},
    close: () => void stop(),
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
