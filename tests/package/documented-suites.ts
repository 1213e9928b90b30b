/** The suites of the pages on testing: their files, and the commands that run them. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

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

const pageOf = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");

/** Writes the files of a page: blocks that begin with the name of their file. */
export function writeDocumentedFiles(folder: string, runner: Runner): void {
  const blocks = pageOf(SUITES[runner]).matchAll(/^```\w+\n(?:\/\/|#) (\S+\.\w+)\n([^]*?)^```$/gm);
  for (const [, name = "", text = ""] of blocks) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** Lists the commands of a page that run its suite; those that install are left out. */
export const listSuiteCommands = (runner: Runner): string[] =>
  [...pageOf(SUITES[runner]).matchAll(/(?<=^```sh\n)[^]*?(?=\n```$)/gm)]
    .flatMap(([text]) => text.split("\n"))
    .filter((command) => !/^(npm|pip) install /.test(command));

/** Lists the commands of the workflow that run suites. */
export const listWorkflowCommands = (): string[] =>
  [...pageOf(WORKFLOW).matchAll(/(?<=^ +- run: ).+$/gm)]
    .map(([command]) => command)
    .filter((command) => !/^(npm ci|pip install )/.test(command));
