/** The state of a house maker, with the reason of any but quoting. */
import { isOver, stageOf } from "../../core/lifecycle.ts";
import type { Market } from "../../core/state.ts";
import { collateralText } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import type { HouseMaker } from "../../engine/house.ts";
import type { HouseQuotes } from "./house-quotes.ts";

export const HOUSE_STATES = ["quoting", "one-sided", "withdrawn", "waiting", "ended", "stopped"] as const;

export type HouseState = { readonly state: (typeof HOUSE_STATES)[number]; readonly why: string };

export type HouseCircumstances = {
  readonly market: Market;
  readonly quotes: HouseQuotes;
  /** Loss at the worst winner. */
  readonly loss: Micros;
  readonly banned: boolean;
  /** Mode of the exchange. */
  readonly mode: string;
  /** False where the master key is another one than it began with. */
  readonly signs: boolean;
};

export function houseState(maker: HouseMaker, { market, ...at }: HouseCircumstances): HouseState {
  if (maker.stopped !== undefined) return { state: "stopped", why: `${maker.stopped.operator} stopped it` };
  if (isOver(market.status)) return { state: "ended", why: `the market is ${market.status}` };
  if (!at.signs)
    return { state: "withdrawn", why: "the master key is another one: stop it and start it again" };
  if (at.banned) return { state: "withdrawn", why: "its account is banned" };
  return waitingState(market, at.mode) ?? quotingState(maker, at);
}

function waitingState(market: Market, mode: string): HouseState | undefined {
  if (market.status !== "active") return { state: "waiting", why: `the market is ${market.status}` };
  const stage = stageOf(market);
  if (stage !== "none") return { state: "waiting", why: `a resolution is ${stage}` };
  return mode === "normal" ? undefined : { state: "waiting", why: `the exchange is in mode ${mode}` };
}

function quotingState(
  { maximumLoss }: HouseMaker,
  { quotes, loss }: Pick<HouseCircumstances, "quotes" | "loss">,
): HouseState {
  if (quotes.bids > 0 && quotes.asks > 0) return { state: "quoting", why: "" };
  const lost = `its loss at the worst winner is ${collateralText(loss)} of at most ${collateralText(maximumLoss)}`;
  if (quotes.bids + quotes.asks === 0)
    return { state: "withdrawn", why: `${lost}: no quote fits what is left` };
  const [kept, left] = quotes.bids > 0 ? ["bids", "ask"] : ["asks", "bid"];
  return { state: "one-sided", why: `it has ${kept} only, since no ${left} fits: ${lost}` };
}
