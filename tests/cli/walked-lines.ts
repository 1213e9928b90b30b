/** The lines of a page between fences: those that a walk runs and compares, and why it leaves out the others. */
import { blocksOf, commandsOf } from "./documented-commands.ts";
import type { Documented } from "./documented-commands.ts";

/** Reasons to leave out a command, or a block that has none, by what its lines say. */
export type Reasons = readonly (readonly [lines: RegExp, reason: string])[];

export type WalkedLines = {
  /** Numbers of lines: of all blocks, and of those that are walked. */
  readonly all: number;
  readonly walked: number;
  /** Numbers of lines that are left out, by reason. */
  readonly left: ReadonlyMap<string, number>;
  /** First lines of what is neither walked nor left out for a reason. */
  readonly unexplained: readonly string[];
  /** Reasons for nothing that the page has. */
  readonly unused: readonly string[];
};

type Part = { readonly lines: readonly string[]; readonly size: number; readonly walked: boolean };

export type Walk = {
  readonly page: string;
  readonly isWalked: (documented: Documented) => boolean;
  /** Tells of a block without commands, or of another kind, whether it is walked. */
  readonly isRun: (lines: readonly string[]) => boolean;
  readonly reasons: Reasons;
};

export function countWalked({ page, isWalked, isRun, reasons }: Walk): WalkedLines {
  const parts = blocksOf(page).flatMap(({ kind, lines }): Part[] => {
    const commands = kind === "console" ? commandsOf(lines.join("\n")) : [];
    if (commands.length === 0) return [{ lines, size: lines.length, walked: isRun(lines) }];
    return commands.map((one) => ({
      lines: [one.command, ...one.printed],
      size: one.shown + one.printed.length,
      walked: isWalked(one),
    }));
  });
  const left = new Map<string, number>();
  const unexplained: string[] = [];
  for (const { lines, size } of parts.filter(({ walked }) => !walked)) {
    const reason = reasons.find(([says]) => says.test(lines.join("\n")))?.[1];
    if (reason === undefined) unexplained.push(lines[0] ?? "");
    else left.set(reason, (left.get(reason) ?? 0) + size);
  }
  const sizeOf = (some: readonly Part[]): number => some.reduce((sum, { size }) => sum + size, 0);
  return {
    all: sizeOf(parts),
    walked: sizeOf(parts.filter(({ walked }) => walked)),
    left,
    unexplained,
    unused: reasons.map(([, reason]) => reason).filter((reason) => !left.has(reason)),
  };
}
