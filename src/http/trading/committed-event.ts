/** Finds the event of a type in a command that was carried out. */
import type { Event, EventOf } from "../../core/event.ts";

/** The event of a type that the command must have had. */
export function eventOf<T extends Event["type"]>(
  { events }: { readonly events: readonly Event[] },
  type: T,
): EventOf<T> {
  const found = events.find((event): event is EventOf<T> => event.type === type);
  if (found === undefined) throw new Error(`a command was committed without its event: ${type}`);
  return found;
}
