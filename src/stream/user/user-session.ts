/**
 * One connection of the user channel: it says whose key it is in its first message, and is then told what happens to
 * the orders of all wallets that the key's owner signs for, in the markets that it asked for.
 */
import { Check } from "typebox/value";
import type { Context } from "../../context.ts";
import { describeMessageFault } from "../../http/item-fault.ts";
import type { Session } from "../channel.ts";
import { presentFields } from "../present-fields.ts";
import { checkCredentials } from "./user-credentials.ts";
import { startFollowing } from "./user-following.ts";
import type { Following, FollowingOptions } from "./user-following.ts";
import { UserSubscription } from "./user-schema.ts";

export type UserSessionOptions = FollowingOptions & {
  readonly context: Pick<Context, "config">;
  /** How long a connection may be nobody's. */
  readonly patienceMs: number;
};

type Message = Readonly<Record<string, unknown>>;

export function createUserSession(options: UserSessionOptions): Session {
  const { context, connection, patienceMs } = options;
  /** What came while the key was looked up; a connection lets no more through than it may. */
  const early: Message[] = [];
  let isClosed = false;
  let state: "new" | "checking" | Following = "new";
  const impatience = setTimeout(() => {
    connection.end("not_authenticated", `expected a subscription within ${patienceMs / 1000} s`);
  }, patienceMs);

  async function begin(subscription: UserSubscription): Promise<void> {
    state = "checking";
    const checked = await checkCredentials(context, subscription.auth);
    if (isClosed) return undefined;
    if ("wrong" in checked) return connection.end("unauthorized", checked.wrong);
    clearTimeout(impatience);
    const following = startFollowing(options, checked.key, subscription);
    state = following;
    for (const message of early.splice(0)) following.operate(message);
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
    beat: (mode) => {
      if (typeof state === "object") state.beat(mode);
    },
    resync: () => {
      if (typeof state === "object") state.resync();
    },
    close: () => {
      clearTimeout(impatience);
      isClosed = true;
      if (typeof state === "object") state.stop();
    },
  };
}
