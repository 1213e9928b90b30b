/**
 * The commands of the pages on installing, each with the test that runs it, or the reason for which none does. A test takes all that are
 * its own from here, so that a command that a page gains is run or named.
 */
import { readFileSync } from "node:fs";

/** Tests by the program that starts them: `npm run test:` and the name, or for shell `npm run test:deep`. */
export type Runner = "shell" | "package" | "container" | "deploy";

const PAGES = [
  "start/install.md",
  "operating/install-container.md",
  "operating/install-systemd.md",
  "operating/install-kubernetes.md",
];

/** Commands by their beginnings, with the test that runs them. */
const RUN_BY: readonly (readonly [begins: RegExp, runner: Runner])[] = [
  [/^npm install |^npx --no -- presage start$/, "package"],
  [/^docker (run|exec) /, "container"],
  [/^helm install /, "deploy"],
  [/^(TOKEN=|echo |printf |npm run --silent sbom )/, "shell"],
];

const LEFT_OUT: readonly (readonly [begins: RegExp, reason: string])[] = [
  [/^npm (ci|start)$/, "is what this clone was made with, and the tests of presage start start it"],
  [/^npm pack$/, "npm run test:package begins with it, in this clone"],
  [/^(cd|mkdir) /, "goes to folders of the reader; npm run test:package makes its own"],
  [/ --free-ports /, "runs until it is stopped; the tests of presage start start it so"],
  [/^docker build /, "pulls base images; npm run test:container builds the same file on bases of its own"],
  [/^docker compose /, "takes a daemon of Docker; npm run test:deploy has a client read compose.yaml"],
  [
    /^(cp deploy\/presage\.socket |systemctl )/,
    "takes a machine that systemd runs; npm run test:deploy verifies the units",
  ],
  [/^kubectl /, "takes a cluster"],
];

export type InstallCommand = {
  readonly command: string;
  readonly runner: Runner | undefined;
  /** Reason for which nothing runs it; `undefined` where something does, or where none is known. */
  readonly reason: string | undefined;
};

/** Lists the commands of the pages' shell blocks, in their order, with lines that go on made one. */
export function listInstallCommands(): readonly InstallCommand[] {
  const pages = PAGES.map((name) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8"));
  const blocks = [...pages.join("\n").matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = ""]) => block);
  const commands = blocks.flatMap((block) =>
    block
      .replaceAll(/\s*\\\n\s*/g, " ")
      .trim()
      .split("\n"),
  );
  return commands.map((command) => ({
    command,
    runner: RUN_BY.find(([begins]) => begins.test(command))?.[1],
    reason: LEFT_OUT.find(([begins]) => begins.test(command))?.[1],
  }));
}

/** Lists the commands that a test runs. */
export const commandsRunBy = (runner: Runner): readonly string[] =>
  listInstallCommands().flatMap((one) => (one.runner === runner ? [one.command] : []));

/** Reasons and runners for which the pages have no command. */
export function listUnused(): readonly string[] {
  const commands = listInstallCommands().map(({ command }) => command);
  return [...RUN_BY, ...LEFT_OUT].flatMap(([begins, says]) =>
    commands.some((command) => begins.test(command)) ? [] : [says],
  );
}
