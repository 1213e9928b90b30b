/** The topic clob_user of live data: the orders and trades of one account, as the user channel sends them. */
import type { Channel, ChannelSession, Connection } from "../channel.ts";
import type { StreamCode } from "../stream-refusal.ts";
import type { Subscription } from "./activity-schema.ts";
import type { LiveTopic, SubscriptionRefusal } from "./live-topic.ts";
import { envelopedConnection } from "./enveloped-connection.ts";
import { createEnvelopes } from "./envelopes.ts";
import type { Enveloped, Envelopes } from "./envelopes.ts";
import { namedTypes } from "./topic-types.ts";

const CLOB_USER_TYPES = ["order", "trade"] as const;

const TOPIC = "clob_user";

/** Creates the envelopes, which connections of one account share. */
export const createClobUserEnvelopes = (clock: () => number): Envelopes =>
  createEnvelopes({ topic: TOPIC, clock, describe: (eventType) => ({ type: eventType, tokens: [] }) });

export function createClobUserTopic(
  channel: Channel,
  connection: Connection,
  envelopes: Envelopes,
): LiveTopic & Pick<ChannelSession, "heartbeat"> {
  const wanted = new Set<string>();
  let opened: { readonly session: ChannelSession; readonly key: string } | undefined;
  const wants = ({ type }: Enveloped): boolean => wanted.has(type);
  const enveloped = envelopedConnection(connection, { topic: TOPIC, envelopes, wants });

  function stop(): void {
    opened?.session.close();
    opened = undefined;
  }

  /** Ends the topic, and leaves the connection to its other subscriptions. */
  function end(code: StreamCode, hint: string): void {
    stop();
    wanted.clear();
    connection.refuse(code, hint);
  }

  function open({ clob_auth: auth }: Subscription): SubscriptionRefusal | undefined {
    if (opened !== undefined) return auth?.key === opened.key ? undefined : refused(ONE_ACCOUNT);
    if (auth === undefined || auth === null) return refused("clob_auth: expected key, secret and passphrase");
    if (!connection.mayBePrivate) return refused(FOREIGN_PAGE);
    const { key, secret, passphrase } = auth;
    const session = channel.open({ ...enveloped, end });
    opened = { session, key };
    session.receive({ type: "user", auth: { apiKey: key, secret, passphrase } });
    return undefined;
  }

  return {
    change(action, subscription) {
      const types = namedTypes(subscription, CLOB_USER_TYPES);
      if ("code" in types) return types;
      if (action === "unsubscribe") {
        for (const type of types) wanted.delete(type);
        if (wanted.size === 0) stop();
        return undefined;
      }
      const refusal = open(subscription);
      if (refusal === undefined) for (const type of types) wanted.add(type);
      return refusal;
    },
    heartbeat: (mode) => opened?.session.heartbeat(mode),
    // Sends nothing: the numbers show the gap, and GET /data/orders has the open orders.
    resync: () => {},
    close: stop,
  };
}

const ONE_ACCOUNT =
  "clob_auth: expected the key of the first subscription, since a connection tells of one account";
const FOREIGN_PAGE = "clob_user: the operator names in PRESAGE_ORIGINS whose pages may read private data";

const refused = (hint: string): SubscriptionRefusal => ({ code: "invalid_message", hint });
