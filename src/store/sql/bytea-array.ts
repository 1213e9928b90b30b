/**
 * An array of bytea for a statement, of hexadecimal texts: as one value, since the planner might join a subquery by a
 * scan of the whole table.
 */
export const byteaArray = (hex: readonly string[]): string =>
  `{${hex.map((digits) => `"\\\\x${digits}"`).join(",")}}`;
