/** POST /invite/{code}/use: gives a wallet of the caller's the funds of an invite, and the name that comes with it. */
import { Type } from "typebox";
import type { CommandOf } from "../../../core/command.ts";
import { decide } from "../../../core/exchange.ts";
import { isRejection } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { readInviteNames } from "../../../store/names/invite-names.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { carryOut, once } from "../../once.ts";
import type { RequestOutcome } from "../../once.ts";
import { INVITES } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import type { KeyCall } from "../keys/key-operation.ts";
import { readWallet, WalletFields } from "../ledger/wallet-request.ts";
import { refuseChange } from "../names/name-answer.ts";
import { unknownCode } from "./find-invite.ts";
import { describeUse, InviteParams, InviteUseAnswer } from "./invite-answer.ts";

const Body = Type.Object(WalletFields, { additionalProperties: false });

type UseCall = KeyCall<unknown, Type.Static<typeof InviteParams>, Type.Static<typeof Body>>;

/** The invite and its owner, of which the answer is made; the journal has no names in it. */
type UsedInvite = { readonly invite: string; readonly owner: string };

export const useInvite = keyOperation({
  method: "POST",
  path: "/invite/:code/use",
  dialects: ["spec"],
  summary: "Take the funds of an invite, once for each owner, and its name",
  group: INVITES,
  limits: [TRADING_LIMITS.invites],
  refuses: [
    "not_accepting",
    "exchange_halted",
    "read_only",
    "invite_not_found",
    "invite_revoked",
    "invite_used_up",
    "invite_ended",
    "unknown_account",
    "user_banned",
    "wallet_taken",
    "amount_too_large",
  ],
  once: true,
  params: InviteParams,
  strict: true,
  body: Body,
  answer: InviteUseAnswer,
  handle: (call) =>
    once<UsedInvite>(call, {
      act: async () => {
        const { context, params, body, caller } = call;
        const invite = context.inviteCodes.idOf(params.code);
        if (invite === undefined) return unknownCode(params.code);
        const wallet = readWallet(body, caller);
        if (isRejection(wallet)) return wallet;
        const refused = await refuseChange(context);
        if (refused !== undefined) return refused;
        const name = (await readInviteNames(context.ownSql, [invite])).get(invite);
        const use = { type: "use-invite", invite, ...wallet, name: "none" } as const;
        return name === undefined ? take(call, use) : takeWithName(call, use, name);
      },
      tell: async ({ result: { invite: id, owner } }) => {
        const { engine, ownSql } = call.context;
        const invite = engine.exchange.invites.get(id);
        if (invite === undefined) throw new Error(`invite ${id} was used and is not there`);
        const names = await readInviteNames(ownSql, [id]);
        return describeUse(invite, invite.used.get(owner), names.get(id) ?? "");
      },
    }),
});

type Use = CommandOf<"use-invite">;

const take = (call: UseCall, use: Use): Promise<RequestOutcome<UsedInvite> | Rejection> =>
  carryOut(call, use, () => ({ invite: use.invite, owner: use.owner }));

/**
 * Gives the name first, once it is sure that the funds can be given: a repeat after a crash in between gives the funds, and
 * leaves the name. A name that cannot be given is no reason to keep the funds back. One use of a named invite at a time, so
 * that nobody has the name and another the funds.
 */
const takeWithName = (
  call: UseCall,
  use: Use,
  name: string,
): Promise<RequestOutcome<UsedInvite> | Rejection> =>
  call.context.requestTurns.take([`invite ${use.invite}`], async () => {
    const { engine, names } = call.context;
    const tried = await engine.examine((exchange, at, now) => decide(exchange, use, at, now));
    if (isRejection(tried)) return tried;
    const isUsed = tried.length === 0;
    const unfit = isUsed ? undefined : await names.choose(use.address, name);
    return take(call, { ...use, name: unfit?.code ?? "given" });
  });
