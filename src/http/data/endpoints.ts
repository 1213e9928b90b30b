/** The data interface: its operations, in the order in which its document shows them. */
import type { Endpoint } from "../endpoint.ts";
import { healthEndpoints } from "../health/health-endpoints.ts";
import { listBuilderLeaders, listBuilderVolumes } from "./builder-rankings.ts";
import { comboActivity, comboPositions, v2Combos } from "./combo-lists.ts";
import { getAccountingSnapshot } from "./get-accounting-snapshot.ts";
import { getFeeTotal } from "./get-fee-total.ts";
import { getHealth } from "./get-health.ts";
import { getProfit } from "./get-profit.ts";
import { getTraded } from "./get-traded.ts";
import { getValue } from "./get-value.ts";
import { getVolume } from "./get-volume.ts";
import { SERVICE } from "./groups.ts";
import { listActivity } from "./list-activity.ts";
import { listBiggestWins } from "./list-biggest-wins.ts";
import { listCandles } from "./list-candles.ts";
import { listClosedPositions } from "./list-closed-positions.ts";
import { listFeeDays } from "./list-fee-days.ts";
import { listFeeReceivers } from "./list-fee-receivers.ts";
import { listHolders } from "./list-holders.ts";
import { listHouse } from "./list-house.ts";
import { listLeaderboard } from "./list-leaderboard.ts";
import { liveVolumes } from "./list-live-volume.ts";
import { listMarketPositions } from "./list-market-positions.ts";
import { listOpenInterest } from "./list-open-interest.ts";
import { listOtherBalances } from "./list-other-balances.ts";
import { listProfitRanking } from "./list-profit-ranking.ts";
import { listPnl } from "./list-pnl.ts";
import { listPositions } from "./list-positions.ts";
import { listTrades } from "./list-trades.ts";
import { listWallets } from "./list-wallets.ts";
import { searchWallets } from "./search-wallets.ts";
import { getApprovals } from "./v2/get-approvals.ts";
import { getUserPnl } from "./v2/get-user-pnl.ts";
import { getUserStats } from "./v2/get-user-stats.ts";
import { getUserVolume } from "./v2/get-user-volume.ts";
import { getV2LiveVolume } from "./v2/get-v2-live-volume.ts";
import { getV2Status } from "./v2/get-v2-status.ts";
import { getV2Value } from "./v2/get-v2-value.ts";
import { listBiggestWinners } from "./v2/list-biggest-winners.ts";
import { listBuilderLeaderboard } from "./v2/list-builder-leaderboard.ts";
import { listV2BuilderVolumes } from "./v2/list-v2-builder-volumes.ts";
import { listResolutions } from "./v2/list-resolutions.ts";
import { listTokens } from "./v2/list-tokens.ts";
import { listV2Activity } from "./v2/list-v2-activity.ts";
import { listV2Holders } from "./v2/list-v2-holders.ts";
import { listV2Leaderboard } from "./v2/list-v2-leaderboard.ts";
import { listV2OpenInterest } from "./v2/list-v2-open-interest.ts";
import { listV2Positions } from "./v2/list-v2-positions.ts";
import { listV2PricesHistory } from "./v2/list-v2-prices-history.ts";
import { listV2Trades } from "./v2/list-v2-trades.ts";

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
  listHouse,
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
