/**
 * Decides a conversion in a negative-risk event: shares of outcome 1 of some markets become shares of outcome 0 of its
 * other open markets, and collateral for all but one. Both sides are worth the same only if every market that may still win
 * is open, and so takes part in the conversion.
 */
import { findOwned, rejectNonPositive } from "./accounts.ts";
import type { CommandOf } from "../events/command.ts";
import { elementAt } from "../values/element-at.ts";
import type { Event } from "../events/event.ts";
import { exclusiveMarkets, isOpen, isYes, mayWin } from "./negative-risk.ts";
import { isRejection, reject } from "../rejection.ts";
import type { Rejection } from "../rejection.ts";
import { availableShares, getHolding, rejectTooFewShares, unknownMarket } from "./sets.ts";
import type { Exchange, Market } from "../state.ts";
import { sharesText } from "../units.ts";

export function decideConversion(exchange: Exchange, command: CommandOf<"convert">): Event[] | Rejection {
  const { conditionIds, lots } = command;
  if (lots <= 0) return rejectNonPositive(sharesText(lots));
  const given = findGiven(exchange, conditionIds);
  if (isRejection(given)) return given;
  const got = exclusiveMarkets(elementAt(given, 0).event).filter(
    (market) => isOpen(market) && !given.includes(market),
  );
  const refusal = rejectEmptyConversion(given, got);
  if (refusal !== undefined) return refusal;
  const account = findOwned(exchange, command);
  if (isRejection(account)) return account;
  for (const market of given) {
    const holding = getHolding(account, market, 1);
    if (lots > availableShares(holding))
      return rejectTooFewShares(`of outcome 1 of market ${market.conditionId}`, holding, lots);
  }
  return [{ type: "converted", account, given, got, lots }];
}

/** Finds the markets whose shares are given: open markets of one negative-risk event that is not decided. */
function findGiven(exchange: Exchange, conditionIds: readonly string[]): Market[] | Rejection {
  const given: Market[] = [];
  let unknown: string | undefined;
  for (const conditionId of conditionIds) {
    const market = exchange.marketByCondition.get(conditionId);
    if (market === undefined) unknown ??= conditionId;
    else given.push(market);
  }
  const refusal = rejectUnopened(given);
  if (refusal !== undefined) return refusal;
  if (unknown !== undefined) return unknownMarket(unknown);
  if (given.length === 0) return reject("conversion_empty", "expected at least one market, got none");
  return rejectEvent(given) ?? given;
}

/** Rejects a conversion unless the given markets, and all of their event that may still win, are open. */
function rejectUnopened(given: readonly Market[]): Rejection | undefined {
  const involved = [...given, ...given.slice(0, 1).flatMap(({ event }) => exclusiveMarkets(event))];
  const draft = involved.find(({ status }) => status === "draft");
  if (draft !== undefined) return reject("market_not_open", `market ${draft.conditionId} is not open yet`);
  const over = given.find((market) => !isOpen(market));
  if (over !== undefined) return reject("market_closed", `market ${over.conditionId} is ${over.status}`);
  const untold = involved.find((market) => mayWin(market) && !isOpen(market));
  if (untold === undefined) return undefined;
  return reject(
    "market_closed",
    `market ${untold.conditionId} of the event is closed and its payout is not known, so that it may have won`,
  );
}

function rejectEvent(given: readonly Market[]): Rejection | undefined {
  const { conditionId, event } = elementAt(given, 0);
  const plain = given.find(({ negativeRisk }) => !negativeRisk);
  if (plain !== undefined)
    return reject("not_negative_risk", `market ${plain.conditionId} is not a negative-risk market`);
  const other = given.find((market) => market.event !== event);
  if (other !== undefined)
    return reject(
      "not_negative_risk",
      `markets ${conditionId} and ${other.conditionId} are of different events`,
    );
  const exclusive = exclusiveMarkets(event);
  if (exclusive.length < 2)
    return reject("not_negative_risk", "expected an event of at least two negative-risk markets, got one");
  const won = exclusive.find(({ payout }) => isYes(payout));
  return won && reject("event_decided", `market ${won.conditionId} of the event resolved YES`);
}

/** Rejects a conversion that names a market twice, or one market without another open market to get shares of. */
function rejectEmptyConversion(given: readonly Market[], got: readonly Market[]): Rejection | undefined {
  const twice = given.find((market, index) => given.indexOf(market) < index);
  if (twice !== undefined) return reject("conversion_empty", `market ${twice.conditionId} is named twice`);
  if (given.length > 1 || got.length > 0) return undefined;
  return reject(
    "conversion_empty",
    `market ${elementAt(given, 0).conditionId} is the only open one of its event: there is none to convert to`,
  );
}
