/** All access to the read tables: pools by the kind of their statements, the proof of solvency, and the counts. */
import type { DatabaseOptions, Sql } from "../sql/database.ts";
import type { Replicas } from "./replicas.ts";
import { fencePool } from "../sql/fenced-pool.ts";
import type { FencedPool } from "../sql/fenced-pool.ts";
import { shareReading } from "../../base/async.ts";
import { TablesBehind } from "../sql/unavailable.ts";
import { findExchangeCounts } from "./exchange-counts.ts";
import type { ExchangeCounts } from "./exchange-counts.ts";
import { cacheProofs, proveSolvency } from "./solvency.ts";
import type { ProveSolvency } from "./solvency.ts";
import { cacheRanking } from "./accounts/rankings.ts";
import type { ProfitRanking, RankingClocks } from "./accounts/rankings.ts";

type ByPool<Pool> = {
  /** Short reads. */
  readonly sql: Pool;
  /** Reads that trading never waits for. */
  readonly readSql: Pool;
  /** Lists: they combine filters and orders into too many different statements to prepare each. */
  readonly adHocSql: Pool;
};

export type Pools = ByPool<Sql>;

export type FencedReadings = ByPool<FencedPool> & {
  /** Proves solvency from all positions; one proof runs at a time. */
  readonly proveSolvency: ProveSolvency;
  /** Ranks wallets by profit. One ranking is computed at a time, and cached for a multiple of its computing time. */
  readonly rankProfits: () => Promise<ProfitRanking>;
  /** Clears the cached proofs and ranking, after the tables were put back to an earlier state. */
  readonly forgetKept: () => void;
  /**
   * Counts accounts without those of the exchange, orders, trades and amounts, and says as of which batch. Unlike other readings, this one does not
   * fail if the tables take too long: it counts as of the last batch that they have. Operators need the counts most while
   * the tables are stuck. Returns `undefined` while a session locks a table.
   */
  readonly findCounts: (house: readonly string[]) => Promise<ExchangeCounts | undefined>;
};

/** Replicas that may serve reads, and the last batch that the read tables have. */
export type ReadReplicas = {
  readonly replicas: Replicas;
  readonly poolOptions: Readonly<Record<keyof Pools, DatabaseOptions>>;
  readonly stored: () => number;
};

/**
 * Makes all readings wait for `reach`, as `fencePool` does. Replicas serve large reads and lists. The proof of solvency,
 * which may halt the exchange, reads the primary.
 */
export function fenceReadings(
  pools: Pools,
  reach: () => Promise<void>,
  clocks: RankingClocks,
  replicated?: ReadReplicas,
): FencedReadings {
  const fenceRead = (kind: "readSql" | "adHocSql"): FencedPool => {
    const primary = fencePool(pools[kind], reach);
    if (replicated === undefined) return primary;
    const { replicas, poolOptions, stored } = replicated;
    return replicas.fence(primary, stored, poolOptions[kind]);
  };
  const adHocSql = fencePool(pools.adHocSql, reach);
  const proofs = cacheProofs(shareReading(async () => proveSolvency(await adHocSql())));
  const ranking = cacheRanking(fenceRead("adHocSql"), clocks);
  return {
    sql: fencePool(pools.sql, reach),
    readSql: fenceRead("readSql"),
    adHocSql: fenceRead("adHocSql"),
    proveSolvency: proofs.prove,
    rankProfits: ranking.rank,
    forgetKept: () => {
      proofs.forget();
      ranking.forget();
    },
    findCounts: async (house) => {
      await reach().catch(acceptDelay);
      return findExchangeCounts(pools.sql, house);
    },
  };
}

function acceptDelay(error: unknown): void {
  if (!(error instanceof TablesBehind)) throw error;
}
