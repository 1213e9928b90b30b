/** Commands whose reader leaves before their output: each ends as if it had been read. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { it } from "node:test";
import { environmentWith } from "../support/presage.ts";

const COMMAND = fileURLToPath(new URL("../../bin/presage.js", import.meta.url));

for (const args of [["--help"], ["start", "--help"], ["config", "--help"], ["help", "market"]])
  it(`presage ${args.join(" ")} ends quietly`, async () => {
    const command = spawn(process.execPath, [COMMAND, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: environmentWith({}),
    });
    command.stdout.destroy();
    const [said, [code]] = await Promise.all([text(command.stderr), once(command, "close")]);
    assert.deepEqual([said, code], ["", 0]);
  });
