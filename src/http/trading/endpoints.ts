/** The trading interface: the table of its operations. */
import type { Mode } from "../../config.ts";
import type { Endpoint } from "../endpoint.ts";
import { cancelOrder } from "./cancel-order.ts";
import { createApiKey } from "./create-api-key.ts";
import { creditWallet } from "./credit-wallet.ts";
import { deriveApiKey } from "./derive-api-key.ts";
import { getOrder } from "./get-order.ts";
import { listBuilderTrades } from "./list-builder-trades.ts";
import { listTrades } from "./list-trades.ts";
import { placeOrder } from "./place-order.ts";
import { publicReads } from "./public-reads.ts";

const ACCOUNT_OPERATIONS: readonly Endpoint[] = [
  createApiKey,
  deriveApiKey,
  placeOrder,
  cancelOrder,
  getOrder,
  listTrades,
  listBuilderTrades,
];

/** Operations by mode: the faucet exists in the sandbox only. */
export const tradingEndpoints = (mode: Mode): readonly Endpoint[] => [
  ...publicReads,
  ...ACCOUNT_OPERATIONS,
  ...(mode === "sandbox" ? [creditWallet] : []),
];
