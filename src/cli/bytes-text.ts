/** Amounts of memory for people. */

const UNITS = ["KiB", "MiB", "GiB"] as const;

/** Writes a number of bytes in the largest unit that gives at least one, with a decimal below ten: `1.4 MiB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1_024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  let amount = bytes / 1_024;
  let unit = 0;
  // Rounding may reach the next unit.
  while (Math.round(amount) >= 1_024 && unit < UNITS.length - 1) {
    amount /= 1_024;
    unit += 1;
  }
  return `${amount < 9.95 ? amount.toFixed(1) : Math.round(amount)} ${UNITS[unit]}`;
}
