/**
 * Names that name nothing. An empty one, or one of one or two dots, would change the path of a request: each subcommand
 * whose usage has such an operand refuses it before an exchange is asked. An empty name of a file is shown as one.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runPresage } from "../support/presage.ts";

const FAMILIES =
  "account announcement ban event faults images invites key maker market names quarantine residents site snapshot webhooks";

/** Operands that name a thing. */
const NAMES = new Set(["EVENT", "MARKET", "ID", "[ID]", "WALLET", "KEY", "IMAGE", "COMMAND", "NAME", "HOST"]);

/** Subcommands whose operand is sent in the body: the exchange refuses it. */
const IN_BODY: ReadonlySet<string> = new Set([
  "account open",
  "ban add",
  "key list",
  "market create",
  "snapshot",
  "site add",
]);

/** The address of a closed port, which answers nothing. */
const NOBODY = ["--url", "http://127.0.0.1:1"];
const SETTINGS = { PRESAGE_ADMIN_TOKEN: "5e".repeat(32) };

/** Command lines of the usage of a subcommand whose first operand is a name, without flags. */
function listLines(help: string): string[][] {
  const lines = [...help.matchAll(/^(?:Usage: | {7})presage (.*)$/gm)].map(([, line = ""]) =>
    line.replace("[add]", "add").split(" "),
  );
  return lines.flatMap((words) => {
    const at = words.findIndex((word) => NAMES.has(word));
    const operands =
      words
        .slice(at)
        .join(" ")
        .split(/ \[?--/, 1)[0]
        ?.split(" ") ?? [];
    if (at < 1 || at > 2) return [];
    const [command = "", action = ""] = words;
    const actions = at === 1 ? [[]] : action.split("|").map((one) => [one]);
    return actions.map((one) => [command, ...one, ...operands]);
  });
}

/** Command lines with an empty name of a file or a place, and what is said of it. */
const EMPTY: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [["import", ""], /^"": there is no such file$/],
  [["backup", ""], /^expected a file for the backup, got ""$/],
  [["export", "trades", "--output", ""], /^expected a file for the export, got ""$/],
  [["export", "site", ""], /^expected a file for the script, got ""$/],
  [["export", ""], /, site, got "";/],
  [["config", ""], /expected print or check, got "";/],
  [["backups", ""], /^expected a directory, or s3:.*, got ""$/],
  [["backups", "verify", ""], /^expected a directory, or s3:.*, got ""$/],
  [["restore", ""], /^expected the file of a backup, .*, got ""\. Nothing was restored\.$/],
  [["upgrade", "--check", "--rehearse-in", ""], /^--rehearse-in: expected a directory, got ""$/],
  [["images", "add", "", "--reason", "x", ...NOBODY], /^"": there is no such file or directory/],
  [["account", "fund", "", "--reason", "x", "--yes", ...NOBODY], /^"" cannot be read: there is no such file/],
  [["brand", "--logo", "", "--reason", "x", ...NOBODY], /^--logo: "" cannot be read: there is no such file/],
  [["doctor", "request", "", ...NOBODY], /^the request cannot be read: "": there is no such file/],
];

describe("an empty name of a file or a place", { concurrency: 4 }, () => {
  for (const [args, says] of EMPTY) {
    it(`is shown: presage ${args.join(" ")}`, async (test) => {
      const { code, stdout, stderr } = await runPresage(test, args, SETTINGS);
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr.slice("presage: ".length, -1), says);
    });
  }
});

describe("a name that would change the path of a request", { concurrency: 4 }, () => {
  for (const family of FAMILIES.split(" ")) {
    it(`is refused before anything is sent: presage ${family}`, async (test) => {
      const { stdout: help } = await runPresage(test, [family, "--help"]);
      const lines = listLines(help).filter(
        (words) => !IN_BODY.has(words.filter((word) => /^[a-z]/.test(word)).join(" ")),
      );
      assert.ok(lines.length > 0, family);
      for (const words of lines) {
        for (const name of ["", ".", ".."]) {
          const at = words.findIndex((word) => NAMES.has(word));
          const args = words.with(at, name);
          const { code, stdout, stderr } = await runPresage(test, [...args, ...NOBODY], SETTINGS);
          assert.deepEqual([code, stdout], [1, ""], args.join(" "));
          assert.match(stderr, /^presage: .*(expected|there is no|no \w+ )/, args.join(" "));
          assert.ok(stderr.includes(` "${name}"`), `${args.join(" ")}: ${stderr}`);
          assert.doesNotMatch(stderr, /does not answer|too many|needs --reason/, args.join(" "));
        }
      }
    });
  }
});
