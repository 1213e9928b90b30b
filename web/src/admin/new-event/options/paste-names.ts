/** Names of options pasted as a list, one a line. */
import { MAX_OPTIONS } from "../event-draft.ts";

/** The names in a pasted text; `undefined` where it is a single line, which a field takes as it is. */
export function namesIn(text: string): readonly string[] | undefined {
  const names = text.split(/[\r\n]+/).map((line) => line.replaceAll(/\s+/g, " ").trim());
  const filled = names.filter((name) => name !== "");
  return filled.length > 1 ? filled : undefined;
}

export type PastedNames = {
  /** Names for the option that they were pasted into, and for those right after it that have none. */
  readonly filled: readonly string[];
  /** Names of options to add after these. */
  readonly added: readonly string[];
  /** Names for which an event has no place. */
  readonly left: readonly string[];
};

/** Places names that are pasted into the option at `index`, by the names that the options have. */
export function placeNames(names: readonly string[], index: number, labels: readonly string[]): PastedNames {
  const next = labels.findIndex((label, at) => at > index && label !== "");
  const places = (next === -1 ? labels.length : next) - index;
  const room = places + MAX_OPTIONS - labels.length;
  return {
    filled: names.slice(0, places),
    added: names.slice(places, room),
    left: names.slice(room),
  };
}
