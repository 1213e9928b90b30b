/** Public events before they have their place in the journal. */
import type { EventData, EventType } from "./public-event.ts";

/** The wallets and markets that an event concerns, and its data. */
export type DraftOf<T extends EventType> = {
  readonly type: T;
  readonly wallets: string[];
  readonly markets: string[];
  readonly data: EventData<T>;
};

export type EventDraft = { [T in EventType]: DraftOf<T> }[EventType];

/** Drafts of a stored event by their places after its first one; a place may stay empty. */
export type Drafts = readonly (EventDraft | undefined)[];

/** The values without repetition. */
export const once = (values: readonly string[]): string[] => [...new Set(values)];

export const timeText = (at: number): string => new Date(at).toISOString();
