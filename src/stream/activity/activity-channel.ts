/** The live-data channel, at the root path: every fill of the exchange, as it is committed. */
import type { Context } from "../../context.ts";
import { createActivityBroadcast } from "./activity-broadcast.ts";
import type { ToldFill } from "./activity-broadcast.ts";
import { ACTIVITY_TOPIC } from "./activity-schema.ts";
import { createActivitySubscriptions } from "./activity-subscriptions.ts";
import type { Channel, Connection, Session } from "../channel.ts";
import { beatsByDefault } from "../default-heartbeats.ts";
import type { DescribedMarkets } from "../described-markets.ts";
import { createNumberer } from "../numbering.ts";
import type { Numberer } from "../numbering.ts";
import { presentFields } from "../present-fields.ts";
import { textFrame } from "../text-frame.ts";

export function createActivityChannel(
  context: Pick<Context, "engine" | "log" | "clock">,
  markets: DescribedMarkets,
): Channel {
  const listen = createActivityBroadcast(context, markets);
  return { open: (connection) => openSession(connection, listen, context.clock) };
}

type Listen = ReturnType<typeof createActivityBroadcast>;

function openSession(connection: Connection, listen: Listen, clock: () => number): Session {
  const subscriptions = createActivitySubscriptions();
  const numberer = createNumberer(connection.id, clock);
  let beats = beatsByDefault(connection.dialect);
  const stop = listen({
    listens: () => subscriptions.size > 0,
    tell: (fills) => {
      const types = new Map<ToldFill["market"], readonly string[]>();
      for (const { market } of fills)
        if (!types.has(market)) types.set(market, subscriptions.typesFor(market));
      const frames = fills.flatMap((fill) =>
        (types.get(fill.market) ?? []).map((type) =>
          fillFrame(fill, { type, connection, numbers: numberer.next() }),
        ),
      );
      if (frames.length > 0) connection.sendFrames(Buffer.concat(frames));
    },
    lose: () => numberer.skip(),
  });
  return {
    receive: (given) => {
      const message = presentFields(given);
      const refused = subscriptions.change(message);
      if (refused !== undefined) return connection.refuse(refused.code, refused.hint);
      const { heartbeat } = message;
      if (typeof heartbeat === "boolean") beats = heartbeat;
      return undefined;
    },
    beat: (mode) => {
      if (beats && subscriptions.size > 0)
        connection.send({ event_type: "heartbeat", mode, ...numberer.next() });
    },
    // What was missed is missed, as the numbers say: GET /trades of the data interface has it.
    resync: () => {},
    close: () => void stop(),
  };
}

type Framed = {
  readonly type: string;
  readonly connection: Connection;
  readonly numbers: ReturnType<Numberer["next"]>;
};

function fillFrame({ at, payload }: ToldFill, { type, connection, numbers }: Framed): Buffer {
  const head = { connection_id: connection.id, topic: ACTIVITY_TOPIC, type, timestamp: at, ...numbers };
  const json = JSON.stringify(head);
  return textFrame(Buffer.from(`${json.slice(0, -1)},"payload":${payload(connection.dialect)}}`));
}
