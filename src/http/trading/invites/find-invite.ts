/** The invite of a link's code, with the name that comes with it. */
import type { Context } from "../../../context.ts";
import type { Invite } from "../../../core/invite.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { readInviteNames } from "../../../store/names/invite-names.ts";

/** Gives what `look` reads off the invite at the last commit, and the name; "" without one. */
export async function findInvite<T extends object>(
  { inviteCodes, engine, ownSql }: Pick<Context, "inviteCodes" | "engine" | "ownSql">,
  code: string,
  look: (invite: Invite, at: number) => T,
): Promise<{ readonly found: T; readonly name: string } | Rejection> {
  const id = inviteCodes.idOf(code);
  if (id === undefined) return unknownCode(code);
  const found = await engine.examine(({ invites }, at) => {
    const invite = invites.get(id);
    return invite === undefined ? unknownCode(code) : look(invite, at);
  });
  if (isRejection(found)) return found;
  const names = await readInviteNames(ownSql, [id]);
  return { found, name: names.get(id) ?? "" };
}

export const unknownCode = (code: string): Rejection =>
  reject("invite_not_found", `no invite has the code "${code}"`);
