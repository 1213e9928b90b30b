/** Examples cut to what a reader needs to see: the first entries of lists, the first lines of texts. */

/** Most entries of a list of values without fields. */
const PLAIN_ENTRIES = 3;
/** Entries of a list of objects that stand if both of them are short. */
const SHORT_ENTRIES = 2;
const SHORT_CHARACTERS = 240;
/** Most lines of a text that is not JSON. */
const LINES = 12;

/** Cuts lists at every depth; an object stays whole. */
export function shortened(value: unknown): unknown {
  if (typeof value === "string") return firstLines(value);
  if (Array.isArray(value)) return firstEntries(value).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shortened(field)]));
}

const firstEntries = (list: readonly unknown[]): readonly unknown[] => {
  if (list.every((entry) => typeof entry !== "object" || entry === null)) return list.slice(0, PLAIN_ENTRIES);
  const two = list.slice(0, SHORT_ENTRIES).map(shortened);
  return JSON.stringify(two).length <= SHORT_CHARACTERS ? two : two.slice(0, 1);
};

function firstLines(text: string): string {
  const lines = text.split("\n");
  return lines.length <= LINES ? text : `${lines.slice(0, LINES).join("\n")}\n`;
}
