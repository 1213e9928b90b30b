/** The largest holders of a market's outcomes. */
import type { Outcome } from "../../core/state.ts";
import type { Lots } from "../../core/units.ts";
import type { Sql } from "../sql/database.ts";
import { readInPieces } from "../sql/read-in-pieces.ts";

export type Holder = {
  /** Lower-case address. */
  readonly wallet: string;
  readonly lots: Lots;
};

/** An outcome of a market with its largest holders. */
export type HeldOutcome = {
  readonly conditionId: string;
  readonly tokenIds: readonly [string, string];
  readonly outcome: Outcome;
  readonly holders: Holder[];
};

export type HolderFilter = {
  /** Lower case, without repetitions. */
  readonly conditionIds: readonly string[];
  /** Least shares of a listed holder; wallets without any are never listed. */
  readonly least: Lots;
  /** Holders of each outcome. */
  readonly limit: number;
};

type Row = Omit<HeldOutcome, "holders"> & { wallet: string | null; lots: Lots | null };

/**
 * Lists the outcomes of these markets as they are asked for, each with its holders, also when it has none. The largest
 * holders come first, equal ones by address. Conditions that no market has are left out.
 */
export async function listHolders(
  sql: Sql,
  { conditionIds, least, limit }: HolderFilter,
): Promise<HeldOutcome[]> {
  const query = sql<Row[]>`
    select condition_id as "conditionId", token_ids as "tokenIds", outcome, wallet, lots
    from unnest(${conditionIds as string[]}::text[]) with ordinality as asked (condition_id, place)
    join markets using (condition_id)
    join market_states as states on states.market = markets.no and status <> 'draft'
    cross join (values (0::smallint), (1::smallint)) as outcomes (outcome)
    left join lateral (
      select lots, address collate "C" as wallet
      from (
        select account, lots from positions
        where market = markets.no and positions.outcome = outcomes.outcome and lots >= ${Math.max(least, 1)}::bigint
        order by lots desc fetch first ${limit} rows with ties
      ) as largest
      join accounts on accounts.no = account
      order by lots desc, wallet limit ${limit}
    ) as holders on true
    order by place, outcome, lots desc, wallet`;
  const rows = await readInPieces(query);
  const groups: HeldOutcome[] = [];
  for (const { wallet, lots, ...token } of rows) {
    const last = groups.at(-1);
    const group =
      last?.conditionId === token.conditionId && last.outcome === token.outcome
        ? last
        : { ...token, holders: [] };
    if (group !== last) groups.push(group);
    if (wallet !== null && lots !== null) group.holders.push({ wallet, lots });
  }
  return groups;
}
