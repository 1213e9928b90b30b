/** POST /markets/{market}/house-maker/stop: cancels the orders of the house's maker, which makes no more, and tells what is left. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { OperatorCommand } from "../../core/command.ts";
import { lotsOf } from "../../core/sets.ts";
import { houseSubject } from "../../engine/house.ts";
import type { HouseMaker } from "../../engine/house.ts";
import { HOUSE_STOP } from "../../engine/house-terms.ts";
import { findSlugs } from "../../store/reads/operator-markets.ts";
import { readFirst } from "../../store/sql/unavailable.ts";
import type { Endpoint } from "../endpoint.ts";
import { once } from "../once.ts";
import { HOUSE } from "./groups.ts";
import { describeHouse, HouseMakerAnswer } from "./house-maker-answer.ts";
import type { CountQuotes } from "./house-quotes.ts";
import { factsOf } from "./list-house-makers.ts";
import { MarketParams, readMarketTerm } from "./market-term.ts";
import { operate, operation, Reason } from "./operation.ts";
import type { OperatorRequest } from "./operation.ts";

export const stopHouseMaker = (count: CountQuotes): Endpoint =>
  operation({
    method: "POST",
    path: "/markets/:market/house-maker/stop",
    summary: "Stop the house's maker in a market; in a resolved one its shares are redeemed, too",
    group: HOUSE,
    refuses: ["not_accepting", "unknown_market"],
    role: "market-admin",
    params: MarketParams,
    body: Type.Object({ reason: Reason }, { additionalProperties: false }),
    answer: HouseMakerAnswer,
    handle: (call) =>
      once(call, {
        act: async () => {
          const { context, params, body } = call;
          const conditionId = await readMarketTerm(context, params.market);
          if (isRejection(conditionId)) return conditionId;
          return context.requestTurns.take([houseSubject(conditionId)], () =>
            stop(call, { conditionId, reason: body.reason, count }),
          );
        },
        tell: ({ result }) => result,
      }),
  });

type Stop = { readonly conditionId: string; readonly reason: string; readonly count: CountQuotes };

async function stop(operating: OperatorRequest, { conditionId, reason, count }: Stop) {
  const { context, operator } = operating;
  const maker = context.house.latestIn(conditionId);
  if (maker === undefined)
    return reject("invalid_payload", `market: expected one with a house maker, got ${conditionId}`);
  const command = await commandOf(context, maker);
  if (isRejection(command)) return command;
  const slugs = await readFirst(async () => findSlugs(await context.sql(), [conditionId]));
  const facts = factsOf(context, maker, slugs.get(conditionId) ?? "");
  const change = { action: HOUSE_STOP, subject: conditionId, reason, details: { address: maker.address } };
  return operate(operating, { ...change, command }, ({ exchange, at }) => {
    const stopped = maker.stopped ?? { at, operator: operator.name };
    return describeHouse({ ...maker, stopped }, { exchange, facts, count });
  });
}

/** Chooses between its orders, which only a market that trades has, and shares that have their payout. */
const commandOf = ({ engine }: Context, { conditionId, address }: HouseMaker) =>
  engine.examine((exchange): OperatorCommand => {
    const market = exchange.marketByCondition.get(conditionId);
    const account = exchange.accountByAddress.get(address);
    const redeems =
      market?.payout !== undefined &&
      account !== undefined &&
      lotsOf(account, market, 0) + lotsOf(account, market, 1) > 0;
    return redeems
      ? { type: "redeem", address, owner: address, conditionId }
      : { type: "cancel-orders", owner: address, conditionId, reason: "by-owner" };
  });
