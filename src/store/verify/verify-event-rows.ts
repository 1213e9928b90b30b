/**
 * Compares the tables that have rows for single events with the journal during its replay: operations, steps of
 * resolutions, and the audit log. Rows are in the order of the journal, so each table is read in parallel.
 */
import type { Event } from "../../core/event.ts";
import type { Exchange } from "../../core/state.ts";
import { compareValues, addDifference } from "../journal/differences.ts";
import type { Differences, Values } from "../journal/differences.ts";
import { collectOperations } from "../projector/projection.ts";
import type { OperationRow } from "../projector/touched.ts";
import type { Sql } from "../sql/database.ts";
import { isStep, resolutionStep } from "../reads/resolution-steps.ts";
import { SHORT_ROWS, streamRows, walkRows } from "../sql/table-stream.ts";
import type { Place, RowWalk } from "../sql/table-stream.ts";
import { OPERATIONS } from "../tables/movements.ts";
import { comparedColumns } from "./compared-columns.ts";
import type { ExpectedRow } from "./compared-columns.ts";
import { sortedText } from "./verify-catalog.ts";

type EventRow = {
  readonly batch: number;
  readonly place: number;
  readonly leg?: number;
  readonly details?: unknown;
  readonly [column: string]: unknown;
};

type EventRowTable = { readonly what: string; readonly walk: RowWalk<EventRow> };

export type EventRowCheck = {
  readonly operations: EventRowTable;
  readonly steps: EventRowTable;
  readonly audit: EventRowTable;
  readonly differences: Differences;
};

export function createEventRowCheck(sql: Sql, differences: Differences): EventRowCheck {
  const table = (what: string, cursor: string, text: string): EventRowTable => {
    const walk = walkRows(streamRows<EventRow>(sql, { cursor, text, page: SHORT_ROWS }), {
      placeOf: ({ batch, place, leg = 0 }) => [batch, place, leg],
      onExtra: ({ batch, place, leg = 0 }) =>
        addDifference(
          differences,
          `${named(what, [batch, place, leg])}: it is in the table, and not in the journal`,
        ),
    });
    return { what, walk };
  };
  return {
    operations: table(
      "operation",
      "operation_rows",
      `select ${comparedColumns(OPERATIONS)} from operations order by batch, place, leg`,
    ),
    steps: table(
      "resolution step",
      "step_rows",
      `select batch, place, at, market, step, array_to_string(payout, ', ') as payout, evidence, link
       from resolution_steps order by batch, place`,
    ),
    audit: table(
      "audit entry",
      "audit_rows",
      `select batch, place, at, operator, action, subject, reason, details
       from audit order by batch, place`,
    ),
    differences,
  };
}

const named = (what: string, [batch, place, leg]: Place): string =>
  `${what} ${leg === 0 ? place : `${place}.${leg}`} of batch ${batch}`;

type BatchPlace = { readonly seq: number; readonly at: number };

/** Checks the rows of a batch, after it was applied. */
export async function checkEventRows(
  check: EventRowCheck,
  { seq, at }: BatchPlace,
  exchange: Exchange,
  events: readonly Event[],
): Promise<void> {
  for (const [place, event] of events.entries()) {
    const compare = (table: EventRowTable, values: Values, leg = 0): Promise<void> =>
      compareRow(table, [seq, place, leg], { ...values, at }, check.differences);
    for (const operation of listOperations(exchange, event, place))
      await compare(check.operations, operationValues(operation), operation.leg);
    const step = stepValues(event, at);
    if (step !== undefined) await compare(check.steps, step);
    if (event.type === "operated") {
      const { operator, action, subject, reason, details } = event;
      await compare(check.audit, { operator, action, subject, reason, details: sortedText(details) });
    }
  }
}

/** Reports the rows that no event explains. */
export async function finishEventRows({ operations, steps, audit }: EventRowCheck): Promise<void> {
  await operations.walk.finish();
  await steps.walk.finish();
  await audit.walk.finish();
}

async function compareRow(
  { what, walk }: EventRowTable,
  place: Place,
  expected: Values,
  differences: Differences,
): Promise<void> {
  const row = await walk.take(...place);
  if (row === undefined) return addDifference(differences, `${named(what, place)}: it is not in the table`);
  const details = row.details === undefined ? {} : { details: sortedText(row.details) };
  compareValues(differences, named(what, place), expected, { ...row, ...details });
}

function listOperations(exchange: Exchange, event: Event, place: number): readonly OperationRow[] {
  const operations: OperationRow[] = [];
  switch (event.type) {
    case "account-opened":
    case "credited":
    case "debited":
    case "sets-split":
    case "sets-merged":
    case "redeemed":
    case "converted":
    case "settlement-failed":
      collectOperations({ operations }, exchange, event, place);
      return operations;
    default:
      return operations;
  }
}

type ExpectedOperation = ExpectedRow<typeof OPERATIONS, "batch" | "place" | "leg" | "at">;

const operationValues = ({ account, kind, market, collateral, lots }: OperationRow): ExpectedOperation => ({
  account: account.no,
  kind,
  market: market?.no,
  collateral,
  first_lots: lots[0],
  second_lots: lots[1],
});

function stepValues(event: Event, at: number): Values | undefined {
  if (!isStep(event)) return undefined;
  const { payout, ...step } = resolutionStep(event, at);
  return { ...step, market: event.market.no, payout: payout?.join(", ") };
}
