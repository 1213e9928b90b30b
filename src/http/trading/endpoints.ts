/** The trading interface: its operations, in the order in which its document shows them. */
import type { Mode } from "../../config.ts";
import type { Endpoint } from "../endpoint.ts";
import { healthEndpoints } from "../health/health-endpoints.ts";
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
import { EXCHANGE } from "./groups.ts";
import { createApiKey } from "./keys/create-api-key.ts";
import { createBuilderKey } from "./keys/create-builder-key.ts";
import { createReadonlyKey } from "./keys/create-readonly-key.ts";
import { deleteReadonlyKey } from "./keys/delete-readonly-key.ts";
import { deriveApiKey } from "./keys/derive-api-key.ts";
import { getClosedOnly } from "./keys/get-closed-only.ts";
import { listApiKeys } from "./keys/list-api-keys.ts";
import { listBuilderKeys } from "./keys/list-builder-keys.ts";
import { listReadonlyKeys } from "./keys/list-readonly-keys.ts";
import { revokeApiKey } from "./keys/revoke-api-key.ts";
import { revokeBuilderKey } from "./keys/revoke-builder-key.ts";
import { validateReadonlyKey } from "./keys/validate-readonly-key.ts";
import { getInviteUse } from "./invites/get-invite-use.ts";
import { getInvite } from "./invites/get-invite.ts";
import { useInvite } from "./invites/use-invite.ts";
import { convertPositions } from "./ledger/convert-positions.ts";
import { creditWallet } from "./ledger/credit-wallet.ts";
import { getBalanceAllowance } from "./ledger/get-balance-allowance.ts";
import { getSolvency } from "./ledger/get-solvency.ts";
import { listBalances } from "./ledger/list-balances.ts";
import { listLedger } from "./ledger/list-ledger.ts";
import { redeemPositions } from "./ledger/redeem-positions.ts";
import { mergePositions, splitPosition } from "./ledger/sets-operation.ts";
import { withdraw } from "./ledger/withdraw.ts";
import { getClobMarket } from "./markets/get-clob-market.ts";
import { getMarket } from "./markets/get-market.ts";
import { getResolution } from "./markets/get-resolution.ts";
import { getTokenMarket } from "./markets/get-token-market.ts";
import { listMarkets } from "./markets/list-markets.ts";
import { listSamplingMarkets } from "./markets/list-sampling-markets.ts";
import { listSamplingSimplifiedMarkets } from "./markets/list-sampling-simplified-markets.ts";
import { listSimplifiedMarkets } from "./markets/list-simplified-markets.ts";
import { getFeeRate, getNegRisk, getTickSize } from "./markets/token-terms.ts";
import { chooseName } from "./names/choose-name.ts";
import { getName } from "./names/get-name.ts";
import { giveUpName } from "./names/give-up-name.ts";
import { dropNotifications } from "./notifications/drop-notifications.ts";
import { listNotifications } from "./notifications/list-notifications.ts";
import { cancelAll } from "./orders/cancel-all.ts";
import { cancelMarketOrders } from "./orders/cancel-market-orders.ts";
import { cancelOrder } from "./orders/cancel-order.ts";
import { cancelOrders } from "./orders/cancel-orders.ts";
import { getOrderScoring } from "./orders/get-order-scoring.ts";
import { getOrder } from "./orders/get-order.ts";
import { listEarlierOrders } from "./orders/list-earlier-orders.ts";
import { listOrdersScoring } from "./orders/list-orders-scoring.ts";
import { listOrders } from "./orders/list-orders.ts";
import { lookUpOrders } from "./orders/look-up-orders.ts";
import { placeOrder } from "./orders/place-order.ts";
import { placeOrders } from "./orders/place-orders.ts";
import { postHeartbeat } from "./orders/post-heartbeat.ts";
import { listCurrentRewards } from "./rewards/list-current-rewards.ts";
import { listEarnings } from "./rewards/list-earnings.ts";
import { listMarketRewards } from "./rewards/list-market-rewards.ts";
import { listMarketsRewards } from "./rewards/list-markets-rewards.ts";
import { listRewardedMarkets } from "./rewards/list-rewarded-markets.ts";
import { listRebates } from "./rewards/list-rebates.ts";
import { listRewardEarnings } from "./rewards/list-reward-earnings.ts";
import { getHealth } from "./service/get-health.ts";
import { getTime } from "./service/get-time.ts";
import { getVersion } from "./service/get-version.ts";
import { listAnnouncements } from "./service/list-announcements.ts";
import { refuseQuotes } from "./service/refuse-quotes.ts";
import { relayer } from "./service/relayer.ts";
import { getBuilderFees } from "./trades/get-builder-fees.ts";
import { getBuilderVolume } from "./trades/get-builder-volume.ts";
import { listBuilderTrades } from "./trades/list-builder-trades.ts";
import { listLiveMarkets } from "./trades/list-live-markets.ts";
import { listTradeEvents } from "./trades/list-trade-events.ts";
import { listTrades } from "./trades/list-trades.ts";
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
  listMarkets,
  listSimplifiedMarkets,
  listSamplingMarkets,
  listSamplingSimplifiedMarkets,
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
  lookUpOrders,
  listEarlierOrders,
  getOrderScoring,
  listOrdersScoring,
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
  ...refuseQuotes,
];

/** Lists the operations of a mode: the faucet and the relayer's reads exist in the sandbox only. */
export const tradingEndpoints = (mode: Mode): readonly Endpoint[] =>
  mode === "sandbox" ? [...OPERATIONS, creditWallet, ...relayer] : OPERATIONS;
