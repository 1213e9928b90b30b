/** Durations as text for people. */

/** Writes a number of seconds in its two largest units: `3 h 12 min`. */
export function durationText(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), "d"],
    [Math.floor(seconds / 3600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [Math.floor(seconds) % 60, "s"],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return "0 s";
  return parts
    .slice(first, first + 2)
    .map(([count, name]) => `${count} ${name}`)
    .join(" ");
}
