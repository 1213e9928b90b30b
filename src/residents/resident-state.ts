/**
 * State of a market's simulated traders for an operator: the maker's holdings and loss, and the reason if it quotes
 * less.
 */
import type { ResidentsState } from "../http/sandbox/residents-control.ts";
import type { Exchange, Market } from "../core/state.ts";
import {
  collateralText,
  lots,
  NO_LOTS,
  NO_MICROS,
  ONE,
  priceText,
  sharesText,
  ticks,
} from "../core/units.ts";
import { MAKER } from "./resident-terms.ts";
import type { MarketResidents } from "./market-residents.ts";
import { allowanceOf, coveredLots, worstLoss } from "./strategies/allowance.ts";
import { boundsFor, quoteStep, within } from "./strategies/fair-value.ts";
import { liquidityOf, lmsrPrice, offersEnough } from "./strategies/lmsr-maker.ts";
import { standingIn, viewMarket } from "./strategies/market-view.ts";
import type { Standing } from "./strategies/market-view.ts";
import type { Town } from "./town.ts";

type MarketState = ResidentsState["markets"][number];

/** Describes the simulated traders of one market; nothing if the exchange has no such market. */
export function describeResidents(
  { pace }: Pick<Town, "pace">,
  exchange: Exchange,
  residents: MarketResidents,
): MarketState[] {
  const market = exchange.marketByCondition.get(residents.conditionId);
  if (market === undefined) return [];
  const { conditionId, slug, informed, tuning, maker } = residents;
  const { trading, maximumLoss, levels, spread, startPrice } = tuning;
  const account = exchange.accountByAddress.get(maker.address);
  const own = account && standingIn(account, market);
  const fair = fairValueOf(residents, own);
  const idle = pace === "off" ? "all residents are off" : whyIdle(residents, market, own);
  const held = idle === "" && own !== undefined ? sidesWithdrawn(residents, market, own) : "";
  return [
    {
      market: slug,
      conditionId,
      trading,
      maker: tuning.maker,
      levels,
      spread,
      informed,
      b: tuning.maker === "lmsr" ? sharesText(lots(Math.floor(liquidityOf(maximumLoss, startPrice)))) : null,
      fairValue: fair === undefined ? null : priceText(ticks(Math.round(fair))),
      inventory: [sharesText(own?.shares[0] ?? NO_LOTS), sharesText(own?.shares[1] ?? NO_LOTS)],
      collateral: collateralText(own?.collateral ?? NO_MICROS),
      loss: collateralText(own === undefined ? NO_MICROS : worstLoss(own, MAKER)),
      maximumLoss: collateralText(maximumLoss),
      withdrawn: idle || held,
      outOfBudget: held !== "",
    },
  ];
}

const fairValueOf = (
  { tuning, state }: MarketResidents,
  own: Pick<Standing, "shares"> | undefined,
): number | undefined => (tuning.maker === "lmsr" ? own && lmsrPrice(own, tuning) : state?.fair.price);

function whyIdle({ tuning }: MarketResidents, { status }: Market, own: Standing | undefined): string {
  if (!tuning.trading) return "the residents of this market are off";
  if (status !== "active") return `the market is ${status}`;
  return own === undefined ? "the maker has no account yet" : "";
}

/** Names the sides where the loss allowance does not cover even the smallest quote at the fair value. */
function sidesWithdrawn(residents: MarketResidents, market: Market, own: Standing): string {
  const view = viewMarket(market);
  const { tuning } = residents;
  if (tuning.maker === "lmsr" && !offersEnough({ market: view, own }, { ...MAKER, ...tuning, most: 0 }))
    return "no quotes: b is so small that no step of the price is worth the smallest order";
  const left = allowanceOf({ ...own, orders: [] }, view, {
    funds: MAKER.funds,
    maximumLoss: residents.tuning.maximumLoss,
  });
  const step = quoteStep(market.tick);
  const fair = within(boundsFor(market.tick, 0), fairValueOf(residents, own) ?? ONE / 2);
  const least = {
    price: ticks(Math.round(fair / step) * step),
    lots: lots(Math.max(market.minimumLots, ONE_SHARE)),
  };
  const withdrawn = [true, false].filter(
    (bid) => coveredLots(left, { ...least, bid }, market.fees) < least.lots,
  );
  if (withdrawn.length === 0) return "";
  const sides = withdrawn.map((bid) => (bid ? "bids" : "asks")).join(" and ");
  return `no new ${sides}: a fill could take the loss beyond the maximum`;
}

const ONE_SHARE = 100;
