/** The shell of a page: its blocks share it, and every command of a block counts. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { environmentWith } from "../support/presage.ts";
import { until } from "../support/until.ts";
import { openShell } from "./shell-session.ts";
import type { ShellSession } from "./shell-session.ts";

describe("the shell of a page", () => {
  let folder: string;
  let shell: ShellSession;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "presage-shell-"));
    shell = openShell(folder, folder, environmentWith({}));
  });
  afterEach(async () => {
    await shell.close();
    rmSync(folder, { recursive: true });
  });

  it("keeps variables, exports and its folder from block to block", async () => {
    await shell.run("name=Ann\nexport AGE=7\nmkdir deeper\ncd deeper");
    const { code, output } = await shell.run('echo "$name"; sh -c \'echo "$AGE"\'; basename "$PWD"');
    assert.deepEqual([code, output], [0, "Ann\n7\ndeeper\n"]);
  });

  it("prints errors in their place among the output, which may lack an end of line", async () => {
    assert.equal((await shell.run("echo 1; echo 2 >&2; printf 3")).output, "1\n2\n3");
  });

  for (const [what, script] of [
    ["in the middle", "echo a\n(exit 3)\necho b"],
    ["in a pipe", "(exit 3) | cat\necho b"],
    ["in a function", "f() { (exit 3); echo b; }\nf"],
  ] as const)
    it(`tells of a command that fails ${what}, and goes on`, async () => {
      const { code, output } = await shell.run(script);
      assert.deepEqual([code, output.endsWith("b\n")], [3, true]);
      assert.equal((await shell.run("true")).code, 0);
    });

  it("takes a reader that has enough for no failure, and a condition neither", async () => {
    assert.deepEqual(await shell.run("yes | head -1\nif false; then echo no; fi"), {
      output: "y\n",
      code: 0,
    });
  });

  it("tells what a block printed that ended it", async () => {
    await assert.rejects(shell.run("echo last; exit 0"), /the block ended the shell, which printed:\nlast\n/);
  });

  it("ends a program that runs on as Ctrl-C does, with the variables of the shell", async () => {
    await shell.run("name=Ann");
    const script =
      "trap 'echo ended; exit 0' INT\necho \"$name\"\nwhile :; do read -r -t 1 < <(:) || sleep 0.05; done";
    const program = await shell.start(script);
    await until("it has begun", () => program.output() === "Ann\n");
    assert.equal(program.hasEnded(), false);
    await shell.close();
    assert.deepEqual([program.output(), program.hasEnded()], ["Ann\nended\n", true]);
  });
});
