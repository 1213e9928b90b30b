/** JSON for people: a value that fits on a line stands on one. */

const WIDTH = 110;
const INDENT = "  ";

/** Writes a value as JSON with lines of at most 110 characters, where the value allows it. */
export function foldedJson(value: unknown, indent = "", before = ""): string {
  const line = lineOf(value);
  if (typeof value !== "object" || value === null || fits(indent + before + line)) return line;
  const deeper = indent + INDENT;
  const items = Array.isArray(value)
    ? value.map((item) => deeper + foldedJson(item, deeper))
    : Object.entries(value).map(([key, item]) => {
        const name = `${JSON.stringify(key)}: `;
        return deeper + name + foldedJson(item, deeper, name);
      });
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${items.join(",\n")}\n${indent}${close}`;
}

const fits = (line: string): boolean => line.length < WIDTH;

/** Writes a value on one line, with spaces as in code. */
function lineOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(lineOf).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${lineOf(item)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}
