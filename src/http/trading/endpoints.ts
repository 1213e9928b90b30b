/** The trading interface: the table of its operations. */
import type { Mode } from "../../config.ts";
import type { Endpoint } from "../endpoint.ts";
import { cancelAll } from "./cancel-all.ts";
import { cancelMarketOrders } from "./cancel-market-orders.ts";
import { cancelOrder } from "./cancel-order.ts";
import { cancelOrders } from "./cancel-orders.ts";
import { convertPositions } from "./convert-positions.ts";
import { createApiKey } from "./create-api-key.ts";
import { createBuilderKey } from "./create-builder-key.ts";
import { createReadonlyKey } from "./create-readonly-key.ts";
import { creditWallet } from "./credit-wallet.ts";
import { deleteReadonlyKey } from "./delete-readonly-key.ts";
import { deriveApiKey } from "./derive-api-key.ts";
import { dropNotifications } from "./drop-notifications.ts";
import { getBalanceAllowance } from "./get-balance-allowance.ts";
import { getClosedOnly } from "./get-closed-only.ts";
import { getOrderScoring } from "./get-order-scoring.ts";
import { getOrder } from "./get-order.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { listBalances } from "./list-balances.ts";
import { listBuilderKeys } from "./list-builder-keys.ts";
import { listBuilderTrades } from "./list-builder-trades.ts";
import { listEarlierOrders } from "./list-earlier-orders.ts";
import { listEarnings } from "./list-earnings.ts";
import { listLedger } from "./list-ledger.ts";
import { listNotifications } from "./list-notifications.ts";
import { listOrdersScoring } from "./list-orders-scoring.ts";
import { listOrders } from "./list-orders.ts";
import { listReadonlyKeys } from "./list-readonly-keys.ts";
import { listRewardEarnings } from "./list-reward-earnings.ts";
import { listTrades } from "./list-trades.ts";
import { lookUpOrders } from "./look-up-orders.ts";
import { mergePositions } from "./merge-positions.ts";
import { placeOrder } from "./place-order.ts";
import { placeOrders } from "./place-orders.ts";
import { postHeartbeat } from "./post-heartbeat.ts";
import { publicReads } from "./public-reads.ts";
import { redeemPositions } from "./redeem-positions.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { revokeBuilderKey } from "./revoke-builder-key.ts";
import { splitPosition } from "./split-position.ts";
import { withdraw } from "./withdraw.ts";

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
