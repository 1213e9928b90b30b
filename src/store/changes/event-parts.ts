/** Batches cut into stored events with few public ones each: an event that completes a million orders is cut by orders. */
import type { StoredEvent } from "../../core/event-codec.ts";
import type { ChangePosition } from "./change-position.ts";
import { countPlaces } from "./draft-events.ts";
import type { JournalBatch } from "./journal-batches.ts";

export type EventPart = {
  readonly batch: Pick<JournalBatch, "seq" | "at" | "hash">;
  /** Index of the stored event in its batch. */
  readonly place: number;
  /** Index of the first of its public events. */
  readonly index: number;
  readonly stored: StoredEvent;
};

/** A part, or the end of a batch without one, and the cursor after it. */
export type CutPart = { readonly part?: EventPart; readonly next: ChangePosition };

const LONGEST_PART = 500;

export function* cutBatches(batches: readonly JournalBatch[]): Generator<CutPart> {
  for (const batch of batches) yield* cutBatch(batch);
}

function* cutBatch({ seq, at, hash, events }: JournalBatch): Generator<CutPart> {
  const stored: StoredEvent[] = JSON.parse(events);
  let index = 0;
  for (const [place, event] of stored.entries())
    for (const piece of cutEvent(event)) {
      const part = { batch: { seq, at, hash }, place, index, stored: piece };
      index += countPlaces(piece);
      yield { part, next: { seq, index, hash } };
    }
  yield { next: { seq: seq + 1, index: 0, hash } };
}

function* cutEvent(event: StoredEvent): Generator<StoredEvent> {
  if (event.type === "orders-canceled") for (const orders of cut(event.orders)) yield { ...event, orders };
  else if (event.type === "prices-recorded")
    for (const midpoints of cut(event.midpoints)) yield { ...event, midpoints };
  else yield event;
}

function* cut<Item>(items: readonly Item[] = []): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += LONGEST_PART) yield items.slice(at, at + LONGEST_PART);
}
