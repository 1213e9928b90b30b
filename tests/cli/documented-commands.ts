/** Commands of a page, with the output that it shows for them. */
import { readFileSync } from "node:fs";

export type Documented = {
  readonly command: string;
  /** Lines of the page that the command takes. */
  readonly shown: number;
  readonly printed: readonly string[];
  /** Exports before it in its session. */
  readonly exported: readonly string[];
};

const pageOf = (page: string): string => readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8");

/** Lists the commands of all terminal sessions of a page, in its order. */
export function sessionsOf(page: string): Documented[] {
  const blocks = [...pageOf(page).matchAll(/^```console\n([^]*?)^```$/gm)].map(([, block]) => block ?? "");
  return blocks.flatMap(commandsOf);
}

/** End of a line of a command that goes on in the next one. */
const CONTINUED = " \u0000";

/** Lists the commands of a terminal session. */
export function commandsOf(session: string): Documented[] {
  const shown = session
    .split(/^\$ /m)
    .slice(1)
    .map((text) => text.trimEnd().replaceAll("\\\n", CONTINUED).split("\n"));
  const isExport = ([command = ""]: readonly string[]): boolean => command.startsWith("export ");
  return shown.flatMap(([command = "", ...printed], index) => {
    const exported = shown.slice(0, index).filter(isExport).flat();
    const lines = command.split(CONTINUED);
    const documented = { command: lines.join(" "), shown: lines.length, printed, exported };
    return isExport([command]) ? [] : [documented];
  });
}

export type Block = {
  /** Language of the fence: console, text, sh. */
  readonly kind: string;
  readonly lines: readonly string[];
};

/** Lists all blocks of a page that stand between fences. */
export const blocksOf = (page: string): Block[] =>
  [...pageOf(page).matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, kind = "", text = ""]) => ({
    kind,
    lines: text.trimEnd().split("\n"),
  }));

/** Gives the script that follows these words on the page. */
export function scriptAfter(page: string, words: string): string {
  const text = pageOf(page);
  const [, script = ""] = /```sh\n([^]*?)^```$/m.exec(text.slice(text.indexOf(words))) ?? [];
  return script;
}
