/** All access to the read tables: pools by the kind of their statements, and the proof of solvency. */
import type { Sql } from "../sql/database.ts";
import { fencePool } from "../sql/fenced-pool.ts";
import type { FencedPool } from "../sql/fenced-pool.ts";
import { shareReading } from "../sql/shared-reading.ts";
import { keepProofs } from "./kept-proofs.ts";
import type { ProveSolvency } from "./kept-proofs.ts";
import { proveSolvency } from "./solvency.ts";

type ByPool<Pool> = {
  /** Short reads. */
  readonly sql: Pool;
  /** Reads that trading never waits for. */
  readonly readSql: Pool;
  /** Lists: their filters and orders make too many forms of statements to prepare each. */
  readonly adHocSql: Pool;
};

export type Pools = ByPool<Sql>;

export type FencedReadings = ByPool<FencedPool> & {
  /** Proves solvency from all positions; one proof runs at a time. */
  readonly proveSolvency: ProveSolvency;
};

/** Puts all readings behind one fence; `reach` is that of `fencePool`. */
export function fenceReadings(pools: Pools, reach: () => Promise<void>): FencedReadings {
  const adHocSql = fencePool(pools.adHocSql, reach);
  return {
    sql: fencePool(pools.sql, reach),
    readSql: fencePool(pools.readSql, reach),
    adHocSql,
    proveSolvency: keepProofs(shareReading(async () => proveSolvency(await adHocSql()))),
  };
}
