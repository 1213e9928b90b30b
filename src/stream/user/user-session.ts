/**
 * The session of a connection of the user channel. Its first message has the credentials. From then on it gets updates
 * of all wallets that the key's owner signs for, in the markets that it chose.
 */
import { Check } from "typebox/schema";
import type { Context } from "../../context.ts";
import { describeMessageFault } from "../../http/item-fault.ts";
import type { ChannelSession } from "../channel.ts";
import { presentFields } from "../present-fields.ts";
import { startAuthenticatedSession } from "./authenticated-session.ts";
import type { AuthenticatedSession, AuthenticatedSessionOptions } from "./authenticated-session.ts";
import { checkCredentials } from "./user-credentials.ts";
import { UserSubscription } from "./user-schema.ts";

export type UserSessionOptions = AuthenticatedSessionOptions & {
  readonly context: Pick<Context, "config">;
  /** Time for a connection to authenticate. */
  readonly authenticationMs: number;
};

type Message = Readonly<Record<string, unknown>>;

export function createUserSession(options: UserSessionOptions): ChannelSession {
  const { context, connection, authenticationMs } = options;
  /** Messages that came while the key was looked up; the connection limits their number. */
  const early: Message[] = [];
  let isClosed = false;
  let state: "new" | "checking" | AuthenticatedSession = "new";
  const timeout = setTimeout(() => {
    connection.end("not_authenticated", `expected a subscription within ${authenticationMs / 1000} s`);
  }, authenticationMs);

  async function begin(subscription: UserSubscription): Promise<void> {
    state = "checking";
    const checked = await checkCredentials(context, subscription.auth);
    if (isClosed) return undefined;
    if ("wrong" in checked) return connection.end("unauthorized", checked.wrong);
    clearTimeout(timeout);
    const authenticated = startAuthenticatedSession(options, checked.key, subscription);
    state = authenticated;
    for (const message of early.splice(0)) authenticated.operate(message);
    return undefined;
  }

  function receive(given: Message): void {
    const message = presentFields(given);
    if (typeof state === "object") return state.operate(message);
    if (state === "checking") early.push(message);
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
