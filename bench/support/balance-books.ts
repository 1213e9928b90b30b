/** Balance of stored shares and collateral, without which an exchange halts itself at its audit. */
import { proveSolvency } from "../../src/store/reads/solvency.ts";
import type { Sql } from "../../src/store/sql/database.ts";

/**
 * Credits this account with the other shares of each set, the markets with their backing, and the deposits with all of
 * it.
 */
export async function balanceBooks(sql: Sql, house: number): Promise<void> {
  const connection = await sql.reserve();
  await connection`set statement_timeout = 0`;
  await connection`
    insert into accounts (no, address, owner, collateral, held)
    select ${house}::int, address, address, 0, 0
    from (select '0x' || lpad(to_hex(${house}::int), 40, '0') as address) as wallet`;
  await connection`
    insert into positions (account, market, outcome, lots, held)
    select ${house}::int, market, case when first < second then 0 else 1 end, abs(first - second), 0
    from (
      select market, coalesce(sum(lots) filter (where outcome = 0), 0) as first,
        coalesce(sum(lots) filter (where outcome = 1), 0) as second
      from positions join market_states using (market) where payout is null group by market
    ) as supply where first <> second`;
  const { markets } = await proveSolvency(sql);
  await connection`
    update market_states set backing = claims
    from unnest(${markets.map(({ conditionId }) => conditionId)}::text[],
      ${markets.map(({ claims }) => claims)}::bigint[]) as claimed (condition_id, claims)
    join markets using (condition_id) where market = markets.no`;
  const { deposits, collateral, backing, debt } = await proveSolvency(sql);
  await connection`
    insert into operations (batch, place, leg, at, account, kind, collateral, first_lots, second_lots)
    select max(seq), 0, 0, max(at), ${house}::int, 'deposit',
      ${String(collateral + backing - debt - deposits)}::bigint, 0, 0
    from journal`;
  connection.release();
  const { solvent } = await proveSolvency(sql);
  if (!solvent) throw new Error("the stored shares and collateral do not balance");
}
