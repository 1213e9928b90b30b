/** The shape of a JSON value: its fields, and what kind of value each has. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? "list" : [shapeOf(value[0])];
  if (value === null) return "nothing";
  if (typeof value !== "object") return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]));
}
