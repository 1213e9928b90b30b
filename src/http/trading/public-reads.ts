/** The operations of the trading interface that anyone may call. */
import type { Endpoint } from "../endpoint.ts";
import { getBook } from "./books/get-book.ts";
import { getLastTradePrice } from "./books/get-last-trade-price.ts";
import { getMidpoint } from "./books/get-midpoint.ts";
import { getPriceHistory } from "./books/get-price-history.ts";
import { getPrice } from "./books/get-price.ts";
import { getSpread } from "./books/get-spread.ts";
import { listBooks } from "./books/list-books.ts";
import { listLastTradePrices } from "./books/list-last-trade-prices.ts";
import { listMidpoints } from "./books/list-midpoints.ts";
import { listPriceHistory } from "./books/list-price-history.ts";
import { listPrices } from "./books/list-prices.ts";
import { listSpreads } from "./books/list-spreads.ts";
import { validateReadonlyKey } from "./keys/validate-readonly-key.ts";
import { getSolvency } from "./ledger/get-solvency.ts";
import { getClobMarket } from "./markets/get-clob-market.ts";
import { getMarket } from "./markets/get-market.ts";
import { getResolution } from "./markets/get-resolution.ts";
import { getTokenMarket } from "./markets/get-token-market.ts";
import { listMarkets } from "./markets/list-markets.ts";
import { listSamplingMarkets } from "./markets/list-sampling-markets.ts";
import { listSamplingSimplifiedMarkets } from "./markets/list-sampling-simplified-markets.ts";
import { listSimplifiedMarkets } from "./markets/list-simplified-markets.ts";
import { getFeeRate, getNegRisk, getTickSize } from "./markets/token-terms.ts";
import { listCurrentRewards } from "./rewards/list-current-rewards.ts";
import { listMarketRewards } from "./rewards/list-market-rewards.ts";
import { listRebates } from "./rewards/list-rebates.ts";
import { getHealth } from "./service/get-health.ts";
import { getTime } from "./service/get-time.ts";
import { getVersion } from "./service/get-version.ts";
import { refuseQuotes } from "./service/refuse-quotes.ts";
import { getBuilderFees } from "./trades/get-builder-fees.ts";
import { getBuilderVolume } from "./trades/get-builder-volume.ts";
import { listTradeEvents } from "./trades/list-trade-events.ts";
import { listVolumes } from "./trades/list-volumes.ts";

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
