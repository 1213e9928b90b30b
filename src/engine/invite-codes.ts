/**
 * Codes of the links of invites. They follow from the master key, so that neither the journal nor a table has one that could
 * be used; a code is found by its hash.
 */
import { createHash } from "node:crypto";
import { MAKE_INVITE } from "../core/invite.ts";
import { deriveInviteCode } from "../signing/credentials.ts";
import type { Engine } from "./engine.ts";

export type InviteCodes = {
  /** The code of an invite: 26 letters and digits. */
  codeOf(id: string): string;
  /** The id of the invite with this code, in any case of letters; `undefined` when there is none. */
  idOf(code: string): string | undefined;
  /** Takes the invites that the exchange has now for all that there are: it was put back to an earlier state. */
  reload(): void;
};

export type InviteCodesOptions = {
  readonly masterKey: Uint8Array;
  readonly engine: Pick<Engine, "exchange" | "follow">;
};

export function createInviteCodes({ masterKey, engine }: InviteCodesOptions): InviteCodes {
  const ids = new Map<string, string>();
  const codeOf = (id: string): string => deriveInviteCode(masterKey, id);
  const add = (id: string): unknown => ids.set(hashOf(codeOf(id)), id);
  const reload = (): void => {
    ids.clear();
    for (const id of engine.exchange.invites.keys()) add(id);
  };
  reload();
  engine.follow(({ events }) => {
    for (const event of events)
      if (event.type === "operated" && event.action === MAKE_INVITE) add(event.subject);
  });
  return { codeOf, idOf: (code) => ids.get(hashOf(code.toLowerCase())), reload };
}

const hashOf = (code: string): string => createHash("sha256").update(code).digest("hex");
