/** Texts that operators forbade as names, stored as skeletons. */
import { SKELETON_VERSION } from "../../core/people/name-skeletons.ts";
import type { ForbiddenText } from "../../core/people/trader-name.ts";
import type { OwnSql } from "../sql/database.ts";

export type ForbiddenName = ForbiddenText & {
  readonly at: number;
  readonly operator: string;
  readonly reason: string;
};

export type ForbiddenSkeleton = ForbiddenName & { readonly look: string };

export const listForbiddenNames = (sql: OwnSql): Promise<ForbiddenName[]> =>
  sql<ForbiddenName[]>`
    select text, match, at, operator, reason from forbidden_names order by look collate "C", match`;

/** Finds a forbidden text that matches one of a name's skeletons. */
export async function findForbidden(
  sql: OwnSql,
  looks: readonly string[],
): Promise<ForbiddenName | undefined> {
  const [found] = await sql<ForbiddenName[]>`
    select text, match, at, operator, reason from forbidden_names
    where exists (
      select from unnest(${[...looks]}::text[]) as borne (look)
      where case match when 'word' then strpos(borne.look, forbidden_names.look) > 0
        else borne.look = forbidden_names.look end
    )
    order by match, look limit 1`;
  return found;
}

/** Forbids a skeleton; false if it was forbidden already, and the earlier entry stays. */
export async function forbidSkeleton(sql: OwnSql, forbidden: ForbiddenSkeleton): Promise<boolean> {
  const { look, match, text, at, operator, reason } = forbidden;
  const { count } = await sql`
    insert into forbidden_names (look, match, text, at, operator, reason, look_rules)
    values (${look}, ${match}, ${text}, ${at}, ${operator}, ${reason}, ${SKELETON_VERSION})
    on conflict do nothing`;
  return count > 0;
}

/** Allows a skeleton again; false if it was not forbidden. */
export async function allowSkeleton(
  sql: OwnSql,
  { look, match }: { readonly look: string; readonly match: ForbiddenText["match"] },
): Promise<boolean> {
  const { count } = await sql`delete from forbidden_names where look = ${look} and match = ${match}`;
  return count > 0;
}
