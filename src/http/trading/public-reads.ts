/** The operations of the trading interface that anyone may call. */
import type { Endpoint } from "../endpoint.ts";
import { getBook } from "./get-book.ts";
import { getBuilderFees } from "./get-builder-fees.ts";
import { getBuilderVolume } from "./get-builder-volume.ts";
import { getClobMarket } from "./get-clob-market.ts";
import { getFeeRate } from "./get-fee-rate.ts";
import { getHealth } from "./get-health.ts";
import { getLastTradePrice } from "./get-last-trade-price.ts";
import { getMarket } from "./get-market.ts";
import { getMidpoint } from "./get-midpoint.ts";
import { getNegRisk } from "./get-neg-risk.ts";
import { getPrice } from "./get-price.ts";
import { getPriceHistory } from "./get-price-history.ts";
import { getSolvency } from "./get-solvency.ts";
import { getSpread } from "./get-spread.ts";
import { getTickSize } from "./get-tick-size.ts";
import { getResolution } from "./get-resolution.ts";
import { getTime } from "./get-time.ts";
import { getTokenMarket } from "./get-token-market.ts";
import { getVersion } from "./get-version.ts";
import { listBooks } from "./list-books.ts";
import { listLastTradePrices } from "./list-last-trade-prices.ts";
import { listCurrentRewards } from "./list-current-rewards.ts";
import { listMarketRewards } from "./list-market-rewards.ts";
import { listRebates } from "./list-rebates.ts";
import { validateReadonlyKey } from "./validate-readonly-key.ts";
import { listMarkets } from "./list-markets.ts";
import { listMidpoints } from "./list-midpoints.ts";
import { listPriceHistory } from "./list-price-history.ts";
import { listPrices } from "./list-prices.ts";
import { listSamplingMarkets } from "./list-sampling-markets.ts";
import { listSamplingSimplifiedMarkets } from "./list-sampling-simplified-markets.ts";
import { listSimplifiedMarkets } from "./list-simplified-markets.ts";
import { listSpreads } from "./list-spreads.ts";
import { listTradeEvents } from "./list-trade-events.ts";
import { listVolumes } from "./list-volumes.ts";
import { refuseQuotes } from "./refuse-quotes.ts";

export const publicReads: readonly Endpoint[] = [
  ...getHealth,
  getTime,
  getVersion,
  getBook,
  ...listBooks,
  getPrice,
  ...listPrices,
  getMidpoint,
  ...listMidpoints,
  getSpread,
  ...listSpreads,
  getLastTradePrice,
  ...listLastTradePrices,
  getPriceHistory,
  listPriceHistory,
  ...getTickSize,
  ...getNegRisk,
  ...getFeeRate,
  listMarkets,
  listSimplifiedMarkets,
  listSamplingMarkets,
  listSamplingSimplifiedMarkets,
  getMarket,
  getResolution,
  getClobMarket,
  getTokenMarket,
  listVolumes,
  ...listTradeEvents,
  getBuilderVolume,
  getBuilderFees,
  getSolvency,
  validateReadonlyKey,
  listCurrentRewards,
  listMarketRewards,
  listRebates,
  ...refuseQuotes,
];
