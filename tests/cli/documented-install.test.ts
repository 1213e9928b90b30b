/**
 * The commands of docs/start/install.md and of the operators' pages on installing. Those that need no Docker, systemd and cluster are run here, others by the tests that are named.
 * The rest is left out for a reason.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, it, test } from "node:test";
import { commandsRunBy, listInstallCommands, listUnused } from "../support/install-commands.ts";
import { environmentWith } from "../support/presage.ts";

const ROOT = join(import.meta.dirname, "..", "..");

test("each command of the install guide is run by a test, or left out for a reason", (context) => {
  const commands = listInstallCommands();
  assert.deepEqual(
    commands.filter(({ runner, reason }) => (runner === undefined) === (reason === undefined)),
    [],
  );
  assert.deepEqual(listUnused(), []);
  for (const { command, runner, reason } of commands)
    context.diagnostic(`${runner === undefined ? `not run, ${reason}` : `run by ${runner}`}: ${command}`);
});

describe("the install guide", () => {
  const home = mkdtempSync(join(tmpdir(), "presage-install-"));
  const runHere = commandsRunBy("shell");
  const isOfClone = (command: string): boolean => command.startsWith("npm ");

  before(() => {
    mkdirSync(join(home, "bin"));
    // Scripts of the clone run in the clone; what they print goes where the shell is.
    writeFileSync(
      join(home, "bin", "npm"),
      `#!/bin/sh\ncd "${ROOT}" && exec /usr/bin/env PATH="$OUTER" npm "$@"\n`,
    );
    chmodSync(join(home, "bin", "npm"), 0o755);
  });
  after(() => rmSync(home, { recursive: true }));

  /** Runs commands in one shell, which a failure ends. */
  function shell(commands: readonly string[], settings: Readonly<Record<string, string>> = {}): string {
    const outer = `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`;
    const { status, stdout, stderr } = spawnSync("/bin/sh", ["-ec", commands.join("\n")], {
      cwd: home,
      env: { ...environmentWith(settings), OUTER: outer, PATH: `${join(home, "bin")}:${outer}` },
      encoding: "utf8",
    });
    assert.equal(status, 0, stderr);
    return stdout;
  }

  it("gives Prometheus the token of an operator, as the settings take it", () => {
    shell(runHere.filter((command) => !isOfClone(command)));
    const token = readFileSync(join(home, "operator-token"), "utf8");
    assert.match(token, /^[0-9a-f]{64}$/);
    const [, operators = ""] =
      /^PRESAGE_OPERATORS=(.+)\n$/.exec(readFileSync(join(home, ".env"), "utf8")) ?? [];
    assert.equal(operators, `monitor=metrics:${token}`);
    const checked = [`"${process.execPath}" "${join(ROOT, "bin", "presage.js")}" config check --json`];
    const { problems } = JSON.parse(shell(checked, { PRESAGE_OPERATORS: operators }));
    assert.deepEqual(problems, []);
  });

  it("writes a bill of materials with PostgreSQL and Node.js", () => {
    shell(runHere.filter(isOfClone));
    assert.ok(existsSync(join(home, "sbom.cdx.json")));
    const { bomFormat, components } = JSON.parse(readFileSync(join(home, "sbom.cdx.json"), "utf8"));
    assert.equal(bomFormat, "CycloneDX");
    const names = components.map(({ name }: { name: string }) => name);
    assert.ok(names.includes("postgresql") && names.includes("node.js"), names.slice(0, 9).join(" "));
  });
});
