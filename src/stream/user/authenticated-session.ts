/** The part of a user channel's session that follows successful authentication. */
import { Check } from "typebox/schema";
import type { Context } from "../../context.ts";
import type { ExchangeMode } from "../../core/exchange-mode.ts";
import { describeMessageFault } from "../../http/item-fault.ts";
import { findPublicMarket } from "../../http/public-market.ts";
import type { ActiveKey } from "../../store/keys/api-keys.ts";
import type { Connection } from "../channel.ts";
import { hasHeartbeatsByDefault } from "../default-heartbeats.ts";
import { createMarketChoice, MOST_CHOSEN } from "./market-choice.ts";
import type { UserFeed } from "./user-feed.ts";
import { createUserQueue } from "./user-queue.ts";
import { UserOperation, UserSubscription } from "./user-schema.ts";

export type AuthenticatedSession = {
  /** Handles a message of the client. */
  operate(message: Readonly<Record<string, unknown>>): void;
  heartbeat(mode: ExchangeMode): void;
  resync(): void;
  stop(): void;
};

export type AuthenticatedSessionOptions = {
  readonly context: Pick<Context, "keys" | "clock" | "clocks" | "log" | "sql" | "engine" | "settlements">;
  readonly feed: UserFeed;
  readonly connection: Connection;
};

const KEY_UNKNOWN = "the key of a user channel could not be looked up";

export function startAuthenticatedSession(
  options: AuthenticatedSessionOptions,
  key: ActiveKey,
  first: UserSubscription,
): AuthenticatedSession {
  const { context, feed, connection } = options;
  connection.keep();
  const choice = createMarketChoice();
  if (first.markets !== undefined && first.markets.length > 0) choice.unsubscribe([]);
  const { wants } = choice;
  const queue = createUserQueue(context, { connection, feed, owner: key.address, wants });
  const unfollow = feed.follow(key.address, queue);
  const hasHeartbeats = first.heartbeat ?? hasHeartbeatsByDefault(connection.dialect);
  change("subscribe", first.markets);
  if (first.initial_dump === true) queue.snapshot();

  function change(operation: "subscribe" | "unsubscribe", markets: readonly string[] = []): void {
    const { exchange } = context.engine;
    const known = markets.flatMap((id) => findPublicMarket(exchange, id)?.conditionId ?? []);
    if (known.length < markets.length) {
      const unknown = markets.find((id) => findPublicMarket(exchange, id) === undefined);
      connection.refuse("unknown_market", `no market has condition ${unknown}`);
    }
    if (known.length === 0 && markets.length > 0) return;
    if (choice[operation](known)) return;
    const hint = `expected at most ${MOST_CHOSEN} markets to be told apart from all others: name none for all`;
    connection.refuse("too_many_subscriptions", hint);
  }

  function operate(message: Readonly<Record<string, unknown>>): void {
    if (Check(UserOperation, message)) {
      if (message.operation === "snapshot") queue.snapshot();
      else change(message.operation, message.markets);
    } else if (message["operation"] === undefined && Check(UserSubscription, message)) {
      // Adds markets: clients repeat the subscription to follow more of them.
      change("subscribe", message.markets);
    } else connection.refuse("invalid_message", describeMessageFault(UserOperation, message));
  }

  return {
    operate,
    heartbeat: (mode) => {
      endIfRevoked(options, key).catch((error: unknown) => {
        context.log.warn({ event: "stream_key_unknown", err: error }, KEY_UNKNOWN);
      });
      if (hasHeartbeats) queue.heartbeat(mode);
    },
    resync: () => queue.snapshot(),
    stop: () => {
      unfollow();
      queue.close();
    },
  };
}

async function endIfRevoked(
  { context, connection }: AuthenticatedSessionOptions,
  { apiKey }: ActiveKey,
): Promise<void> {
  if ((await context.keys.find(apiKey)) === undefined) connection.end("unauthorized", "the key was revoked");
}
