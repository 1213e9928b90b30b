/** The user channel, /ws/user: updates of orders and trades of the client's wallets. */
import { describeMisspelt, findMisspelt } from "../../base/nearest-name.ts";
import { createHash, timingSafeEqual } from "node:crypto";
import { Check } from "typebox/schema";
import type { Context } from "../../context.ts";
import type { ExchangeMode } from "../../core/exchange-mode.ts";
import { findPublicMarket } from "../../http/values/shown-prices.ts";
import { describeMessageFault } from "../../http/operation/validation-fault.ts";
import { decodeSecret, isSamePassphrase, readKeyId } from "../../signing/credentials.ts";
import type { ActiveKey, SigningKey } from "../../store/keys/api-keys.ts";
import { hasHeartbeatsByDefault } from "../channel.ts";
import type { Channel, ChannelSession, Connection } from "../channel.ts";
import { isUnavailable } from "../../store/sql/unavailable.ts";
import { presentFields } from "../frames/present-fields.ts";
import { createConnectionPresences } from "./connection-presences.ts";
import type { ConnectionPresences } from "./connection-presences.ts";
import { createUserFeed } from "./user-feed.ts";
import type { UserFeed } from "./user-feed.ts";
import { createUserQueue } from "./user-queue.ts";
import { UserOperation, UserSubscription } from "./user-schema.ts";

// Session of a user channel connection. The client's first message has the credentials. From then on the client gets
// updates of all wallets of the key's owner, in the markets that it chose.

// Markets chosen by a client: all except some, or only some.

type MarketChoice = {
  /**
   * Chooses these markets, or all if none are named. Returns false, and changes nothing, if the list of markets would get
   * too long.
   */
  subscribe(conditionIds: readonly string[]): boolean;
  /** Drops these markets, or all if none are named. Returns false, and changes nothing, if the list would get too long. */
  unsubscribe(conditionIds: readonly string[]): boolean;
  wants(conditionId: string): boolean;
};

/** Maximum length of the list of chosen or excluded markets. */
const MAX_CHOSEN = 1_000;

/** Creates the choice of all markets. Condition ids are lower case. */
function createMarketChoice(): MarketChoice {
  let isAll = true;
  let exceptions = new Set<string>();
  const choose = (conditionIds: readonly string[], wanted: boolean): boolean => {
    if (conditionIds.length === 0) {
      isAll = wanted;
      exceptions = new Set();
      return true;
    }
    const changed = new Set(exceptions);
    for (const conditionId of conditionIds) {
      if (wanted === isAll) changed.delete(conditionId);
      else changed.add(conditionId);
    }
    if (changed.size > MAX_CHOSEN) return false;
    exceptions = changed;
    return true;
  };
  return {
    subscribe: (conditionIds) => choose(conditionIds, true),
    unsubscribe: (conditionIds) => choose(conditionIds, false),
    wants: (conditionId) => isAll !== exceptions.has(conditionId),
  };
}

// Check of the credentials on the user channel: clients send the secret itself instead of a signature.

type CheckedKey = { readonly key: ActiveKey } | { readonly wrong: string };

/** Finds the key of the credentials. Only the sandbox gives a refusal's reason. */
async function checkCredentials(
  { keys, config }: Pick<Context, "keys" | "config">,
  auth: UserSubscription["auth"],
): Promise<CheckedKey> {
  const name = auth.apiKey ?? auth.apikey;
  const key = name === undefined ? undefined : await keys.find(readKeyId(name));
  const wrong = key === undefined ? "auth.apiKey: no such key" : findCredentialFault(key, auth);
  if (key !== undefined && wrong === undefined) return { key };
  return {
    wrong: config.mode === "sandbox" && wrong !== undefined ? wrong : "the credentials are not valid",
  };
}

function findCredentialFault(
  key: SigningKey,
  { secret, passphrase }: UserSubscription["auth"],
): string | undefined {
  if (!timingSafeEqual(sha256(key.secret.export()), sha256(decodeSecret(secret))))
    return "auth.secret: not the key's";
  return isSamePassphrase(key.passphrase, passphrase) ? undefined : "auth.passphrase: not the key's";
}

/** Hashes a secret to a fixed length, so that the comparison does not reveal its length. */
const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

// The part of a user channel session after authentication.

type AuthenticatedSession = {
  /** Handles a message of the client. */
  operate(message: Readonly<Record<string, unknown>>): void;
  heartbeat(mode: ExchangeMode): void;
  resync(): void;
  stop(): void;
};

type AuthenticatedSessionOptions = {
  readonly context: Pick<Context, "keys" | "clock" | "clocks" | "log" | "sql" | "engine" | "settlements">;
  readonly feed: UserFeed;
  readonly presences: ConnectionPresences;
  readonly connection: Connection;
};

const KEY_UNKNOWN = "the key of a user channel could not be looked up";
const NOT_ASKED = "cancel_on_disconnect could not be stored; connect again, and ask again";

function startAuthenticatedSession(
  options: AuthenticatedSessionOptions,
  key: ActiveKey,
  first: UserSubscription,
): AuthenticatedSession {
  const { context, feed, presences, connection } = options;
  connection.keep();
  const choice = createMarketChoice();
  if (first.markets !== undefined && first.markets.length > 0) choice.unsubscribe([]);
  const { wants } = choice;
  const queue = createUserQueue(context, { connection, feed, owner: key.address, wants });
  const unfollow = feed.follow(key.address, queue);
  const hasHeartbeats = first.heartbeat ?? hasHeartbeatsByDefault(connection.dialect);
  const presence = presences.open(key);
  change("subscribe", first.markets);
  ask(first);
  if (first.initial_dump === true) queue.snapshot();

  function change(operation: "subscribe" | "unsubscribe", markets: readonly string[] = []): void {
    const { exchange } = context.engine;
    const known = markets.flatMap((id) => findPublicMarket(exchange, id)?.conditionId ?? []);
    if (known.length < markets.length) {
      const unknown = markets.find((id) => findPublicMarket(exchange, id) === undefined);
      connection.refuse("unknown_market", `no market has condition ${unknown}`);
    }
    if (known.length === 0 && markets.length > 0) return;
    queue.changeWanted(() => {
      if (choice[operation](known)) return;
      const hint = `expected at most ${MAX_CHOSEN} markets to be told apart from all others: name none for all`;
      connection.refuse("too_many_subscriptions", hint);
    });
  }

  function ask({ cancel_on_disconnect: asked, queue_positions: positions }: UserSubscription): void {
    if (positions !== undefined) queue.followPositions(positions);
    if (asked === undefined) return;
    const { grace_ms: graceMs } = asked;
    presence.ask(graceMs).then(
      () => queue.confirmGrace(graceMs),
      (error: unknown) => {
        if (isUnavailable(error)) connection.end("unavailable", NOT_ASKED);
        else connection.fail(error);
      },
    );
  }

  function operate(message: Readonly<Record<string, unknown>>): void {
    if (Check(UserOperation, message)) {
      if (message.operation === "snapshot") queue.snapshot();
      else change(message.operation, message.markets);
    } else if (message["operation"] === undefined && Check(UserSubscription, message)) {
      // Adds the markets: clients repeat the subscription to follow more markets.
      change("subscribe", message.markets);
      ask(message);
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
      presence.end();
    },
  };
}

async function endIfRevoked(
  { context, connection }: AuthenticatedSessionOptions,
  { apiKey }: ActiveKey,
): Promise<void> {
  if ((await context.keys.find(apiKey)) === undefined) connection.end("unauthorized", "the key was revoked");
}

type UserSessionOptions = AuthenticatedSessionOptions & {
  readonly context: Pick<Context, "config">;
  /** Authentication timeout, ms. */
  readonly authenticationMs: number;
};

type Message = Readonly<Record<string, unknown>>;

/** Fields of a subscription that would have no effect under another name. */
const CONTROLS = ["cancel_on_disconnect", "queue_positions"];

function createUserSession(options: UserSessionOptions): ChannelSession {
  const { context, connection, authenticationMs } = options;
  /** Messages received during the lookup of the key; the connection's message rate limits their number. */
  const earlyMessages: Message[] = [];
  let isClosed = false;
  let state: "new" | "checking" | AuthenticatedSession = "new";
  const timeout = setTimeout(() => {
    connection.end("not_authenticated", `expected a subscription within ${authenticationMs / 1000} s`);
  }, authenticationMs);

  async function begin(subscription: UserSubscription): Promise<void> {
    state = "checking";
    const checkedKey = await checkCredentials(context, subscription.auth);
    if (isClosed) return undefined;
    if ("wrong" in checkedKey) return connection.end("unauthorized", checkedKey.wrong);
    clearTimeout(timeout);
    const authenticated = startAuthenticatedSession(options, checkedKey.key, subscription);
    state = authenticated;
    for (const message of earlyMessages.splice(0)) authenticated.operate(message);
    return undefined;
  }

  function receive(given: Message): void {
    const message = presentFields(given);
    const misspelt = findMisspelt(message, CONTROLS, (name) => name in UserSubscription.properties);
    if (misspelt !== undefined) return connection.refuse("invalid_message", describeMisspelt(misspelt));
    if (typeof state === "object") return state.operate(message);
    if (state === "checking") earlyMessages.push(message);
    if (state !== "new") return undefined;
    if (!Check(UserSubscription, message))
      return connection.refuse("invalid_message", describeMessageFault(UserSubscription, message));
    begin(message).catch(connection.fail);
    return undefined;
  }

  return {
    receive,
    heartbeat: (mode) => {
      if (typeof state === "object") state.heartbeat(mode);
    },
    resync: () => {
      if (typeof state === "object") state.resync();
    },
    close: () => {
      clearTimeout(timeout);
      isClosed = true;
      if (typeof state === "object") state.stop();
    },
  };
}

const AUTHENTICATION_MS = 10_000;

/** Creates the channel. A connection without valid credentials is closed after `authenticationMs`. */
export function createUserChannel(context: Context, authenticationMs = AUTHENTICATION_MS): Channel {
  const shared = { context, feed: createUserFeed(context), presences: createConnectionPresences(context) };
  return {
    isPrivate: true,
    open: (connection) => createUserSession({ ...shared, connection, authenticationMs }),
  };
}
