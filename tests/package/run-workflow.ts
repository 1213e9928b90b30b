/** A workflow of GitHub Actions, run here: its commands one after the other, as the shell of GitHub's machines runs them. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Workflow, WorkflowStep } from "../support/workflow.ts";

/** Sets up what an action does on a machine of GitHub; gives the folder of its programs, or `undefined` where this machine lacks them. */
export type SetUp = (inputs: NonNullable<WorkflowStep["with"]>) => string | undefined;

export type RunTerms = {
  /** Folder that has what a checkout of the repository has. */
  readonly folder: string;
  /** Environment of the machine. */
  readonly environment: NodeJS.ProcessEnv;
  /** Actions by their names without the version; the others do nothing here. */
  readonly actions: Readonly<Record<string, SetUp>>;
};

/** Settings that GitHub gives to every command. */
const GITHUB = { CI: "true", GITHUB_ACTIONS: "true" };

export type Ran = {
  readonly commands: readonly string[];
  /** Action that this machine cannot do; the steps from there on are not run. */
  readonly missing: string | undefined;
};

/** Runs the jobs of a workflow in their order; throws when a command fails, with what it printed. */
export function runWorkflow({ env, jobs }: Workflow, terms: RunTerms): Ran {
  const commands: string[] = [];
  for (const job of Object.values(jobs)) {
    let path = terms.environment["PATH"] ?? "";
    for (const step of job.steps) {
      const setUp = terms.actions[step.uses?.replace(/@.*/, "") ?? ""];
      if (setUp !== undefined) {
        const programs = setUp(step.with ?? {});
        if (programs === undefined) return { commands, missing: step.uses };
        path = programs + delimiter + path;
      }
      if (step.run === undefined) continue;
      const settings = { ...GITHUB, ...env, ...job.env, ...step.env };
      runStep(step.run, terms.folder, { ...terms.environment, ...asText(settings), PATH: path });
      commands.push(...step.run.trim().split("\n"));
    }
  }
  return { commands, missing: undefined };
}

const asText = (settings: NonNullable<WorkflowStep["env"]>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));

/** Runs a script as a step without `shell` does. */
function runStep(script: string, folder: string, env: NodeJS.ProcessEnv): void {
  const scripts = mkdtempSync(join(tmpdir(), "presage-step-"));
  try {
    const file = join(scripts, "step.sh");
    writeFileSync(file, script);
    execFileSync("bash", ["-e", file], { cwd: folder, env, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`the step failed: ${script}\n${stdout}\n${stderr}`, { cause: error });
  } finally {
    rmSync(scripts, { recursive: true, force: true });
  }
}
