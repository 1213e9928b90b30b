/**
 * POST /positions/convert: turns NO shares of markets of a negative-risk event, as many of each, into YES shares of the
 * others. It gives as many of each other open market, and a unit of collateral per share for all but one of the given
 * markets.
 */
import { Type } from "typebox";
import { isRejection } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Market } from "../../../core/state.ts";
import { collateralText, setValue, sharesText, times } from "../../../core/units.ts";
import type { Applied } from "../../../engine/entry.ts";
import { endpoint } from "../../endpoint.ts";
import { AmountOf, readShares } from "../amount.ts";
import { eventOf } from "../committed-event.ts";
import { BALANCES } from "../groups.ts";
import { ChangedFields, changeShares, SET_REFUSALS } from "./change-shares.ts";
import { badCondition, parseCondition, WalletFields } from "./wallet-request.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const MAX_MARKETS = 500;

export const convertPositions = endpoint({
  method: "POST",
  path: "/positions/convert",
  summary: "Convert NO shares of a negative-risk event",
  group: BALANCES,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [...SET_REFUSALS, "not_negative_risk", "conversion_empty", "event_decided"],
  access: "key",
  once: true,
  body: Type.Object(
    {
      conditionIds: Type.Array(Type.String({ maxLength: 100, description: "Condition id" }), {
        maxItems: MAX_MARKETS,
        description: "The markets whose NO shares are given",
      }),
      amount: AmountOf("Shares of each market, up to two decimals"),
      ...WalletFields,
    },
    { additionalProperties: false },
  ),
  strict: true,
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
      return { command: { type: "convert", ...wallet, conditionIds, lots }, tell };
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

function tell(applied: Applied) {
  const { given, got, lots } = eventOf(applied, "converted");
  const [conditionIds, received] = [given.map(conditionOf), got.map(conditionOf)];
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

const conditionOf = ({ conditionId }: Market): string => conditionId;
