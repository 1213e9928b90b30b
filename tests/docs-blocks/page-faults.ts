/** Faults of pages against the convention of blocks, and blocks that their languages do not take. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { parseAllDocuments } from "yaml";
import { isShell, readPage, ROOT } from "./page-blocks.ts";
import type { Block, Page } from "./page-blocks.ts";
import { EXCHANGES, RUNNERS } from "./runners.ts";

const SHELLS = ["sh", "bash", "console"];
const PROGRAMS = ["js", "ts", "python"];
/** Languages whose blocks are run. */
const RUNNABLE: ReadonlySet<string> = new Set([...SHELLS, ...PROGRAMS]);
const LEAST_WORDS_OF_REASON = 3;
/** Command that fetches the registry's package of this name where none is installed. */
const STRANGER = /\bnpx +(?:(?:-y|--yes|--) +)*presage\b/;

/** True for a page whose blocks this folder runs. */
export const isRunHere = ({ kind }: Page): boolean => kind !== undefined && Object.hasOwn(EXCHANGES, kind);

const isRunnable = ({ language }: Block): boolean => RUNNABLE.has(language);

/** Lists the faults of a page against the convention. */
export function faultsOf(page: Page): string[] {
  if (page.kind === undefined)
    return page.blocks.some(isRunnable) ? [`${page.path}:2: expected <!-- blocks: … -->, got none`] : [];
  const at = ({ line }: Block, text: string): string => `${page.path}:${line}: ${text}`;
  const original = ORIGINAL.exec(page.kind)?.[1];
  return [
    ...(original === undefined
      ? nameFaults(page, page.kind).map((text) => `${page.path}:2: ${text}`)
      : translationFaults(page, original)),
    ...page.blocks.flatMap((block) => blockFaults(page, block).map((text) => at(block, text))),
  ];
}

/** Kind of a translated page, which has the blocks of the page that it names; nothing runs them a second time. */
const ORIGINAL = /^as (\S+)$/;

/** Faults of a translated page: its blocks are those of the original in their order. */
function translationFaults({ path, blocks }: Page, name: string): string[] {
  const original = `docs/${name}`;
  if (!existsSync(join(ROOT, original))) return [`${path}:2: expected a page below docs, got ${name}`];
  const { blocks: expected } = readPage(original);
  const other = expected.find((block, index) => {
    const got = blocks[index];
    return got !== undefined && (got.language !== block.language || got.text !== block.text);
  });
  if (other !== undefined) {
    const { line } = blocks[expected.indexOf(other)] ?? other;
    return [`${path}:${line}: expected the block of ${original}:${other.line}, got another`];
  }
  return blocks.length === expected.length
    ? []
    : [`${path}:2: expected the ${expected.length} blocks of ${original}, got ${blocks.length}`];
}

/** True for a test file that names a page of `docs`, as a path or as the parts of one. */
export const namesPage = (file: string, page: string): boolean =>
  readFileSync(join(ROOT, file), "utf8").replaceAll('", "', "/").includes(page);

/** Faults of a name: an unknown one, and one of a test that does not know the page. */
function nameFaults({ path }: Page, name: string): string[] {
  if (Object.hasOwn(EXCHANGES, name)) return [];
  const runner = Object.hasOwn(RUNNERS, name) ? RUNNERS[name] : undefined;
  if (runner === undefined)
    return [
      `expected one of ${[...Object.keys(EXCHANGES), ...Object.keys(RUNNERS)].join(", ")}, got ${name}`,
    ];
  const naming = path.replace(/^docs\//, "");
  const knows = runner.files.some((file) => namesPage(file, naming));
  return knows
    ? []
    : [`expected a file of ${name} to name ${naming}, got none in ${runner.files.join(", ")}`];
}

function blockFaults(page: Page, block: Block): string[] {
  const { language, text, notRun, runBy, runsOn } = block;
  const faults = runBy === undefined ? [] : nameFaults(page, runBy);
  if (runBy !== undefined && Object.hasOwn(EXCHANGES, runBy)) faults.push(`${runBy} is no other test`);
  if (language === "console") faults.push("expected sh and then text with the output, got console");
  if (isShell(block) && /^\s*\$ /m.test(text)) faults.push("expected a command without a prompt, got `$ `");
  if (isShell(block) && STRANGER.test(text))
    faults.push("expected `npx --no -- presage`, got `npx presage`, which fetches a stranger's package");
  if (notRun !== undefined && notRun.split(/\s+/).length < LEAST_WORDS_OF_REASON)
    faults.push(`expected a reason of at least three words, got "${notRun}"`);
  if (runsOn !== undefined && !isShell(block)) faults.push(`expected sh that runs on, got ${language}`);
  if (isRunHere(page) && notRun === undefined && runBy === undefined) faults.push(...unusedFile(page, block));
  return faults;
}

/** Faults of a program that no shell block runs. */
function unusedFile(page: Page, block: Block): string[] {
  const { language, file } = block;
  if (!PROGRAMS.includes(language)) return [];
  if (file === undefined)
    return [`expected a comment with the file's name in the first line of ${language}, got none`];
  const name = basename(file);
  const others = page.blocks.filter((one) => one !== block && one.notRun === undefined);
  const stem = name.replace(/\.\w+$/, "");
  const uses = others.some(({ text }) => text.includes(name) || text.includes(stem));
  return uses ? [] : [`expected a block that runs ${file}, got none`];
}

/** Lists the blocks of a page that do not parse in their language; Python is asked for all pages at once. */
export function syntaxFaultsOf({ path, blocks }: Page): string[] {
  return blocks.flatMap(({ language, text, line }) => {
    try {
      if (language === "json") JSON.parse(text);
      if (language === "yaml")
        for (const fault of parseAllDocuments(text).flatMap(({ errors }) => errors)) throw fault;
      if (language === "js" || language === "ts") parseAst(text, { lang: language });
      return [];
    } catch (error) {
      return [`${path}:${line}: ${language}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
}

const COMPILE = `
import ast, json, sys
for name, text, is_file in json.load(sys.stdin):
    try:
        compile(text, name, "exec", 0 if is_file else ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    except SyntaxError as error:
        print(f"{name}: python: {error}")
`;

/** Lists the blocks in Python that do not compile; `undefined` on a machine without Python. */
export function pythonFaultsOf(pages: readonly Page[]): string[] | undefined {
  const programs = pages.flatMap(({ path, blocks }) =>
    blocks
      .filter(({ language }) => language === "python")
      .map(({ line, text, file }) => [`${path}:${line}`, text, file !== undefined] as const),
  );
  const { error, status, stdout, stderr } = spawnSync("python3", ["-c", COMPILE], {
    input: JSON.stringify(programs),
    encoding: "utf8",
  });
  if (error !== undefined) return undefined;
  if (status !== 0) throw new Error(stderr);
  return stdout.split("\n").filter((line) => line !== "");
}
