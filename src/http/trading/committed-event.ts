/** Finds the event of a type among the events of a committed command. */
import type { Event, EventOf } from "../../core/event.ts";

/** Returns the event of this type; throws if the command has none. */
export function eventOf<T extends Event["type"]>(
  { events }: { readonly events: readonly Event[] },
  type: T,
): EventOf<T> {
  const found = events.find((event): event is EventOf<T> => event.type === type);
  if (found === undefined) throw new Error(`a command was committed without its event: ${type}`);
  return found;
}
