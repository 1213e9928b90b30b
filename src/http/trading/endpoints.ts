/** The trading interface: its operations, in the order in which its document shows them. */
import type { Mode } from "../../settings/config.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import { healthEndpoints } from "../health/health-endpoints.ts";
import { getBook, listBooks } from "./books/books.ts";
import {
  getLastTradePrice,
  getMidpoint,
  getPrice,
  getSpread,
  listLastTradePrices,
  listMidpoints,
  listPrices,
  listSpreads,
} from "./books/prices.ts";
import { getPriceHistory, listPriceHistory } from "./books/price-history.ts";
import { EXCHANGE } from "./groups.ts";
import {
  createApiKey,
  createBuilderKey,
  createReadonlyKey,
  deleteReadonlyKey,
  deriveApiKey,
  getClosedOnly,
  listApiKeys,
  listBuilderKeys,
  listReadonlyKeys,
  revokeApiKey,
  revokeBuilderKey,
  validateReadonlyKey,
} from "./account/keys.ts";
import { getInvite, getInviteUse, useInvite } from "./account/invites.ts";
import { convertPositions, mergePositions, redeemPositions, splitPosition } from "./ledger/shares.ts";
import { creditWallet, withdraw } from "./ledger/funds.ts";
import { getBalanceAllowance, listBalances } from "./ledger/balances.ts";
import { getSolvency } from "./ledger/get-solvency.ts";
import { listLedger } from "./ledger/ledger.ts";
import { getClobMarket, getFeeRate, getNegRisk, getTickSize, getTokenMarket } from "./markets/clob-market.ts";
import { getMarket, getResolution, marketListings } from "./markets/markets.ts";
import { chooseName, getName, giveUpName } from "./account/names.ts";
import { dropNotifications, listNotifications } from "./account/notifications.ts";
import { cancelAll, cancelMarketOrders, cancelOrder, cancelOrders } from "./orders/cancels.ts";
import {
  getOrder,
  getOrderScoring,
  listEarlierOrders,
  listOrders,
  listOrdersScoring,
  lookupOrders,
} from "./orders/orders.ts";
import { placeOrder, placeOrders } from "./orders/place-orders.ts";
import { postHeartbeat } from "./orders/post-heartbeat.ts";
import { getOrderGroups, removeOrderGroup, resetOrderGroup, setOrderGroup } from "./orders/order-groups.ts";
import { getQueuePosition } from "./orders/queue-position.ts";
import {
  listCurrentRewards,
  listEarnings,
  listMarketRewards,
  listMarketsRewards,
  listRebates,
  listRewardEarnings,
  listRewardedMarkets,
} from "./rewards.ts";
import { getHealth, getTime, getVersion, listAnnouncements, quoteRequestRoutes, relayer } from "./service.ts";
import { getBuilderFees, getBuilderVolume, listBuilderTrades } from "./trades/builders.ts";
import { listLiveMarkets, listTradeEvents } from "./trades/live-activity.ts";
import { listTrades } from "./trades/trades.ts";
import { listVolumes } from "./trades/list-volumes.ts";

const OPERATIONS: readonly Endpoint[] = [
  ...getHealth,
  ...healthEndpoints(EXCHANGE),
  getTime,
  getVersion,
  listAnnouncements,
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
  ...marketListings,
  getMarket,
  getResolution,
  getClobMarket,
  getTokenMarket,
  listVolumes,
  createApiKey,
  revokeApiKey,
  deriveApiKey,
  listApiKeys,
  getClosedOnly,
  createReadonlyKey,
  deleteReadonlyKey,
  listReadonlyKeys,
  validateReadonlyKey,
  createBuilderKey,
  listBuilderKeys,
  revokeBuilderKey,
  placeOrder,
  cancelOrder,
  placeOrders,
  cancelOrders,
  cancelAll,
  cancelMarketOrders,
  getOrder,
  listOrders,
  lookupOrders,
  listEarlierOrders,
  getOrderScoring,
  listOrdersScoring,
  getQueuePosition,
  getOrderGroups,
  setOrderGroup,
  resetOrderGroup,
  removeOrderGroup,
  ...postHeartbeat,
  listTrades,
  ...listTradeEvents,
  listLiveMarkets,
  listBuilderTrades,
  getBuilderVolume,
  getBuilderFees,
  listBalances,
  ...getBalanceAllowance,
  listLedger,
  splitPosition,
  mergePositions,
  redeemPositions,
  convertPositions,
  withdraw,
  listNotifications,
  dropNotifications,
  getName,
  chooseName,
  giveUpName,
  getInvite,
  getInviteUse,
  useInvite,
  listCurrentRewards,
  listMarketsRewards,
  listRewardedMarkets,
  listMarketRewards,
  ...listEarnings,
  listRewardEarnings,
  listRebates,
  getSolvency,
  ...quoteRequestRoutes,
];

/** Lists the operations of a mode: the faucet and the relayer's reads exist in the sandbox only. */
export const tradingEndpoints = (mode: Mode): readonly Endpoint[] =>
  mode === "sandbox" ? [...OPERATIONS, creditWallet, ...relayer] : OPERATIONS;
