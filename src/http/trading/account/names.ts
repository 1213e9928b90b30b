/** Display names that owners of wallets choose, read and give up. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { findOwned } from "../../../core/ledger/accounts.ts";
import { isRejection } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { MAX_NAME_TEXT, NAME_LENGTH } from "../../../core/people/trader-name.ts";
import { NAME_RESERVED_MS, NAME_CHANGE_INTERVAL_MS } from "../../../engine/operators/names.ts";
import { checksumAddress } from "../../../signing/address.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import { ONLY_INTERFACE_LIMIT, TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { executeRequest, answerOnce } from "../../operation/answer-once.ts";
import { OrNull, Time, timeAt } from "../../values/resolution-answer.ts";
import { storableText } from "../../values/shown-text.ts";
import { NAMES } from "../groups.ts";
import type { Answer } from "../../operation/endpoint.ts";
import { strictObject } from "../../operation/strict-object.ts";
import { keyOperation } from "./keys.ts";
import type { KeyCall } from "./keys.ts";
import { WalletFields, readOwnWallet, submit } from "../ledger/wallet-request.ts";

// The name of a wallet as its owner sees it, and the wallet that a request names.

const NameAnswer = Type.Object({
  address: Type.String(),
  name: Type.String({ description: 'The chosen name; "" without one' }),
  pseudonym: Type.String({ description: "The generated name, which is shown while none is chosen" }),
  changeable_from: Type.Union([Time, Type.Null()], {
    description: "When another name can be chosen; null is at once",
  }),
  removed: OrNull(
    Type.Object(
      { name: Type.String(), reason: Type.String(), time: Time },
      { description: "The last name, if an operator took it away" },
    ),
  ),
});
type NameAnswer = Type.Static<typeof NameAnswer>;

/** Answers with the current name, read from the store. The journal, which keeps request results for ever, holds no names. */
async function readNameAnswer({ names, clock }: Context, wallet: string): Promise<NameAnswer> {
  const { borne, ended, changeableFrom } = await names.standingOf(wallet);
  const isRemoved = borne === undefined && ended !== undefined && ended.reason !== null;
  return {
    address: checksumAddress(wallet),
    name: borne?.name ?? "",
    pseudonym: names.pseudonymOf(wallet),
    changeable_from: changeableFrom > clock() ? timeAt(changeableFrom) : null,
    removed: isRemoved ? { name: ended.name, reason: ended.reason, time: timeAt(ended.endedAt) } : null,
  };
}

/** Finds a wallet of the caller, in lower case; the wallet must have an account. */
function findNamedWallet(
  { engine }: Context,
  given: { readonly address?: string },
  caller: ActiveKey,
): string | Rejection {
  const wallet = readOwnWallet(given, caller);
  if (isRejection(wallet)) return wallet;
  const account = findOwned(engine.exchange, wallet);
  return isRejection(account) ? account : account.address;
}

/** Refuses a change while the exchange accepts no commands from clients. */
export async function rejectChange(context: Context): Promise<Rejection | undefined> {
  const outcome = await submit(context, { type: "remember-request", by: "client" });
  return isRejection(outcome) ? outcome : undefined;
}

/** GET /name: the name of a wallet of the caller, with the reason if an operator removed a name. */
export const getName = keyOperation({
  method: "GET",
  path: "/name",
  fromMemory: true,
  summary: "Read the name of a wallet of the caller's",
  group: NAMES,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["wallet_taken", "unknown_account"],
  query: Type.Object(WalletFields),
  strict: true,
  answer: NameAnswer,
  handle: async ({ context, query, caller }) => {
    const wallet = findNamedWallet(context, query, caller);
    if (isRejection(wallet)) return { rejection: wallet };
    return { body: await readNameAnswer(context, wallet) };
  },
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const GivenName = {
  ...storableText(MAX_NAME_TEXT),
  description:
    `${NAME_LENGTH.least} to ${NAME_LENGTH.most} letters of one script and digits, with single blanks or . _ - ' ` +
    `between them. No other wallet has one that reads alike, or gave one up in the last ${NAME_RESERVED_MS / DAY_MS} days. ` +
    `Another can be chosen after ${NAME_CHANGE_INTERVAL_MS / HOUR_MS} hours`,
};

/** Changes the name of a caller's wallet with `change`, once, and answers with the wallet's name after the change. */
const changeName = (
  call: KeyCall<unknown, unknown, unknown>,
  given: { readonly address?: string },
  change: (wallet: string) => Promise<Rejection | undefined>,
): Promise<Answer> =>
  answerOnce(call, {
    act: async () => {
      const { context, caller } = call;
      const wallet = findNamedWallet(context, given, caller);
      if (isRejection(wallet)) return wallet;
      const rejection = (await rejectChange(context)) ?? (await change(wallet));
      if (isRejection(rejection)) return rejection;
      return executeRequest(call, { type: "remember-request", by: "exchange" }, () => wallet);
    },
    tell: ({ result }) => readNameAnswer(call.context, result),
  });

const NAME_CODES = ["not_accepting", "wallet_taken", "unknown_account"] as const;

/** POST /name: sets the name by which others see a wallet of the caller. */
export const chooseName = keyOperation({
  method: "POST",
  path: "/name",
  summary: "Choose the name by which others see a wallet of the caller's",
  group: NAMES,
  limits: [TRADING_LIMITS.names],
  refuses: [
    ...NAME_CODES,
    "invalid_name",
    "name_like_address",
    "name_like_generated",
    "name_like_exchange",
    "name_not_allowed",
    "name_taken",
    "name_changed_lately",
  ],
  once: true,
  body: strictObject({ name: GivenName, ...WalletFields }),
  strict: true,
  answer: NameAnswer,
  handle: (call) =>
    changeName(call, call.body, (wallet) => call.context.names.choose(wallet, call.body.name)),
});

/** DELETE /name: removes the name of a wallet of the caller, which is shown by its generated name again. */
export const giveUpName = keyOperation({
  method: "DELETE",
  path: "/name",
  summary: "Give up the name of a wallet of the caller's, at any time",
  group: NAMES,
  limits: [TRADING_LIMITS.names],
  refuses: NAME_CODES,
  once: true,
  query: Type.Object(WalletFields),
  strict: true,
  answer: NameAnswer,
  handle: (call) =>
    changeName(call, call.query, async (wallet) => {
      await call.context.names.giveUp(wallet);
      return undefined;
    }),
});
