/**
 * Topics of live data other than fills that clients of the services know. Comments, requests for quotes and prices of other
 * exchanges are accepted and send nothing, since there are none here.
 */
import type { ExchangeMode } from "../../core/exchange-mode.ts";
import type { Channel, Connection } from "../channel.ts";
import { DIFFERENCES } from "../../http/dialects/dialect-differences.ts";
import type { FindTopic } from "./topics.ts";
import { SILENT_TOPICS } from "./activity-schema.ts";
import { createClobMarketTopic, createClobUserTopic } from "./clob-topics.ts";
import type { ClobMarketOptions } from "./clob-topics.ts";
import type { Envelopes } from "./envelopes.ts";

export type FurtherTopics = {
  readonly find: FindTopic;
  /** Checks that private topics are still allowed. */
  heartbeat(mode: ExchangeMode): void;
  resync(): void;
  close(): void;
};

export type FurtherTopicsOptions = Omit<ClobMarketOptions, "channel" | "envelopes"> & {
  readonly marketChannel: Channel;
  readonly userChannel: Channel;
  readonly marketEnvelopes: Envelopes;
  readonly userEnvelopes: Envelopes;
};

const SILENT = { change: () => undefined };

export function createFurtherTopics(
  { marketChannel, userChannel, marketEnvelopes, userEnvelopes, ...options }: FurtherTopicsOptions,
  connection: Connection,
): FurtherTopics {
  const ofMarkets = { ...options, channel: marketChannel, envelopes: marketEnvelopes };
  const market = createClobMarketTopic(ofMarkets, connection);
  const user = createClobUserTopic(userChannel, connection, userEnvelopes);
  const isService = DIFFERENCES.liveTopics.does[connection.dialect] === "all";
  return {
    find(topic) {
      if (!isService) return undefined;
      if (topic === "clob_market") return market;
      if (topic === "clob_user") return user;
      return SILENT_TOPICS.some((silent) => silent === topic) ? SILENT : undefined;
    },
    heartbeat: user.heartbeat,
    resync: () => market.resync(),
    close() {
      market.close();
      user.close();
    },
  };
}
