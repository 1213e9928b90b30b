/** Positions in the queue that wait to be sent on one connection: the latest of each order. */
import type { Order } from "../../core/state.ts";
import type { OrderPosition } from "./queue-positions.ts";

export type WaitingPositions = {
  /** Adds positions, in place of earlier ones of the same orders; they are sent after the batch `seq`. */
  add(positions: readonly OrderPosition[], seq: number): void;
  /** Tells whether any is to be sent before the batch `next`; before no batch, all are. */
  areDue(next: number | undefined): boolean;
  /** Takes positions that are to be sent before the batch `next`, the first ones, at most `count`. */
  take(count: number, next: number | undefined): OrderPosition[];
  count(): number;
  clear(): void;
};

export function createWaitingPositions(): WaitingPositions {
  /** Positions in the order of their batches. */
  const waiting = new Map<Order, { readonly position: OrderPosition; readonly seq: number }>();
  const isDue = (seq: number, next: number | undefined): boolean => next === undefined || seq < next;
  return {
    add(positions, seq) {
      for (const position of positions) {
        waiting.delete(position.order);
        waiting.set(position.order, { position, seq });
      }
    },
    areDue(next) {
      const [first] = waiting.values();
      return first !== undefined && isDue(first.seq, next);
    },
    take(count, next) {
      const due: OrderPosition[] = [];
      for (const [order, { position, seq }] of waiting) {
        if (due.length === count || !isDue(seq, next)) break;
        waiting.delete(order);
        due.push(position);
      }
      return due;
    },
    count: () => waiting.size,
    clear: () => waiting.clear(),
  };
}
