/** Matches of a sandbox whose settlement will fail at a set time, stored so that they survive a restart. */
import type { CommandOf } from "../../core/events/command.ts";
import type { OwnSql } from "../sql/database.ts";

export type FailingSettlement = {
  /** Numbers of the first and the last fill. */
  readonly first: number;
  readonly last: number;
  readonly command: CommandOf<"fail-settlement">;
  /** Time of the exchange's clock, ms. */
  readonly due: number;
  /** Outcome and completion time; a match that could not be undone is confirmed. */
  readonly ended: { readonly at: number; readonly outcome: "failed" | "confirmed" } | undefined;
};

type Row = Omit<FailingSettlement, "ended"> & {
  readonly endedAt: number | null;
  readonly outcome: "failed" | "confirmed" | null;
};

export async function listFailingSettlements(sql: OwnSql): Promise<readonly FailingSettlement[]> {
  const rows = await sql<Row[]>`
    select first, last, command, due, ended_at as "endedAt", outcome from failing_settlements order by first`;
  return rows.map(({ endedAt, outcome, ...settlement }) => ({
    ...settlement,
    ended: endedAt === null || outcome === null ? undefined : { at: endedAt, outcome },
  }));
}

/** Stores the settlement's current state, and replaces the earlier row. */
export async function saveFailingSettlement(sql: OwnSql, settlement: FailingSettlement): Promise<void> {
  const { first, last, command, due, ended } = settlement;
  await sql`
    insert into failing_settlements (first, last, command, due, ended_at, outcome)
    values (${first}, ${last}, ${JSON.stringify(command)}::text::jsonb, ${due}, ${ended?.at ?? null}, ${ended?.outcome ?? null})
    on conflict (first) do update set ended_at = excluded.ended_at, outcome = excluded.outcome
      where failing_settlements.outcome is null`;
}
