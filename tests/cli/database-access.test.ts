/** The way into the embedded database that the operators' guide shows, run as it is written. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { prepareDataDirectories, startPresage } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";

const ROOT = join(import.meta.dirname, "..", "..");

let directories: DataDirectories;
before(async () => {
  directories = await prepareDataDirectories();
});
after(() => directories.close());

/** Gives the script that follows these words on a page. */
function scriptAfter(page: string, words: string): string {
  const text = readFileSync(join(ROOT, "docs", page), "utf8");
  const [, script = ""] = /```sh\n([^]*?)^```$/m.exec(text.slice(text.indexOf(words))) ?? [];
  return script;
}

test("the guide's script lists the sessions of the exchange", async (context) => {
  const directory = directories.create();
  const exchange = await startPresage(context, directory);
  const script = scriptAfter("operating/read-tables.md", "Without psql, run this");
  assert.match(script, / npx node -e /);
  const here = script.replaceAll("data/", `${directory}/`).replace("npx node", "node");
  const path = `${dirname(process.execPath)}:/usr/bin:/bin`;
  const output = execFileSync("/bin/sh", ["-c", here], { cwd: ROOT, env: { PATH: path }, encoding: "utf8" });
  for (const session of ["presage writer", "presage tables"]) assert.ok(output.includes(session), output);
  const psql = scriptAfter("operating/read-tables.md", "Connect with psql");
  const password = readFileSync(join(directory, "postgres", "password"), "utf8").trim();
  const shown = execFileSync(
    "/bin/sh",
    ["-c", psql.replaceAll("data/", `${directory}/`).replace(" psql ", " echo ")],
    {
      encoding: "utf8",
    },
  );
  const [, port] = /-p (\d+) /.exec(shown) ?? [];
  assert.ok(Number(port) > 1024 && password.length === 48, shown);
  await exchange.stop("SIGTERM");
});
