/** The operations of the trading interface that anyone may call. */
import type { Endpoint } from "../endpoint.ts";
import { getBook } from "./get-book.ts";
import { getBuilderVolume } from "./get-builder-volume.ts";
import { getFeeRate } from "./get-fee-rate.ts";
import { getHealth } from "./get-health.ts";
import { getMarket } from "./get-market.ts";
import { getNegRisk } from "./get-neg-risk.ts";
import { getSolvency } from "./get-solvency.ts";
import { getTickSize } from "./get-tick-size.ts";
import { getResolution } from "./get-resolution.ts";
import { getTime } from "./get-time.ts";
import { getVersion } from "./get-version.ts";
import { listBooks, listBooksByQuery } from "./list-books.ts";
import { listMarkets } from "./list-markets.ts";
import { listPriceHistory } from "./list-price-history.ts";
import { listPrices } from "./list-prices.ts";
import { listSamplingMarkets } from "./list-sampling-markets.ts";
import { listSamplingSimplifiedMarkets } from "./list-sampling-simplified-markets.ts";
import { listSimplifiedMarkets } from "./list-simplified-markets.ts";

export const publicReads: readonly Endpoint[] = [
  ...getHealth,
  getTime,
  getVersion,
  getBook,
  listBooks,
  listBooksByQuery,
  listPrices,
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
  getBuilderVolume,
  getSolvency,
];
