/** Detection of markets that open, from the events of commits. */
import { elementAt } from "../../core/element-at.ts";
import type { Event } from "../../core/event.ts";
import type { Market } from "../../core/state.ts";
import type { Engine } from "../../engine/engine.ts";

/** Detects markets that take orders for the first time, out of new ones and of those that are drafts now. */
export function createOpeningDetector({
  exchange,
  followReplacements,
}: Pick<Engine, "exchange" | "followReplacements">) {
  const listDrafts = () => new Set(exchange.markets.filter((market) => market.status === "draft"));
  let drafts = listDrafts();
  let known = exchange.markets.length;
  followReplacements(() => {
    drafts = listDrafts();
    known = exchange.markets.length;
  });

  function isOpening(market: Market): boolean {
    const isNew = market.no >= known;
    if (isNew) known = market.no + 1;
    if (market.status === "draft") drafts.add(market);
    const waited = drafts.has(market) && market.status !== "draft";
    if (waited) drafts.delete(market);
    return (isNew || waited) && market.status === "active";
  }

  return {
    findOpened: (events: readonly Event[]): Market[] =>
      changedMarkets(exchange.markets, events).filter(isOpening),
  };
}

const changedMarkets = (markets: readonly Market[], events: readonly Event[]): Market[] =>
  events.flatMap((event) => {
    if (event.type === "market-status-changed") return [event.market];
    return event.type === "listed" ? event.markets.map(({ no }) => elementAt(markets, no)) : [];
  });
