/** The pages on testing: their suites with the commands of each, and the workflow that runs suites in a checkout. */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isShell, readPage } from "../docs-blocks/page-blocks.ts";
import type { Block } from "../docs-blocks/page-blocks.ts";
import { readWorkflow } from "../support/workflow.ts";
import type { Workflow } from "../support/workflow.ts";

/** Runners of tests, by the page of each. */
export const SUITES = {
  "node:test": "start/testing-node.md",
  vitest: "start/testing-vitest.md",
  Jest: "start/testing-jest.md",
  pytest: "start/testing-pytest.md",
} as const;

export type Runner = keyof typeof SUITES;

/** Page whose workflow runs suites of the others. */
const WORKFLOW = "start/testing-github-actions.md";

/** Names of tests, as readers have their own. */
const TESTS = /\.(test|spec|jest)\.\w+$|^test_\w+\.py$/;

const blocksOf = (name: string): readonly Block[] => readPage(`docs/${name}`).blocks;

/** Writes the files of a page: blocks that begin with the name of their file. Gives their names. */
export function writeDocumentedFiles(folder: string, runner: Runner): readonly string[] {
  return blocksOf(SUITES[runner]).flatMap(({ file, text }) => {
    if (file === undefined) return [];
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return [file];
  });
}

/** Lists the commands of a page that install what its suite needs, and those that run the suite. */
export function listSuiteCommands(runner: Runner): { readonly installs: string[]; readonly runs: string[] } {
  const commands = blocksOf(SUITES[runner])
    .filter(isShell)
    .flatMap(({ text }) => text.trim().split("\n"));
  return {
    installs: commands.filter((command) => command.startsWith("npm install ")),
    runs: commands.filter((command) => !command.startsWith("npm install ")),
  };
}

/** Reads the workflow of the page. */
export function readDocumentedWorkflow(): Workflow {
  const [block, ...others] = blocksOf(WORKFLOW).filter(({ file }) => file?.startsWith(".github/workflows/"));
  assert.ok(block !== undefined && others.length === 0, `${WORKFLOW}: expected one workflow`);
  return readWorkflow(block.text);
}

const namesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

/** Lists the files that the page has readers commit, beside their tests. */
function listCommitted(): readonly string[] {
  const { text } = readPage(`docs/${WORKFLOW}`);
  const rows = Object.values(SUITES).map((page) => {
    const [, files] =
      new RegExp(`^\\| \\[.+\\]\\(${page.replace("start/", "")}\\) *\\|(.+)\\|$`, "m").exec(text) ?? [];
    assert.ok(files !== undefined, `${WORKFLOW}: no row of ${page}`);
    return files;
  });
  const [sentence] = /\bcommit `[^`]+`(?:(?:, | and )`[^`]+`)*/i.exec(text) ?? [];
  assert.ok(sentence !== undefined, `${WORKFLOW}: no sentence that names files to commit`);
  return [sentence, ...rows].flatMap(namesIn);
}

/** Makes the checkout of a repository to which a reader has committed what the page names, and the tests of the pages. */
export function checkOut(from: string, to: string, written: readonly string[]): void {
  for (const file of [...listCommitted(), ...written.filter((name) => TESTS.test(name))])
    cpSync(join(from, file), join(to, file));
}
