/** Prints rows under their headings, columns aligned: the first to the left, the rest to the right. */
export function printTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const lines = [headings, ...rows].map((row) => row.map(String));
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  for (const line of lines) {
    const cells = line.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
    );
    console.log(`  ${cells.join("   ")}`);
  }
}

/** Writes a rate per second in millions or thousands: "1.23 M", "456 k". */
export const rateText = (perSecond: number): string =>
  perSecond >= 1e6 ? `${(perSecond / 1e6).toFixed(2)} M` : `${(perSecond / 1e3).toFixed(0)} k`;

export const ratioText = (ratio: number): string => `${ratio.toFixed(ratio < 10 ? 2 : 1)} x`;
