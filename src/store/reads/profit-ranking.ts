/**
 * Wallets by their whole profit, open positions counted. The sum over all positions takes longer the more there are. So
 * one ranking is kept for a while and says as of when it is; a question after that makes a new one.
 */
import type { Micros } from "../../core/units.ts";
import type { AnySql } from "../sql/database.ts";
import { gatherInPieces } from "../sql/read-in-pieces.ts";
import { shareReading } from "../sql/shared-reading.ts";
import { openProfit } from "./shown-half-ticks.ts";

export type RankedWallet = {
  /** Lower-case address. */
  readonly wallet: string;
  /** Collateral that changed hands in its fills. */
  readonly volume: Micros;
  /** Profit of its disposals. */
  readonly realized: Micros;
  /** Profit of the shares that it holds, exactly, in lots x micros per share. */
  readonly open: bigint;
};

export type ProfitRanking = {
  /** Time of the exchange, ms: all that was committed before it counts. */
  readonly at: number;
  /** The greatest profit first; equal ones are in order of their addresses. */
  readonly wallets: readonly RankedWallet[];
  /** Places in the list, from 0 on. */
  readonly places: ReadonlyMap<string, number>;
};

/** Rows that are read at once; each is short. */
const PIECE = 250;

/** Ranks the wallets that traded, earned or hold something that earns. */
const listByProfit = (sql: AnySql): Promise<RankedWallet[]> =>
  gatherInPieces(
    sql<(Omit<RankedWallet, "open"> & { readonly open: string })[]>`
      with held as (
        select account, sum(${openProfit(sql)}) as open
        from positions join market_states using (market) where lots > 0 group by account
      )
      select address as wallet, volume, realized, coalesce(open, 0)::text as open
      from accounts left join held on held.account = accounts.no
      where volume > 0 or realized <> 0 or open <> 0
      order by realized * 100::numeric + coalesce(open, 0) desc, address collate "C"`,
    ({ open, ...row }) => ({ ...row, open: BigInt(open) }),
    PIECE,
  );

export type KeptRanking = {
  /** The ranking that is kept, or a new one. */
  readonly rank: () => Promise<ProfitRanking>;
  /** Forgets it: the exchange was put back to an earlier state. */
  readonly forget: () => void;
};

export type RankingClocks = {
  /** Time of the exchange, ms. */
  readonly clock: () => number;
  /** Milliseconds that nothing sets back. */
  readonly monotonic: () => number;
};

/** A ranking is kept so many times as long as it took: it takes a twentieth of one of the database's processors. */
const TIMES_KEPT = 20;

export function keepRanking(open: () => Promise<AnySql>, { clock, monotonic }: RankingClocks): KeptRanking {
  let kept: { readonly ranking: ProfitRanking; readonly until: number } | undefined;
  let rewinds = 0;
  const make = shareReading(async (): Promise<ProfitRanking> => {
    const [begun, at, before] = [monotonic(), clock(), rewinds];
    const wallets = await listByProfit(await open());
    const ranking = { at, wallets, places: new Map(wallets.map(({ wallet }, place) => [wallet, place])) };
    const ended = monotonic();
    if (before === rewinds) kept = { ranking, until: ended + TIMES_KEPT * (ended - begun) };
    return ranking;
  });
  return {
    rank: async () => (kept !== undefined && monotonic() < kept.until ? kept.ranking : make()),
    forget: () => {
      kept = undefined;
      rewinds += 1;
    },
  };
}
