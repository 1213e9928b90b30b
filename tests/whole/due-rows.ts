/**
 * The rows of delayed orders and of settlements that fail in the simulated store, reached by the statements of
 * src/store/sandbox/delayed-orders.ts and failing-settlements.ts.
 */
import assert from "node:assert/strict";
import type { RejectionCode } from "../../src/core/rejection.ts";
import { commandOf } from "./due-tables.ts";
import type { DelayedRow, SettlementRow } from "./due-tables.ts";
import type { Session, SimulatedStore } from "./simulated-store.ts";

/** Ends of delayed orders and of settlements, as statistics count them. */
export const DUE_ENDS = [
  "orders delayed",
  "delayed orders placed",
  "delayed orders unmatched",
  "delayed orders refused",
  "settlements planned",
  "settlements failed",
] as const;

/** Rarer ends: a match that stands, and what is found done after a stop or a lost answer. */
export const RARE_DUE_ENDS = [
  "settlements confirmed",
  "delayed orders found placed",
  "settlements found failed",
] as const;

const TABLES = ["delayed_orders", "failing_settlements"] as const;

/** A statement as its template has it. */
export type DueStatement = { readonly text: string; readonly values: readonly unknown[] };

type Written = Pick<SimulatedStore, "due" | "orderIds"> & { readonly reached: (what: string) => void };
type Statement = (written: Written, values: readonly unknown[]) => readonly object[];

export const isDueStatement = ({ text }: DueStatement): boolean =>
  TABLES.some((table) => text.includes(table));

/** Runs one of these statements and no other, told by its first word and its table. */
export function runDueStatement(
  store: SimulatedStore,
  session: Session,
  { text, values }: DueStatement,
  reached: Written["reached"],
): Promise<readonly object[]> {
  const [word] = text.trim().split(" ");
  const statement = STATEMENTS.get(`${word} ${TABLES.find((table) => text.includes(table))}`);
  if (statement === undefined) throw new Error(`unknown statement: ${text}`);
  const { due, orderIds } = store;
  return store.change(session, () => statement({ due, orderIds, reached }, values));
}

const STATEMENTS: ReadonlyMap<string, Statement> = new Map<string, Statement>([
  ["insert delayed_orders", insertDelayed],
  ["update delayed_orders", endDelayed],
  ["delete delayed_orders", deleteDelayed],
  [
    "select delayed_orders",
    ({ due }) =>
      [...due.delayed.values()]
        .toSorted((a, b) => a.due - b.due || a.takenAt - b.takenAt)
        .map((row) => ({ ...row, command: commandOf(row) })),
  ],
  ["insert failing_settlements", saveSettlement],
  [
    "select failing_settlements",
    ({ due }) =>
      [...due.settlements.values()]
        .toSorted((a, b) => a.first - b.first)
        .map((row) => ({ ...row, command: JSON.parse(row.command) as object })),
  ],
]);

/** Gives the row as it is then: one that was there before stays. */
function insertDelayed(
  { due: { delayed }, reached }: Written,
  values: readonly unknown[],
): readonly object[] {
  const [id, command, takenAt, due, matches] = values as [string, string, number, number, boolean];
  const before = delayed.get(id);
  if (before === undefined) reached("orders delayed");
  const row = before ?? { command, takenAt, due, matches, endedAt: null, reason: null };
  delayed.set(id, row);
  return [{ ...row, command: commandOf(row) }];
}

/** Refusals that say nothing of an order, which must wait on. */
const PASSING: ReadonlySet<string> = new Set([
  "post_only_mode",
  "cancel_only",
  "read_only",
  "exchange_halted",
  "not_accepting",
  "outcome_unknown",
] satisfies RejectionCode[]);

/** An order that the journal has did not end without a match, and none ended for anything but itself. */
function endDelayed({ due: { delayed }, orderIds, reached }: Written, values: readonly unknown[]): [] {
  const [endedAt, reason, id] = values as [number, string, string];
  const row = delayed.get(id);
  if (row === undefined) return [];
  assert.ok(!orderIds.has(commandOf(row).id), `${id} is placed and ends as ${reason}`);
  assert.ok(!PASSING.has(reason), `${id} ends as ${reason}, which says nothing of it`);
  assert.ok(row.reason === null || row.reason === reason, `${id} ends as ${row.reason} and as ${reason}`);
  if (row.reason === null)
    reached(reason === "unmatched" ? "delayed orders unmatched" : "delayed orders refused");
  delayed.set(id, { ...row, endedAt, reason } satisfies DelayedRow);
  return [];
}

/** An order is taken out once the journal has it. */
function deleteDelayed({ due: { delayed }, orderIds, reached }: Written, values: readonly unknown[]): [] {
  const [id] = values as [string];
  const row = delayed.get(id);
  if (row === undefined) return [];
  assert.ok(orderIds.has(commandOf(row).id), `${id} was kept, and is taken out before it is placed`);
  reached("delayed orders placed");
  delayed.delete(id);
  return [];
}

function saveSettlement({ due, reached }: Written, values: readonly unknown[]): [] {
  const { settlements, undone, refusals } = due;
  const [first, last, command, dueAt, endedAt, outcome] = values as [
    number,
    number,
    string,
    number,
    number | null,
    SettlementRow["outcome"],
  ];
  const row = settlements.get(first);
  const isUndone = undone.has(first);
  if (outcome !== null)
    assert.equal(outcome, isUndone ? "failed" : "confirmed", `the end of the settlement of fill ${first}`);
  if (outcome === "confirmed") assertDecided(refusals.get(first), first);
  if (row !== undefined && row.outcome !== null) {
    // A plan that is written late changes nothing.
    assert.ok(outcome === null || outcome === row.outcome, `fill ${first} ends twice`);
    return [];
  }
  if (row === undefined) reached("settlements planned");
  else assert.equal(row.command, command, `the plan for fill ${first} became another one`);
  if (row?.outcome === null && outcome !== null) reached(`settlements ${outcome}`);
  settlements.set(first, { first, last, command, due: dueAt, endedAt, outcome });
  return [];
}

/** Refusals that leave open if the parties of a match can give back what they got. */
const UNDECIDED: ReadonlySet<RejectionCode | undefined> = new Set([
  "not_accepting",
  "outcome_unknown",
  "request_underway",
  undefined,
]);

const assertDecided = (refusal: RejectionCode | undefined, first: number): void =>
  assert.ok(!UNDECIDED.has(refusal), `the match of fill ${first} stands for ${refusal}`);
