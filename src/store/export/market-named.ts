/** The market of an export, by any of its ids. */
import type { Sql } from "../sql/database.ts";

/** Finds the condition id of the market with this condition id, token id, number or slug. Throws unless there is one. */
export async function findMarketNamed(sql: Sql, name: string): Promise<string> {
  const rows = await sql<{ conditionId: string }[]>`
    select condition_id as "conditionId" from markets
    where condition_id = lower(${name}) or ${name} = any(token_ids) or id::text = ${name} or slug = ${name}
    order by no`;
  const [found, ...others] = rows.map(({ conditionId }) => conditionId);
  if (found === undefined)
    throw new Error(`market: expected a slug, number, condition id or token id of a market, got "${name}"`);
  if (others.length === 0) return found;
  const all = [found, ...others].join(", ");
  throw new Error(`market: expected a condition id, since several markets have the slug: ${all}`);
}
