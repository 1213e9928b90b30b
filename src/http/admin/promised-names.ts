/** Names that open invites promise: two people cannot bear one. */
import { setImmediate } from "node:timers/promises";
import type { Context } from "../../context.ts";
import { stateOf } from "../../core/invite.ts";
import { foldName, lookOf } from "../../core/name-looks.ts";
import { isRejection } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { TraderName } from "../../core/trader-name.ts";
import { readInviteNames } from "../../store/names/invite-names.ts";

/** Finds the promised name that is the same as another or looks alike. */
export type FindPromised = (name: TraderName) => string | undefined;

const NAMES_IN_A_TURN = 500;

/** Reads the names, some in each turn of the event loop, so that orders wait for none. */
export async function readPromisedNames({
  engine,
  ownSql,
}: Pick<Context, "engine" | "ownSql">): Promise<FindPromised | Rejection> {
  const open = await engine.examine(({ invites }, at) =>
    [...invites.values()].filter((invite) => stateOf(invite, at) === "open").map(({ id }) => id),
  );
  if (isRejection(open)) return open;
  const promised = new Map<string, string>();
  let read = 0;
  for (const name of (await readInviteNames(ownSql, open)).values()) {
    for (const text of [foldName(name), lookOf(name)]) promised.set(text, name);
    read += 1;
    if (read % NAMES_IN_A_TURN === 0) await setImmediate();
  }
  return ({ folded, look }) => promised.get(folded) ?? promised.get(look);
}
