/** `presage config print` as a process of its own: values, their sources, and no secret. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ALL_SETTINGS } from "../../src/settings/settings-table.ts";
import { runPresage } from "../support/presage.ts";

const TOKEN = "5e".repeat(32);

const ENVIRONMENT = {
  PRESAGE_MODE: "production",
  PRESAGE_PORT: "8000",
  PRESAGE_ADMIN_TOKEN: TOKEN,
  PRESAGE_OPERATORS: `clerk=treasury:${TOKEN.replaceAll("5", "6")}`,
  DATABASE_URL: "postgres://presage:hunter2@db.example:5432/presage?sslmode=require&sslpassword=hunter3",
};

/** A directory that no command could open. */
const FLAGS = ["--port", "8001", "--data-dir", "/dev/null/data"];

const EXPECTED: readonly (readonly [name: string, source: string, value: string | null])[] = [
  ["PRESAGE_MODE", "environment", "production"],
  ["PRESAGE_PORT", "flag", "8001"],
  ["PRESAGE_TRADING_PORT", "default", "7001"],
  ["PRESAGE_KUEST_PORTS", "default", "off"],
  ["PRESAGE_DATA_DIR", "flag", "/dev/null/data"],
  ["DATABASE_URL", "environment", "postgres://hidden@db.example:5432/presage?hidden"],
  ["PRESAGE_EXCHANGES", "default", "built-in list"],
  ["PRESAGE_DATA_ALLOWLIST", "default", null],
  ["PRESAGE_MASTER_KEY", "default", "from file"],
  ["PRESAGE_ADMIN_TOKEN", "environment", "set"],
  ["PRESAGE_OPERATORS", "environment", "set"],
];

const SECRET = /hunter|5e5e|6e6e/;

describe("presage config print", () => {
  it("prints every setting with its source, in the order of the table", async (test) => {
    const { code, stdout, stderr } = await runPresage(test, ["config", "print", ...FLAGS], ENVIRONMENT);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
    const [header, ...rows] = stdout.trimEnd().split("\n");
    assert.match(header!, /^SETTING +FROM +VALUE$/);
    assert.deepEqual(
      rows.map((row) => row.split(" ", 1)[0]),
      ALL_SETTINGS.map(({ name }) => name),
    );
    const cells = rows.map((row) => row.split(/ {2,}/));
    for (const [name, source, value] of EXPECTED)
      assert.deepEqual(
        cells.find(([first]) => first === name),
        [name, source, value ?? "not set"],
      );
    assert.doesNotMatch(stdout, SECRET);
  });

  it("prints one JSON object, too", async (test) => {
    const { code, stdout } = await runPresage(test, ["config", "print", "--json", ...FLAGS], ENVIRONMENT);
    assert.equal(code, 0);
    const printed: Record<string, unknown> = JSON.parse(stdout);
    assert.deepEqual(
      Object.keys(printed),
      ALL_SETTINGS.map(({ name }) => name),
    );
    for (const [name, source, value] of EXPECTED) assert.deepEqual(printed[name], { value, source });
    assert.deepEqual(printed["PRESAGE_JSON"], { value: "true", source: "flag" });
    assert.doesNotMatch(stdout, SECRET);
  });

  it("refuses a wrong setting as presage start does", async (test) => {
    for (const environment of [
      { PRESAGE_PROT: "1" },
      { PRESAGE_MODE: "production", PRESAGE_PUBLIC_KUEST_URLS: "http://a,http://b,http://c" },
    ]) {
      const printed = await runPresage(test, ["config", "print"], environment);
      assert.deepEqual(printed, await runPresage(test, ["start"], environment));
      assert.equal(printed.code, 1);
      assert.match(printed.stderr, /^presage: PRESAGE_[^\n]+\n$/);
    }
  });

  it("is the one thing that presage config does", async (test) => {
    for (const [operands, got] of [
      [[], "nothing"],
      [["prnit"], "prnit"],
      [["print", "PRESAGE_PORT"], "print PRESAGE_PORT"],
    ] as const) {
      const { code, stderr } = await runPresage(test, ["config", ...operands]);
      assert.equal(code, 1);
      assert.equal(stderr, `presage: config: expected print, got ${got}; see presage config --help\n`);
    }
  });
});
