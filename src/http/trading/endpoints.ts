/** The trading interface: the table of its operations. */
import type { Mode } from "../../config.ts";
import type { Endpoint } from "../endpoint.ts";
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
import { convertPositions } from "./ledger/convert-positions.ts";
import { creditWallet } from "./ledger/credit-wallet.ts";
import { getBalanceAllowance } from "./ledger/get-balance-allowance.ts";
import { listBalances } from "./ledger/list-balances.ts";
import { listLedger } from "./ledger/list-ledger.ts";
import { redeemPositions } from "./ledger/redeem-positions.ts";
import { mergePositions, splitPosition } from "./ledger/sets-operation.ts";
import { withdraw } from "./ledger/withdraw.ts";
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
import { publicReads } from "./public-reads.ts";
import { listEarnings } from "./rewards/list-earnings.ts";
import { listRewardEarnings } from "./rewards/list-reward-earnings.ts";
import { listBuilderTrades } from "./trades/list-builder-trades.ts";
import { listTrades } from "./trades/list-trades.ts";

const ACCOUNT_OPERATIONS: readonly Endpoint[] = [
  createApiKey,
  deriveApiKey,
  listApiKeys,
  revokeApiKey,
  getClosedOnly,
  createReadonlyKey,
  listReadonlyKeys,
  deleteReadonlyKey,
  createBuilderKey,
  listBuilderKeys,
  revokeBuilderKey,
  placeOrder,
  placeOrders,
  cancelOrder,
  cancelOrders,
  cancelAll,
  cancelMarketOrders,
  getOrder,
  listOrders,
  lookUpOrders,
  getOrderScoring,
  listOrdersScoring,
  ...postHeartbeat,
  listEarlierOrders,
  listTrades,
  listBuilderTrades,
  splitPosition,
  mergePositions,
  redeemPositions,
  convertPositions,
  withdraw,
  listBalances,
  ...getBalanceAllowance,
  listLedger,
  listNotifications,
  dropNotifications,
  ...listEarnings,
  listRewardEarnings,
];

/** Operations by mode: the faucet exists in the sandbox only. */
export const tradingEndpoints = (mode: Mode): readonly Endpoint[] => [
  ...publicReads,
  ...ACCOUNT_OPERATIONS,
  ...(mode === "sandbox" ? [creditWallet] : []),
];
