/** Wrong uses of an operator's subcommands: each is told in one line, before an exchange is asked. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { runPresage } from "../support/presage.ts";

const SLUG = "will-it-rain-in-bern-on-1-may";

const WRONG: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [["event", "--bogus"], /^--bogus is not a flag of presage event; see its --help$/],
  [
    ["ban", "--raeson", "x"],
    /^--raeson is not a flag of presage ban \(did you mean --reason\?\); see its --help$/,
  ],
  [["ban", "foo", "--reason", "x"], /^ban: expected a wallet, or one of add, remove, list, got "foo"; see/],
  [["residents", "tune", SLUG], /^residents tune: expected a flag of what changes, got none; see/],
  [["health", "--wait", "1000000"], /^--wait: expected a whole number from 0 to 9999, got "1000000"$/],
  [["webhooks", "edit", "w", "--to", "foo", "--reason", "x"], /^--to: expected a URL like .*, got "foo"$/],
  [["status", "--json=maybe"], /^--json: expected true, false, got "maybe"$/],
  [["markte"], /^presage has no subcommand "markte" \(did you mean market\?\); see presage help$/],
  [
    ["market"],
    /^market: expected one of create, edit, clarify, show, open, .*, got none; see presage market --help$/,
  ],
  [["market", "opne", SLUG], /, got "opne" \(did you mean open\?\); see/],
  [["market", "open"], /^market open needs MARKET: MARKET is missing; see presage market open --help$/],
  [["market", "resolve", SLUG, "--reason", "x"], /needs MARKET OUTCOME: OUTCOME is missing/],
  [["market", "open", SLUG], /^market open needs --reason TEXT, which the audit log keeps$/],
  [["market", "open", SLUG, "--reason", "a", "--reason=b"], /^--reason is given twice$/],
  [["market", "open", SLUG, "--raeson", "x"], /^--raeson is not a flag .* \(did you mean --reason\?\)/],
  [["market", "create", "1", "Q?", "--version", "v2"], /^--version .* \(did you mean --market-version\?\)/],
  [["market", "open", SLUG, "--idempotency", "k"], /^--idempotency .* \(did you mean --idempotency-key\?\)/],
  [["market", "open", SLUG, "--yes"], /^--yes is not a flag of presage market open/],
  [["market", "show", "two", "words"], /^market show takes MARKET, and "words" is one too many/],
  [["market", "resolve", SLUG, "yes", "--reason", "x"], /has to be confirmed: add --yes when you are sure$/],
  [["market", "archive", SLUG, "--reason", "x", "--yes=1"], /^--yes takes no value$/],
  [["key", "revoke", "k", "--reason", "x"], /has to be confirmed: add --yes when you are sure$/],
  [["market", "create", "1", "Q?", "--reason", "x", "--outcomes", "Up"], /^--outcomes: expected two names/],
  [["market", "create", "1", "Q?", "--reason", "x", "--fee-exponent", "2"], /^--fee-exponent .* --fee-rate/],
  [
    ["market", "open", SLUG, "--reason", "x", "--idempotency-key", "two words"],
    /^--idempotency-key: expected 1 to 255 visible ASCII characters without blanks, got "two words"$/,
  ],
  [
    ["market", "open", SLUG, "--reason", "x", "--idempotency-key="],
    /^--idempotency-key: expected .*, got ""$/,
  ],
  [
    ["market", "show", SLUG, "--idempotency-key", "k"],
    /^--idempotency-key is not a flag of presage market show/,
  ],
  [["audit", "--market", "m", "--subject", "s"], /^--market and --subject are two ways/],
  [["event", "edit", "e", "--reason", "x"], /^event edit: expected a flag of what changes, got none; see/],
  [
    ["event", "edit", "e", "--tag", "a", "--no-tags", "--reason", "x"],
    /^--no-tags: expected it without --tag/,
  ],
  [["figures", "--by", "yaer"], /^figures: expected --by day, week, month, market, got "yaer"$/],
  [["figures", "--order", "fees"], /^figures: expected --order with --by market only, got it with --by day$/],
  [["invites", "list", "--csv", "--json"], /^--csv: expected it without --json, got both$/],
  [["invites", "make", "1", "--uses", "2", "--names", "n.csv", "--reason", "x", "--yes"], /, got 2$/],
  [["audit"], /^No exchange runs on \/nonexistent: start it, set PRESAGE_DATA_DIR, or name .* with --url$/],
];

describe("a list that is not in UTF-8", () => {
  it("is refused with the byte and its line", async (test) => {
    const directory = mkdtempSync(join(tmpdir(), "presage-names-"));
    test.after(() => rmSync(directory, { recursive: true }));
    const file = join(directory, "names.csv");
    writeFileSync(
      file,
      Buffer.concat([Buffer.from("Zo\u00eb\nAnn\nJ"), Buffer.from([0xfc]), Buffer.from("rg\n")]),
    );
    const url = ["--url", "http://127.0.0.1:1", "--reason", "x", "--yes"];
    const { code, stderr } = await runPresage(test, ["invites", "make", "1", "--names", file, ...url], {
      PRESAGE_ADMIN_TOKEN: "5e".repeat(32),
    });
    const said = `presage: ${file}: expected CSV in UTF-8, got the byte 0xfc in line 3; save it as CSV UTF-8\n`;
    assert.deepEqual([code, stderr], [1, said]);
  });
});

describe("a wrong use of an operator's subcommand", { concurrency: 4 }, () => {
  for (const [args, says] of WRONG) {
    it(`is told in one line: ${args.join(" ")}`, async (test) => {
      const { code, stdout, stderr } = await runPresage(test, [...args, "--data-dir", "/nonexistent"]);
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /^presage: [^\n]+\n$/);
      assert.match(stderr.slice("presage: ".length, -1), says);
    });
  }
});
