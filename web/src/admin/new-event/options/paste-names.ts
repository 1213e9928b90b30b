/** Parses option names pasted as a list, one per line. */
import { MAX_OPTIONS } from "../event-draft.ts";

/** Lists the names in a pasted text; `undefined` for a single line, which the field takes unchanged. */
export function parseNames(text: string): readonly string[] | undefined {
  const names = text.split(/[\r\n]+/).map((line) => line.replaceAll(/\s+/g, " ").trim());
  const filled = names.filter((name) => name !== "");
  return filled.length > 1 ? filled : undefined;
}

export type PastedNames = {
  /** Names for the option pasted into, and for unnamed options directly after it. */
  readonly filled: readonly string[];
  /** Names of options to add after the filled ones. */
  readonly added: readonly string[];
  /** Names beyond the maximum number of options. */
  readonly left: readonly string[];
};

/** Distributes names pasted into the option at `index`. `labels` are the current names of all options. */
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
