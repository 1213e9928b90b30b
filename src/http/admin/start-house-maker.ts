/**
 * POST /markets/{market}/house-maker/start: the house makes the market from now on. One command opens an account of its own,
 * credits the budget and notes the terms, so that none of these is ever without the others.
 */
import type { Context } from "../../context.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { NO_MICROS } from "../../core/units.ts";
import { houseSubject } from "../../engine/house.ts";
import { detailsOf, HOUSE_START } from "../../engine/house-terms.ts";
import { findSlugs } from "../../store/reads/operator-markets.ts";
import { readFirst } from "../../store/sql/unavailable.ts";
import type { Endpoint } from "../endpoint.ts";
import { once } from "../once.ts";
import { HOUSE } from "./groups.ts";
import { describeHouse, HouseMakerAnswer } from "./house-maker-answer.ts";
import type { CountQuotes } from "./house-quotes.ts";
import { HouseStart, planStart, readTerms } from "./house-start-terms.ts";
import type { GivenStart } from "./house-start-terms.ts";
import { factsOf } from "./list-house-makers.ts";
import { MarketParams, readMarketTerm, unknownMarket } from "./market-term.ts";
import { operate, operation } from "./operation.ts";
import type { OperatorCall } from "./operation.ts";

type StartCall = OperatorCall<unknown, { readonly market: string }, GivenStart>;

export const startHouseMaker = (count: CountQuotes): Endpoint =>
  operation({
    method: "POST",
    path: "/markets/:market/house-maker/start",
    summary: "Let the house make a market, with a budget that is credited and a maximum loss",
    group: HOUSE,
    refuses: ["not_accepting", "unknown_market", "market_closed", "amount_too_large"],
    role: "treasury",
    params: MarketParams,
    body: HouseStart,
    answer: HouseMakerAnswer,
    handle: (call) =>
      once(call, {
        act: async () => {
          const { context, params } = call;
          const conditionId = await readMarketTerm(context, params.market);
          if (isRejection(conditionId)) return conditionId;
          return context.requestTurns.take([houseSubject(conditionId)], () =>
            start(call, conditionId, count),
          );
        },
        tell: ({ result }) => result,
      }),
  });

async function start(call: StartCall, conditionId: string, count: CountQuotes) {
  const { context, body, operator } = call;
  const given = readTerms(body);
  if (isRejection(given)) return given;
  const terms = await context.engine.examine((exchange) => {
    const market = exchange.marketByCondition.get(conditionId);
    return market === undefined ? unknownMarket(call.params.market) : planStart(given, market, count);
  });
  if (isRejection(terms)) return terms;
  const run = nextRun(context, conditionId);
  if (isRejection(run)) return run;
  const slugs = await readFirst(async () => findSlugs(await context.sql(), [conditionId]));
  const { address } = context.house.walletOf(conditionId, run);
  const maker = { ...terms, conditionId, run, address };
  const facts = factsOf(context, maker, slugs.get(conditionId) ?? "");
  const change = {
    action: HOUSE_START,
    subject: conditionId,
    reason: body.reason,
    details: detailsOf({ ...terms, run, address }),
    command: { type: "open-account", address, owner: address, credit: terms.budget },
  } as const;
  return operate(call, change, ({ exchange, at }) => {
    const begun = { started: { at, operator: operator.name }, moved: NO_MICROS, stopped: undefined };
    return describeHouse({ ...maker, ...begun }, { exchange, facts, count });
  });
}

/** Number of the next run, or the refusal of a second maker beside one that runs. */
function nextRun({ house }: Pick<Context, "house">, conditionId: string): number | Rejection {
  const latest = house.latestIn(conditionId);
  if (latest === undefined) return 1;
  if (latest.stopped !== undefined) return latest.run + 1;
  return reject(
    "invalid_payload",
    `market: expected one without a house maker, got ${conditionId}, where one runs: stop it first`,
  );
}
