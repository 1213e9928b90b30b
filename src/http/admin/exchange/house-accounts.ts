/** Accounts of the exchange itself, which no statistic counts as people. */
import type { Context } from "../../../context.ts";
import { FEE_ACCOUNT } from "../../../core/ledger/fees.ts";
import type { SimulationControl } from "../../sandbox/simulation-control.ts";

/** Lists the accounts that trade for the exchange: those of house makers, and of a sandbox's simulated traders. */
export const listHouseTraders = (
  { house }: Pick<Context, "house">,
  residents: SimulationControl | undefined,
): readonly string[] => [...house.list().map(({ address }) => address), ...(residents?.wallets() ?? [])];

/** Lists all accounts of the exchange: those that trade for it, and that of the fees. */
export const listHouseAccounts = (
  context: Pick<Context, "house">,
  residents: SimulationControl | undefined,
): readonly string[] => [FEE_ACCOUNT, ...listHouseTraders(context, residents)];
