/** POST /markets/{market}/house-maker/stop: cancels the orders of the house's maker, which makes no more, and tells what is left. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
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
import type { OperatorAction, OperatorRequest } from "./operation.ts";

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
  const slugs = await readFirst(async () => findSlugs(await context.sql(), [conditionId]));
  // Before the note, which a command that changes nothing would leave out. The turn keeps the maker from placing more.
  const refused = await clear(context, maker);
  if (refused !== undefined) return refused;
  const facts = factsOf(context, maker, slugs.get(conditionId) ?? "");
  const change: OperatorAction = {
    action: HOUSE_STOP,
    subject: conditionId,
    reason,
    details: { address: maker.address },
  };
  return operate(operating, change, ({ exchange, at }) => {
    const stopped = maker.stopped ?? { at, operator: operator.name };
    return describeHouse({ ...maker, stopped }, { exchange, facts, count });
  });
}

/** Cancels the orders of a maker, which only an open market has, and redeems shares that have their payout. */
async function clear(
  { engine }: Context,
  { conditionId, address }: HouseMaker,
): Promise<Rejection | undefined> {
  const redeems = await engine.examine((exchange) => {
    const market = exchange.marketByCondition.get(conditionId);
    const account = exchange.accountByAddress.get(address);
    if (market?.payout === undefined || account === undefined) return false;
    return lotsOf(account, market, 0) + lotsOf(account, market, 1) > 0;
  });
  if (isRejection(redeems)) return redeems;
  const outcome = await engine.submit(
    redeems
      ? { type: "redeem", address, owner: address, conditionId }
      : { type: "cancel-orders", owner: address, conditionId, reason: "by-owner" },
  );
  return outcome.type === "rejected" ? outcome.rejection : undefined;
}
