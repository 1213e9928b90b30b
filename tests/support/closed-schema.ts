/** Schemas that allow no further fields, to find undocumented ones. */

/** Gives the same schema with every object closed. */
export function closed(schema: object): object {
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closedPart(value)]));
  return "properties" in copy ? { ...copy, additionalProperties: false } : copy;
}

function closedPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closedPart);
  return typeof value === "object" && value !== null ? closed(value) : value;
}
