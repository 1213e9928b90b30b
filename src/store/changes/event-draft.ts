/** Public events before they have a position in the journal. */
import type { EventData, EventType } from "./public-event.ts";

/** Wallets and markets that an event concerns, and its data. */
export type DraftOf<T extends EventType> = {
  readonly type: T;
  readonly wallets: string[];
  readonly markets: string[];
  readonly data: EventData<T>;
};

export type EventDraft = { [T in EventType]: DraftOf<T> }[EventType];

/** Drafts of a stored event by their offset from its first one; a slot may be empty. */
export type Drafts = readonly (EventDraft | undefined)[];

/** Removes duplicate values. */
export const once = (values: readonly string[]): string[] => [...new Set(values)];

export const timeText = (at: number): string => new Date(at).toISOString();
