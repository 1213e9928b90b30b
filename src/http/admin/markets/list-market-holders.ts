/** GET /markets/{market}/holders: the open interest of a market, and the largest holders of each outcome. */
import { Type } from "typebox";
import { computeOpenInterest } from "../../../core/ledger/open-interest.ts";
import { isRejection } from "../../../core/rejection.ts";
import type { Market } from "../../../core/state.ts";
import { collateralText, lots, NO_MICROS, sharesText } from "../../../core/units.ts";
import { listHolders } from "../../../store/reads/accounts/holders.ts";
import { listBackedMarkets } from "../../../store/reads/solvency.ts";
import type { Sql } from "../../../store/sql/database.ts";
import { pageLimit } from "../../operation/page-limit.ts";
import { WalletName } from "../../values/wallets.ts";
import type { Names } from "../../values/wallets.ts";
import { readOperation, MARKETS } from "../operation.ts";
import { MarketParams, readListedMarket } from "../path-params.ts";

export const MarketHolders = Type.Object({
  conditionId: Type.String(),
  openInterest: Type.String({ description: "Collateral that its shares stand for" }),
  outcomes: Type.Array(
    Type.Object({
      outcome: Type.String(),
      holders: Type.Array(Type.Object({ address: Type.String(), name: WalletName, shares: Type.String() }), {
        description: "The largest first, equal ones in order of their addresses",
      }),
    }),
    { description: "Both, also one that nobody holds" },
  ),
});

export const listMarketHolders = readOperation({
  path: "/markets/:market/holders",
  summary: "List the open interest and the largest holders of a market",
  group: MARKETS,
  refuses: ["unknown_market"],
  params: MarketParams,
  query: Type.Object({ limit: pageLimit({ default: 20, maximum: 500 }) }),
  answer: MarketHolders,
  read: async ({ context, params, query: { limit } }) => {
    const market = await readListedMarket(context, params.market);
    if (isRejection(market)) return market;
    const { conditionId } = market;
    const sql = await context.adHocSql();
    const openInterest = collateralText(await readOpenInterest(sql, conditionId));
    const outcomes = await readOutcomes(sql, market, { limit, names: context.names });
    return { conditionId, openInterest, outcomes };
  },
});

/** Reads the open interest; zero for a draft. */
async function readOpenInterest(sql: Sql, conditionId: string) {
  const rows = await listBackedMarkets(sql, [conditionId]);
  const at = rows.findIndex((row) => row.conditionId === conditionId);
  return computeOpenInterest(rows)[at] ?? NO_MICROS;
}

type HolderParams = { readonly limit: number; readonly names: Pick<Names, "nameOf"> };

async function readOutcomes(sql: Sql, { conditionId, outcomes }: Market, { limit, names }: HolderParams) {
  const holdersByOutcome = await listHolders(sql, { conditionIds: [conditionId], least: lots(1), limit });
  return outcomes.map((outcome, index) => {
    const holders = holdersByOutcome.find((one) => one.outcome === index)?.holders ?? [];
    return {
      outcome,
      holders: holders.map(({ wallet, lots: size }) => ({
        address: wallet,
        name: names.nameOf(wallet),
        shares: sharesText(size),
      })),
    };
  });
}
