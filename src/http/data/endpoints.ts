/** The data interface: its operations, in the order of its API document. */
import type { Endpoint } from "../operation/endpoint.ts";
import { healthEndpoints } from "../health/health-endpoints.ts";
import { listBiggestWins, listBuilderLeaders, listBuilderVolumes, listLeaderboard } from "./rankings.ts";
import { comboActivity, comboPositions, v2Combos } from "./combo-lists.ts";
import { getAccountingSnapshot } from "./accounting.ts";
import { getFeeTotal, listFeeDays, listFeeReceivers } from "./fees.ts";
import { getHealth } from "./get-health.ts";
import { getProfit, listProfitRanking } from "./profit.ts";
import {
  getTraded,
  getValue,
  listHouseMakerAccounts,
  listOtherBalances,
  listWallets,
  searchWallets,
} from "./wallets.ts";
import { getVolume, listOpenInterest, liveVolumes } from "./volumes.ts";
import { SERVICE } from "./groups.ts";
import { listActivity, listTrades } from "./activity.ts";
import { listCandles } from "./list-candles.ts";
import { listClosedPositions, listPositions } from "./positions.ts";
import { listHolders, listMarketPositions } from "./holders.ts";
import { listPnl } from "./pnl.ts";
import { getApprovals, getUserPnl, getUserStats, getUserVolume } from "./v2/users.ts";
import { getV2LiveVolume, listResolutions, listTokens, listV2OpenInterest } from "./v2/markets.ts";
import { getV2Status } from "./v2/get-v2-status.ts";
import { getV2Value, listV2Positions } from "./v2/positions.ts";
import { listBiggestWinners, listV2Leaderboard } from "./v2/rankings.ts";
import { listBuilderLeaderboard, listV2BuilderVolumes } from "./v2/builders.ts";
import { listV2Activity, listV2Trades } from "./v2/activity.ts";
import { listV2Holders } from "./v2/list-v2-holders.ts";
import { listV2PricesHistory } from "./v2/prices-history.ts";

export const dataEndpoints: readonly Endpoint[] = [
  listPositions,
  listClosedPositions,
  getValue,
  getTraded,
  getAccountingSnapshot,
  listOtherBalances,
  ...comboPositions,
  listActivity,
  listTrades,
  ...comboActivity,
  getVolume,
  listPnl,
  getProfit,
  listHolders,
  listHouseMakerAccounts,
  listMarketPositions,
  listOpenInterest,
  listCandles,
  ...liveVolumes,
  listLeaderboard,
  listProfitRanking,
  listWallets,
  searchWallets,
  listBiggestWins,
  listBuilderLeaders,
  listBuilderVolumes,
  getFeeTotal,
  listFeeDays,
  listFeeReceivers,
  listV2Positions,
  getV2Value,
  listV2Activity,
  listV2Trades,
  getUserVolume,
  getUserPnl,
  getUserStats,
  getApprovals,
  ...v2Combos,
  listV2Holders,
  listV2OpenInterest,
  getV2LiveVolume,
  listTokens,
  listResolutions,
  listV2PricesHistory,
  listV2Leaderboard,
  listBiggestWinners,
  listBuilderLeaderboard,
  listV2BuilderVolumes,
  getHealth,
  ...healthEndpoints(SERVICE),
  getV2Status,
];
