/** The workflow that the documents show, faults for which one is refused, and how the commands of one are run. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { runWorkflow } from "../package/run-workflow.ts";
import { readWorkflow } from "../support/workflow.ts";
import { readPage } from "./page-blocks.ts";

const PAGE = "docs/start/testing-github-actions.md";

const withSteps = (...lines: readonly string[]): string =>
  ["on: [push]", "jobs:", "  test:", "    runs-on: ubuntu-latest", "    steps:", ...lines].join("\n");

describe("a workflow of the documents", () => {
  it("has the shape that GitHub takes", () => {
    const blocks = readPage(PAGE).blocks.filter(({ file }) => file?.startsWith(".github/workflows/"));
    assert.equal(blocks.length, 1);
    for (const { text } of blocks) assert.ok(Object.keys(readWorkflow(text).jobs).length > 0);
  });

  for (const [what, says, text] of [
    ["no YAML", /expected YAML/, "jobs: ["],
    ["a key twice", /expected YAML/, `${withSteps("      - run: ls")}\non: [push]`],
    [
      "a word that is none of a workflow",
      /additional properties/,
      `${withSteps("      - run: ls")}\nstep: x`,
    ],
    ["no machine", /\/jobs\/test: .*runs-on/, "on: [push]\njobs:\n  test:\n    steps:\n      - run: ls"],
    ["no job", /\/jobs: /, "on: [push]\njobs: {}"],
    ["a job with an impossible name", /\/jobs: /, withSteps("      - run: ls").replace("test:", "2nd job:")],
    ["an event that is none", /\/on\/0: /, withSteps("      - run: ls").replace("push", "pushed")],
    ["no step", /\/jobs\/test\/steps: /, withSteps("      []")],
    [
      "a step that does nothing",
      /steps\/0: expected either uses or run, got none/,
      withSteps("      - name: x"),
    ],
    [
      "a step that does two things",
      /steps\/1: expected either uses or run, got both/,
      withSteps("      - run: ls", "      - run: ls", "        uses: actions/checkout@v5"),
    ],
    ["an unknown action", /got actions\/cash@v5/, withSteps("      - uses: actions/cash@v5")],
    [
      "an unknown input",
      /expected inputs of actions\/setup-node@v5: node-version, cache, got node/,
      withSteps("      - uses: actions/setup-node@v5", "        with:", "          node: 24"),
    ],
  ] as const)
    it(`is refused with ${what}`, () => {
      assert.throws(() => readWorkflow(text), says);
    });
});

describe("the commands of a workflow", () => {
  const folder = mkdtempSync(join(tmpdir(), "presage-workflow-"));
  after(() => rmSync(folder, { recursive: true }));

  const runSteps = (actions: Parameters<typeof runWorkflow>[1]["actions"], ...lines: readonly string[]) => {
    const workflow = readWorkflow(`env: { A: 1, B: 1, C: 1 }\n${withSteps(...lines)}`);
    return runWorkflow(workflow, { folder, environment: process.env, actions });
  };

  it("run in one folder, and a step's settings go before those of the workflow", () => {
    const { commands, missing } = runSteps(
      {},
      "      - uses: actions/checkout@v5",
      '      - run: echo "$A$B$C$CI" > printed',
      "        env: { B: 2 }",
      '      - run: test "$(cat printed)" = 121true',
    );
    assert.deepEqual([commands.length, missing], [2, undefined]);
  });

  it("have the programs that an action sets up, and none after an action that this machine lacks", () => {
    const programs = join(folder, "bin");
    mkdirSync(programs);
    writeFileSync(join(programs, "set-up-here"), "#!/bin/sh\n", { mode: 0o755 });
    const steps = [
      "      - uses: actions/setup-node@v5",
      "      - run: set-up-here",
      "      - uses: actions/setup-python@v6",
      "      - run: pytest",
    ];
    const actions = { "actions/setup-node": () => programs, "actions/setup-python": () => undefined };
    const { commands, missing } = runSteps(actions, ...steps);
    assert.deepEqual([commands, missing], [["set-up-here"], "actions/setup-python@v6"]);
  });

  it("fail at the first that fails, with what was printed", () => {
    const steps = ["      - run: |", "          echo before", "          false", "          echo after"];
    assert.throws(() => runSteps({}, ...steps), /the step failed: .*\nbefore\n\n/s);
  });
});
