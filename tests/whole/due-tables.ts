/**
 * The tables of orders that wait for their match, and of settlements that fail, in the simulated store. They check by
 * themselves, against the journal, that each order and each settlement is decided once.
 */
import assert from "node:assert/strict";
import type { Command, PlaceOrder } from "../../src/core/events/command.ts";
import type { RejectionCode } from "../../src/core/rejection.ts";
import type { DelayedOrders } from "../../src/engine/sandbox/delayed-orders.ts";
import type { OnceOutcome } from "../../src/engine/repeats/entry.ts";
import type { Settlements } from "../../src/engine/sandbox/settlements.ts";
import type { Batch } from "../../src/store/journal/journal.ts";
import type { DelayedOrder } from "../../src/store/sandbox/delayed-orders.ts";

export type DelayedRow = {
  /** The command as JSON, in which lies its id. */
  readonly command: string;
  readonly takenAt: number;
  readonly due: number;
  readonly matches: boolean;
  readonly endedAt: number | null;
  readonly reason: string | null;
};

export type SettlementRow = {
  readonly first: number;
  readonly last: number;
  readonly command: string;
  readonly due: number;
  readonly endedAt: number | null;
  readonly outcome: "failed" | "confirmed" | null;
};

export type DueTables = {
  /** Orders by the ends of their ids, which the statements name. */
  readonly delayed: Map<string, DelayedRow>;
  /** Settlements by their first fills. */
  readonly settlements: Map<number, SettlementRow>;
  /** Fills that the journal has undone. */
  readonly undone: Set<number>;
  /** Codes of the latest refusals to undo a settlement, by its first fill. */
  readonly refusals: Map<number, RejectionCode>;
};

export const createDueTables = (): DueTables => ({
  delayed: new Map(),
  settlements: new Map(),
  undone: new Set(),
  refusals: new Map(),
});

export const endOf = (id: string): string => id.slice(2);

export const commandOf = ({ command }: DelayedRow): PlaceOrder => JSON.parse(command);

type StoredEvent = {
  readonly type: string;
  readonly order?: number | { readonly id: string };
  readonly undone?: readonly (readonly [no: number, ...terms: unknown[]])[];
};

/** Checks a batch as it is written: no order that ended is placed, and no match is undone twice, or without its plan. */
export function checkDueWork({ delayed, settlements, undone }: DueTables, { events, seq }: Batch): void {
  const stored: readonly StoredEvent[] = JSON.parse(events);
  for (const { type, order, undone: fills } of stored) {
    if (type === "order-placed" && typeof order === "object") {
      const row = delayed.get(endOf(order.id));
      assert.equal(row?.reason ?? null, null, `${order.id} ended unmatched and is placed in batch ${seq}`);
      assert.ok(row?.matches ?? true, `${order.id} must not match and is placed in batch ${seq}`);
    }
    if (type !== "settlement-failed") continue;
    const numbers = (fills ?? []).map(([no]) => no);
    const plan = settlements.get(Math.min(...numbers));
    assert.ok(plan !== undefined, `fills ${numbers.join()} are undone without a plan in batch ${seq}`);
    assert.equal(plan.outcome, null, `a settlement that was ${plan.outcome} fails in batch ${seq}`);
    assert.equal(plan.last, Math.max(...numbers), `fills ${numbers.join()} are not those of the plan`);
    for (const no of numbers) {
      assert.ok(!undone.has(no), `fill ${no} is undone a second time in batch ${seq}`);
      undone.add(no);
    }
  }
}

/** The tables and the ids of all orders in the journal. */
type KeptAndPlaced = { readonly due: DueTables; readonly orderIds: ReadonlySet<string> };

/** Checks that a command of the process itself is due, and that nobody was told of its end. */
export function checkOwnCommand(
  { due: { delayed, settlements }, orderIds }: KeptAndPlaced,
  command: Command,
  now: number,
): void {
  if (command.type !== "place-order" && command.type !== "fail-settlement") return;
  const delayedRow = command.type === "place-order" ? delayed.get(endOf(command.id)) : undefined;
  const plan =
    command.type === "place-order"
      ? undefined
      : settlements.get(Math.min(...command.fills.map(({ no }) => no)));
  const row = delayedRow ?? plan;
  const end = delayedRow?.reason ?? plan?.outcome;
  assert.ok(end === undefined || end === null, `${command.type} comes again after its end, ${end}`);
  const isPlaced = command.type === "place-order" && orderIds.has(command.id);
  assert.ok(row !== undefined || isPlaced, `${command.type} comes of itself, and was never kept`);
  const due = row?.due ?? 0;
  assert.ok(due <= now, `${command.type} of ${due} is carried out at ${now}`);
}

/** Notes the code of the refusal to undo a settlement. */
export function noteRefusal({ refusals }: DueTables, command: Command, outcome: OnceOutcome): void {
  if (command.type === "fail-settlement" && outcome.type === "rejected")
    refusals.set(Math.min(...command.fills.map(({ no }) => no)), outcome.rejection.code);
}

/** Checks the answer to one who asked for an order with a delay: it is kept, or it is placed. */
export function checkDelayed(
  { due: { delayed }, orderIds }: KeptAndPlaced,
  { id }: PlaceOrder,
  order: DelayedOrder | undefined,
): void {
  const row = delayed.get(endOf(id));
  if (order?.ended !== undefined) {
    assert.equal(row?.reason, order.ended.reason, `${id} is said to have ended`);
    assert.ok(!orderIds.has(id), `${id} is said to have ended, and is placed`);
  } else if (order !== undefined)
    assert.ok(row !== undefined || orderIds.has(id), `${id} is said to be delayed, and is not kept`);
}

/** Checks that the registers in memory are what the tables say. */
export function compareRegisters({ delayed, settlements }: DueTables, memory: Registers): void {
  for (const row of delayed.values()) {
    const { id } = commandOf(row);
    const found = memory.delayedOrders.find(id);
    assert.equal(found?.ended?.reason ?? null, row.reason, `the end of ${id} in memory`);
    assert.equal(found?.due, row.due, `the time of ${id} in memory`);
  }
  const failed: number[] = [];
  for (const { first, last, outcome } of settlements.values())
    for (let no = first; no <= last; no += 1) {
      const found = memory.settlements.find(no);
      assert.equal(found?.first, first, `the settlement of fill ${no} in memory`);
      assert.equal(
        found?.ended?.outcome ?? null,
        outcome,
        `the end of the settlement of fill ${no} in memory`,
      );
      if (outcome === "failed") failed.push(no);
    }
  const told = [...memory.settlements.listFailed()].sort((a, b) => a - b);
  assert.deepEqual(
    told,
    failed.sort((a, b) => a - b),
    "fills whose settlement failed, in memory",
  );
}

type Registers = {
  readonly delayedOrders: Pick<DelayedOrders, "find">;
  readonly settlements: Pick<Settlements, "find" | "listFailed">;
};
