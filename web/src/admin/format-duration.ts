/** Durations in the words of the console. */

const UNITS = [
  ["days", 86_400],
  ["hours", 3_600],
  ["minutes", 60],
  ["seconds", 1],
] as const;

type UnitNames = Readonly<Record<(typeof UNITS)[number][0], string>>;

/** Formats a duration in its two largest units, such as "3 h 12 min". */
export function formatDuration(seconds: number, count: (value: number) => string, names: UnitNames): string {
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  const shown = UNITS.slice(first === -1 ? UNITS.length - 1 : first).slice(0, 2);
  let left = seconds;
  const parts = shown.map(([name, size]) => {
    const whole = Math.floor(left / size);
    left -= whole * size;
    return `${count(whole)} ${names[name]}`;
  });
  return parts.join(" ");
}
