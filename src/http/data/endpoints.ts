/** The data interface: its operations, in the order of its API document. */
import { healthEndpoints } from "../health/health-endpoints.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import { getAccountingSnapshot } from "./positions/accounting.ts";
import { listActivity, listV2Activity } from "./history/activity.ts";
import {
  listBuilderLeaderboard,
  listBuilderLeaders,
  listBuilderVolumes,
  listV2BuilderVolumes,
} from "./builders.ts";
import {
  comboActivity,
  comboPositions,
  getFeeTotal,
  listFeeDays,
  listFeeReceivers,
  listOtherBalances,
  v2Combos,
} from "./empty-lists.ts";
import { SERVICE } from "./groups.ts";
import { listHolders, listMarketPositions, listV2Holders } from "./positions/holders.ts";
import {
  getV2LiveVolume,
  getVolume,
  listOpenInterest,
  listResolutions,
  listTokens,
  listV2OpenInterest,
  liveVolumes,
} from "./markets.ts";
import { getUserPnl, listPnl } from "./history/pnl.ts";
import { listClosedPositions, listPositions } from "./positions/positions.ts";
import { listCandles, listV2PricesHistory } from "./history/prices.ts";
import { getProfit, listProfitRanking } from "./history/profit.ts";
import {
  listBiggestWinners,
  listBiggestWins,
  listLeaderboard,
  listV2Leaderboard,
} from "./history/rankings.ts";
import { getHealth, getV2Status } from "./service.ts";
import { listTrades, listV2Trades } from "./history/trades.ts";
import { getV2Value, listV2Positions } from "./positions/v2-positions.ts";
import {
  getApprovals,
  getTraded,
  getUserStats,
  getUserVolume,
  getValue,
  listHouseMakerAccounts,
  listWallets,
  searchWallets,
} from "./wallets.ts";

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
