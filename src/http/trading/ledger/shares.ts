/** Share operations by signed requests: split and merge complete sets, convert NO shares, redeem shares. */
import { parseCondition } from "../../../core/markets/market-version.ts";
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import type { Command, PlaceOrder } from "../../../core/events/command.ts";
import { isRejection } from "../../../core/rejection.ts";
import type { Rejection, RejectionCode } from "../../../core/rejection.ts";
import type { RequestName } from "../../../core/request.ts";
import type { Market } from "../../../core/state.ts";
import { collateralText, setValue, sharesText, times } from "../../../core/units.ts";
import type { AppliedCommand } from "../../../engine/repeats/entry.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import { endpoint } from "../../operation/endpoint.ts";
import type { Answer, Endpoint } from "../../operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { executeRequest, answerOnce } from "../../operation/answer-once.ts";
import { strictObject } from "../../operation/strict-object.ts";
import { AmountSchema, readShares } from "../../values/amount.ts";
import { getEventOfType } from "../pages.ts";
import { BALANCES } from "../groups.ts";
import { HoldingsFields, addOutcomeNames, readHoldings } from "./balances.ts";
import {
  MarketFields,
  ReceiptFields,
  WalletFields,
  badCondition,
  readCondition,
  readOwnWallet,
  describeReceipt,
} from "./wallet-request.ts";
import type { OwnWallet } from "./wallet-request.ts";

// Shared parts of the operations on shares of the caller's wallets: the wallet and the answer.

type Call = {
  readonly context: Context;
  readonly request: RequestName | undefined;
  readonly caller: ActiveKey | undefined;
  readonly body: { readonly address?: string };
};

/** A change of a wallet's shares. */
type Change = {
  readonly command: Exclude<Command, PlaceOrder>;
  readonly tell: (applied: AppliedCommand) => ShareAnswer;
};

/** Answer fields of one operation, and the markets whose shares changed. */
type ShareAnswer = { readonly own: object; readonly conditionIds: readonly string[] };

/** Rejection codes of changes of complete sets. */
const SET_REJECTION_CODES: readonly RejectionCode[] = [
  "not_accepting",
  "market_not_open",
  "market_closed",
  "wallet_taken",
  "insufficient_balance",
  "unknown_market",
  "unknown_account",
];

/** Answer fields of all share operations. */
const ChangedFields = { ...HoldingsFields, ...ReceiptFields };

/** Carries out the change that `changeOf` reads from the body, and answers with the wallet's new holdings. */
const changeShares = (call: Call, changeOf: (wallet: OwnWallet) => Change | Rejection): Promise<Answer> =>
  answerOnce(call, {
    act: async () => {
      const wallet = readOwnWallet(call.body, call.caller);
      if (isRejection(wallet)) return wallet;
      const change = changeOf(wallet);
      if (isRejection(change)) return change;
      return executeRequest(call, change.command, (applied) => {
        const { own, conditionIds } = change.tell(applied);
        return { own, holdings: readHoldings(applied.exchange, { address: wallet.address, conditionIds }) };
      });
    },
    tell: (done) => ({
      ...done.result.own,
      ...addOutcomeNames(call.context.engine.exchange, done.result.holdings),
      ...describeReceipt(done),
    }),
  });

// The two operations on complete sets, which differ in direction only: a share of each outcome of a market is worth one
// unit of collateral.

type Description = { readonly type: "split" | "merge"; readonly summary: string };

const SHARES_CHANGE = {
  method: "POST",
  group: BALANCES,
  limits: ONLY_INTERFACE_LIMIT,
  access: "key",
  once: true,
  strict: true,
} as const;

const setsOperation = ({ type, summary }: Description): Endpoint =>
  endpoint({
    ...SHARES_CHANGE,
    path: `/positions/${type}`,
    summary,
    refuses: SET_REJECTION_CODES,
    body: strictObject({
      ...MarketFields,
      amount: AmountSchema("Sets: shares of each outcome, up to two decimals"),
      ...WalletFields,
    }),
    answer: Type.Object({ condition_id: Type.String(), amount: Type.String(), ...ChangedFields }),
    handle: (call) =>
      changeShares(call, (wallet) => {
        const conditionId = readCondition(call.body);
        if (isRejection(conditionId)) return conditionId;
        const lots = readShares(call.body.amount);
        if (isRejection(lots)) return lots;
        return {
          command: { type, ...wallet, conditionId, lots },
          tell: () => ({
            own: { condition_id: conditionId, amount: sharesText(lots) },
            conditionIds: [conditionId],
          }),
        };
      }),
  });

/** POST /positions/split: turns collateral into complete sets: each unit becomes a share of each outcome. */
export const splitPosition = setsOperation({ type: "split", summary: "Split collateral into complete sets" });

/** POST /positions/merge: turns complete sets, a share of each outcome, back into one unit of collateral each. */
export const mergePositions = setsOperation({
  type: "merge",
  summary: "Merge complete sets into collateral",
});

const MAX_MARKETS = 500;

/**
 * POST /positions/convert: converts equal amounts of NO shares in markets of a negative-risk event. Each other open market
 * of the event gives the same amount of YES shares. All but one of the given markets also give one unit of collateral per
 * share.
 */
export const convertPositions = endpoint({
  ...SHARES_CHANGE,
  path: "/positions/convert",
  summary: "Convert NO shares of a negative-risk event",
  refuses: [...SET_REJECTION_CODES, "not_negative_risk", "conversion_empty", "event_decided"],
  body: strictObject({
    conditionIds: Type.Array(
      Type.String({ maxLength: 100, description: "Condition id: 0x and 64 hex digits that name the market" }),
      {
        maxItems: MAX_MARKETS,
        description: "The markets whose NO shares are given",
      },
    ),
    amount: AmountSchema("Shares of each market, up to two decimals"),
    ...WalletFields,
  }),
  answer: Type.Object({
    condition_ids: Type.Array(Type.String()),
    amount: Type.String(),
    paid: Type.String({ description: "Collateral" }),
    received: Type.Array(Type.String(), { description: "Condition ids of the YES shares" }),
    ...ChangedFields,
  }),
  handle: (call) =>
    changeShares(call, (wallet) => {
      const conditionIds = readConditions(call.body.conditionIds);
      if (isRejection(conditionIds)) return conditionIds;
      const lots = readShares(call.body.amount);
      if (isRejection(lots)) return lots;
      return { command: { type: "convert", ...wallet, conditionIds, lots }, tell: describeConversion };
    }),
});

function readConditions(given: readonly string[]): string[] | Rejection {
  const ids: string[] = [];
  for (const text of given) {
    const id = parseCondition(text);
    if (id === undefined) return badCondition("conditionIds", text);
    ids.push(id);
  }
  return ids;
}

function describeConversion(applied: AppliedCommand) {
  const { given, got, lots } = getEventOfType(applied, "converted");
  const [conditionIds, received] = [given.map(getCondition), got.map(getCondition)];
  return {
    own: {
      condition_ids: conditionIds,
      amount: sharesText(lots),
      paid: collateralText(times(setValue(lots), given.length - 1)),
      received,
    },
    conditionIds: [...conditionIds, ...received],
  };
}

const getCondition = ({ conditionId }: Market): string => conditionId;

/** POST /positions/redeem: turns all shares of a resolved market into their payout; losing shares pay nothing. */
export const redeemPositions = endpoint({
  ...SHARES_CHANGE,
  path: "/positions/redeem",
  summary: "Redeem all shares of a resolved market",
  refuses: [
    "not_accepting",
    "wallet_taken",
    "unknown_market",
    "unknown_account",
    "market_not_resolved",
    "nothing_to_redeem",
  ],
  body: strictObject({ ...MarketFields, ...WalletFields }),
  answer: Type.Object({
    condition_id: Type.String(),
    paid: Type.String({ description: "Collateral" }),
    redeemed: Type.Array(Type.String(), { description: "Shares of each outcome" }),
    ...ChangedFields,
  }),
  handle: (call) =>
    changeShares(call, (wallet) => {
      const conditionId = readCondition(call.body);
      if (isRejection(conditionId)) return conditionId;
      return { command: { type: "redeem", ...wallet, conditionId }, tell: describeRedemption };
    }),
});

function describeRedemption(applied: AppliedCommand) {
  const { market, lots, paid } = getEventOfType(applied, "redeemed");
  const { conditionId } = market;
  return {
    own: { condition_id: conditionId, paid: collateralText(paid), redeemed: lots.map(sharesText) },
    conditionIds: [conditionId],
  };
}
