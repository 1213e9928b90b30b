/** Tests that run programs of operators: each ends with a failure where a program is missing, unless it is told to go on. */
import { execFileSync } from "node:child_process";

export const SKIP_WITHOUT_TOOLS = "--skip-without-tools";

/** A test, its script in package.json, and the sentence that states its failure to run. */
export type ToolTest = { readonly script: string; readonly notTested: string };

/**
 * Ends the process with code 1 and the reason, and names the option that skips. Returns with that option, and prints that
 * the test is skipped.
 */
export function failWithoutTools({ script, notTested }: ToolTest, reason: string): void {
  if (process.argv.includes(SKIP_WITHOUT_TOOLS)) {
    console.log(`Skipped: ${notTested.charAt(0).toLowerCase()}${notTested.slice(1)} ${reason}`);
    return;
  }
  console.error(`${notTested} ${reason}`);
  console.error(`To go on without this test: npm run ${script} -- ${SKIP_WITHOUT_TOOLS}`);
  process.exit(1);
}

/** Tells whether a program is in a folder of PATH. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync("/bin/sh", ["-c", 'command -v "$0"', program], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
