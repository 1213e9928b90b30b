/** The trading interface: the table of its operations. */
import type { Mode } from "../../config.ts";
import type { Endpoint } from "../endpoint.ts";
import { cancelOrder } from "./cancel-order.ts";
import { convertPositions } from "./convert-positions.ts";
import { createApiKey } from "./create-api-key.ts";
import { creditWallet } from "./credit-wallet.ts";
import { deriveApiKey } from "./derive-api-key.ts";
import { getOrder } from "./get-order.ts";
import { listBalances } from "./list-balances.ts";
import { listBuilderTrades } from "./list-builder-trades.ts";
import { listLedger } from "./list-ledger.ts";
import { listTrades } from "./list-trades.ts";
import { mergePositions } from "./merge-positions.ts";
import { placeOrder } from "./place-order.ts";
import { publicReads } from "./public-reads.ts";
import { redeemPositions } from "./redeem-positions.ts";
import { splitPosition } from "./split-position.ts";
import { withdraw } from "./withdraw.ts";

const ACCOUNT_OPERATIONS: readonly Endpoint[] = [
  createApiKey,
  deriveApiKey,
  placeOrder,
  cancelOrder,
  getOrder,
  listTrades,
  listBuilderTrades,
  splitPosition,
  mergePositions,
  redeemPositions,
  convertPositions,
  withdraw,
  listBalances,
  listLedger,
];

/** Operations by mode: the faucet exists in the sandbox only. */
export const tradingEndpoints = (mode: Mode): readonly Endpoint[] => [
  ...publicReads,
  ...ACCOUNT_OPERATIONS,
  ...(mode === "sandbox" ? [creditWallet] : []),
];
