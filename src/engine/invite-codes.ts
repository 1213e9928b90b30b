/**
 * Codes in the links of invites. They are derived from the master key, so that neither the journal nor a table has a
 * usable code. A code is found by its hash.
 */
import { createHash } from "node:crypto";
import { MAKE_INVITE } from "../core/invite.ts";
import { deriveInviteCode } from "../signing/credentials.ts";
import type { Engine } from "./engine.ts";

export type InviteCodes = {
  /** Derives the code of an invite: 26 letters and digits. */
  codeOf(id: string): string;
  /** Finds the id of the invite with this code, ignoring case; `undefined` if there is none. */
  idOf(code: string): string | undefined;
  /** Reads the invites again: the exchange was put back to an earlier state. */
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
