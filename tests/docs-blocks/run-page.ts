/** Runs the blocks of a page as a reader does: writes its files, runs its shell blocks, and compares what they print. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beginningOf, comparable, patternOf } from "../support/compared-output.ts";
import type { DataDirectories } from "../support/presage.ts";
import { until } from "../support/until.ts";
import { isShell } from "./page-blocks.ts";
import type { Block, Page } from "./page-blocks.ts";
import { openExchange } from "./page-exchange.ts";
import type { PageExchange } from "./page-exchange.ts";
import type { Background } from "./shell-session.ts";

/** An output with a line like this is one of a command that fails. */
const SHOWN_ERROR = /^(presage|curl): /m;

/** Line of an output that stands for any lines. */
const ANY_LINES = "…";
/** Characters of a wrong output that are told. */
const LONGEST = 4_000;

type RunningOn = { readonly block: Block; readonly program: Background };

/** Runs all blocks of a page that no other test runs; throws at the first one that does something else than shown. */
export async function runPage(page: Page, directories: DataDirectories): Promise<number> {
  const exchange = await openExchange(page.kind ?? "", directories);
  try {
    return await runBlocks(page, exchange);
  } finally {
    await exchange.close();
  }
}

/** Runs the blocks beside an exchange that is there, and returns how many. */
export async function runBlocks(page: Page, exchange: PageExchange): Promise<number> {
  const runningOn: RunningOn[] = [];
  let count = 0;
  for (const block of page.blocks) {
    const at = `${page.path}:${block.line}`;
    if (block.notRun !== undefined || block.runBy !== undefined) continue;
    if (block.before !== undefined) await runBefore(block.before, at, exchange);
    if (block.file !== undefined) writeFile(exchange, block.file, block.text);
    if (!isShell(block)) continue;
    count += 1;
    if (block.runsOn !== undefined) runningOn.push({ block, program: await startBlock(block, at, exchange) });
    else await runBlock(block, at, exchange);
  }
  for (const { block, program } of runningOn)
    await waitForOutput(program, printedBy(block), `${page.path}:${block.line}`, exchange);
  return count;
}

function writeFile({ folder, toReal }: PageExchange, name: string, text: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, toReal(text));
}

async function runBefore(script: string, at: string, { shell, toReal }: PageExchange): Promise<void> {
  const { code, output } = await shell.run(toReal(script));
  assert.equal(code, 0, `${at}: what comes before failed with ${code}:\n${output}`);
}

const printedBy = ({ output }: Block): readonly string[] | undefined => output?.text.trimEnd().split("\n");

async function runBlock(
  block: Block,
  at: string,
  { shell, toReal, toStandard }: PageExchange,
): Promise<void> {
  const { code, output } = await shell.run(toReal(block.text));
  const printed = toStandard(output);
  const told = `${at}: ended with ${code}, and printed:\n${printed.slice(0, LONGEST)}`;
  const shown = block.output?.text ?? "";
  assert.equal(code !== 0, SHOWN_ERROR.test(shown), told);
  if (block.output === undefined) return;
  if (block.output.language === "json") assertSameJson(printed, shown, told);
  else assert.match(comparable(printed), patternOf(printedBy(block) ?? []), `${told}\ninstead of:\n${shown}`);
}

const indented = (text: string): string => JSON.stringify(JSON.parse(text), undefined, 2);

/** Compares JSON whatever its blanks. */
function assertSameJson(printed: string, shown: string, told: string): void {
  const lines = indented(shown).split("\n");
  assert.match(comparable(`${indented(printed)}\n`), patternOf(lines), `${told}\ninstead of:\n${shown}`);
}

/** Starts a program that runs on, and waits for its output, or for the first line of one that prints the others later. */
async function startBlock(block: Block, at: string, exchange: PageExchange): Promise<Background> {
  const program = await exchange.shell.start(exchange.toReal(block.text));
  const lines = printedBy(block);
  await waitForOutput(program, block.runsOn === "later" ? lines?.slice(0, 1) : lines, at, exchange);
  return program;
}

/** Waits until the output of a program begins as it is shown. */
async function waitForOutput(
  program: Background,
  lines: readonly string[] | undefined,
  at: string,
  { toStandard }: PageExchange,
): Promise<void> {
  if (lines === undefined) return;
  const beginning = beginningOf(lines);
  const printed = (): string => comparable(toStandard(program.output()));
  const begins = (): boolean => beginning.test(printed());
  const isOther = (): boolean => !lines.includes(ANY_LINES) && printed().split("\n").length > lines.length;
  await until(`${at} has printed its output`, () => begins() || isOther() || program.hasEnded());
  assert.ok(
    begins(),
    `${at}: printed:\n${toStandard(program.output()).slice(0, LONGEST)}\ninstead of:\n${lines.join("\n")}`,
  );
}
