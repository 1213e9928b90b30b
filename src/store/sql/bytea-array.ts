/**
 * Returns an array of bytea for a statement, from hexadecimal texts. It is one value, since the planner might join a
 * subquery by a scan of the whole table.
 */
export const byteaArray = (hex: readonly string[]): string =>
  `{${hex.map((digits) => `"\\\\x${digits}"`).join(",")}}`;
