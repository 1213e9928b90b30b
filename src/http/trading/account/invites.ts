/** Invites to the exchange: invited users read them and use them. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import type { CommandOf } from "../../../core/events/command.ts";
import { decide } from "../../../core/exchange.ts";
import { getInviteState } from "../../../core/people/invite.ts";
import type { Invite, InviteUse } from "../../../core/people/invite.ts";
import { REJECTIONS, isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { collateralText } from "../../../core/units.ts";
import { checksumAddress } from "../../../signing/address.ts";
import { readInviteNames } from "../../../store/names/wallet-names.ts";
import { endpoint } from "../../operation/endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { executeRequest, answerOnce } from "../../operation/answer-once.ts";
import type { RequestOutcome } from "../../operation/answer-once.ts";
import { strictObject } from "../../operation/strict-object.ts";
import { OrNull, Time, timeAt } from "../../values/resolution-answer.ts";
import { INVITES } from "../groups.ts";
import { keyOperation } from "./keys.ts";
import type { KeyCall } from "./keys.ts";
import { WalletFields, readOwnWallet } from "../ledger/wallet-request.ts";
import { rejectChange } from "./names.ts";

// Invites on the trading interface: the code of a link, and an invite's use as the user sees it.

const InviteParams = Type.Object({
  code: Type.String({ maxLength: 100, description: "The last part of the link, in any case of letters" }),
});

const InvitedName = Type.String({
  description: 'The name that comes with the invite; "" without one',
});

const InviteUseAnswer = Type.Object({
  used: Type.Boolean({ description: "True if the caller has the funds of this invite" }),
  address: OrNull(Type.String({ description: "The wallet that has them" })),
  amount: OrNull(Type.String()),
  time: OrNull(Time),
  name: InvitedName,
  name_given: Type.Boolean({ description: "True if the wallet got the name with the funds" }),
  name_code: OrNull(Type.String({ description: "Code of the reason why it did not" })),
  name_error: OrNull(Type.String({ description: "That reason in words" })),
});
type InviteUseAnswer = Type.Static<typeof InviteUseAnswer>;

/** Describes an owner's use of the invite; `use` is undefined if there was none. */
function describeUse({ amount }: Invite, use: InviteUse | undefined, name: string): InviteUseAnswer {
  const code = use === undefined || use.name === "none" || use.name === "given" ? null : use.name;
  return {
    used: use !== undefined,
    address: use === undefined ? null : checksumAddress(use.address),
    amount: use === undefined ? null : collateralText(amount),
    time: use === undefined ? null : timeAt(use.at),
    name,
    name_given: use?.name === "given",
    name_code: code,
    name_error: code === null ? null : explainRejectionCode(code),
  };
}

const explainRejectionCode = (code: string): string =>
  Object.entries(REJECTIONS).find(([known]) => known === code)?.[1] ?? code;

// Invite of a link's code, with the name that the invite gives.

/** Returns what `look` reads from the invite at the last commit, and the name that the invite gives, "" if none. */
async function findInvite<T extends object>(
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

const unknownCode = (code: string): Rejection =>
  reject("invite_not_found", `no invite has the code "${code}"`);

/** GET /invite/{code}: the invite of a link, for any holder of the link. */
export const getInvite = endpoint({
  method: "GET",
  path: "/invite/:code",
  fromMemory: true,
  dialects: ["spec"],
  summary: "Get what a link gives, and whether it still does",
  group: INVITES,
  limits: [TRADING_LIMITS.invites],
  refuses: ["not_accepting", "invite_not_found"],
  params: InviteParams,
  strict: true,
  answer: Type.Object({
    exchange: Type.String({ description: "The exchange's own name" }),
    amount: Type.String({ description: "Collateral for each owner" }),
    name: InvitedName,
    state: Type.Enum(["open", "used_up", "ended", "revoked"]),
    until: OrNull(Type.String({ description: "ISO 8601; null if it has no end" })),
  }),
  handle: async ({ context, params: { code } }) => {
    const read = await findInvite(context, code, (invite, at) => ({
      ...invite,
      state: getInviteState(invite, at),
    }));
    if (isRejection(read)) return { rejection: read };
    const { found, name } = read;
    const { amount, state, until } = found;
    return {
      body: {
        exchange: context.brand.read().name,
        amount: collateralText(amount),
        name,
        state,
        until: until === undefined ? null : timeAt(until),
      },
    };
  },
});

/** GET /invite/{code}/use: whether the caller used an invite, also for an invite that is no longer valid. */
export const getInviteUse = keyOperation({
  method: "GET",
  path: "/invite/:code/use",
  fromMemory: true,
  dialects: ["spec"],
  summary: "Get whether the caller used an invite",
  group: INVITES,
  limits: [TRADING_LIMITS.invites],
  refuses: ["not_accepting", "invite_not_found"],
  params: InviteParams,
  strict: true,
  answer: InviteUseAnswer,
  handle: async ({ context, params: { code }, caller }) => {
    const read = await findInvite(context, code, (invite) => ({
      invite,
      use: invite.used.get(caller.address),
    }));
    if (isRejection(read)) return { rejection: read };
    const { found, name } = read;
    return { body: describeUse(found.invite, found.use, name) };
  },
});

const Body = strictObject(WalletFields);

type UseCall = KeyCall<unknown, Type.Static<typeof InviteParams>, Type.Static<typeof Body>>;

/** Invite and the owner who used it. The answer adds the invite's name, which the journal lacks. */
type UsedInvite = { readonly invite: string; readonly owner: string };

/** POST /invite/{code}/use: credits a wallet of the caller with the invite's funds and gives it the invite's name. */
export const useInvite = keyOperation({
  method: "POST",
  path: "/invite/:code/use",
  dialects: ["spec"],
  summary: "Take the funds of an invite, once for each owner, and its name",
  group: INVITES,
  limits: [TRADING_LIMITS.invites],
  refuses: [
    "not_accepting",
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
    answerOnce<UsedInvite>(call, {
      act: async () => {
        const { context, params, body, caller } = call;
        const invite = context.inviteCodes.idOf(params.code);
        if (invite === undefined) return unknownCode(params.code);
        const wallet = readOwnWallet(body, caller);
        if (isRejection(wallet)) return wallet;
        const rejection = await rejectChange(context);
        if (rejection !== undefined) return rejection;
        const name = (await readInviteNames(context.ownSql, [invite])).get(invite);
        const use = { type: "use-invite", invite, ...wallet, name: "none" } as const;
        return name === undefined ? submitUse(call, use) : submitUseWithName(call, use, name);
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

type UseCommand = CommandOf<"use-invite">;

const submitUse = (call: UseCall, use: UseCommand): Promise<RequestOutcome<UsedInvite> | Rejection> =>
  executeRequest(call, use, () => ({ invite: use.invite, owner: use.owner }));

/**
 * Gives the name before the funds, after a check that the funds can be given. If a crash comes between the two, a repeat
 * gives the funds and leaves the name. If the name cannot be given, the funds are given alone. Uses of one named invite run
 * one at a time, so that one user gets both the name and the funds.
 */
const submitUseWithName = (
  call: UseCall,
  use: UseCommand,
  name: string,
): Promise<RequestOutcome<UsedInvite> | Rejection> =>
  call.context.requestTurns.take([`invite ${use.invite}`], async () => {
    const { engine, names } = call.context;
    const trialDecision = await engine.examine((exchange, at, now) => decide(exchange, use, at, now));
    if (isRejection(trialDecision)) return trialDecision;
    const isUsed = trialDecision.length === 0;
    const unfit = isUsed ? undefined : await names.choose(use.address, name);
    return submitUse(call, { ...use, name: unfit?.code ?? "given" });
  });
