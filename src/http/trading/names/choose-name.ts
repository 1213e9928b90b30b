/** POST /name: gives a wallet of the caller's the name by which others see it. */
import { Type } from "typebox";
import { isRejection } from "../../../core/rejection.ts";
import { MAX_NAME_TEXT, NAME_LENGTH } from "../../../core/trader-name.ts";
import { NAME_HELD_MS, NAME_KEPT_MS } from "../../../engine/names.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { carryOut, once } from "../../once.ts";
import { storableText } from "../../storable-text.ts";
import { NAMES } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { WalletFields } from "../ledger/wallet-request.ts";
import { findNamedWallet, NameAnswer, refuseChange, tellName } from "./name-answer.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const GivenName = {
  ...storableText(MAX_NAME_TEXT),
  description:
    `${NAME_LENGTH.least} to ${NAME_LENGTH.most} letters of one script and digits, with single blanks or . _ - ' ` +
    `between them. No other wallet has one that reads alike, or gave one up in the last ${NAME_HELD_MS / DAY_MS} days. ` +
    `Another can be chosen after ${NAME_KEPT_MS / HOUR_MS} hours`,
};

export const chooseName = keyOperation({
  method: "POST",
  path: "/name",
  summary: "Choose the name by which others see a wallet of the caller's",
  group: NAMES,
  limits: [TRADING_LIMITS.names],
  refuses: [
    "not_accepting",
    "exchange_halted",
    "read_only",
    "wallet_taken",
    "unknown_account",
    "invalid_name",
    "name_like_address",
    "name_like_generated",
    "name_like_exchange",
    "name_not_allowed",
    "name_taken",
    "name_changed_lately",
  ],
  once: true,
  body: Type.Object({ name: GivenName, ...WalletFields }, { additionalProperties: false }),
  strict: true,
  answer: NameAnswer,
  handle: (call) =>
    once(call, {
      act: async () => {
        const { context, body, caller } = call;
        const wallet = findNamedWallet(context, body, caller);
        if (isRejection(wallet)) return wallet;
        const refused = await refuseChange(context);
        if (refused !== undefined) return refused;
        const unfit = await context.names.choose(wallet, body.name);
        if (unfit !== undefined) return unfit;
        return carryOut(call, { type: "remember-request", by: "exchange" }, () => wallet);
      },
      tell: ({ result }) => tellName(call.context, result),
    }),
});
