/** Test money of a sandbox for the trader's wallet. */
import { micros } from "../../../../src/core/units.ts";
import type { Micros } from "../../../../src/core/units.ts";
import { trading } from "../../api/interfaces.ts";
import { formatDecimalMicros } from "../../base/money.ts";
import { useTraderAction } from "./use-trader-action.ts";

/** Amount of one request. */
export const TEST_MONEY = micros(1_000_000_000);

/** Rounds the money that is missing up to whole amounts. */
export const coverMissing = (missing: Micros): Micros =>
  micros(Math.max(Math.ceil(missing / TEST_MONEY), 1) * TEST_MONEY);

export const useFaucet = () =>
  useTraderAction(({ wallet, once }, amount: Micros) =>
    trading("POST /sandbox/faucet", {
      once,
      body: { address: wallet.address, amount: formatDecimalMicros(amount) },
    }),
  );
