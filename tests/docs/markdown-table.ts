/** Tables of the pages in docs, as the formatter writes them: every column as wide as its widest cell. */

export type Cells = readonly string[];

export function markdownTable(head: Cells, rows: readonly Cells[]): string {
  const escaped = [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = head.map((_, column) => Math.max(...escaped.map((cells) => cells[column]!.length)));
  const line = (cells: Cells): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  const [first, ...others] = escaped.map(line);
  return [first, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...others].join("\n");
}
