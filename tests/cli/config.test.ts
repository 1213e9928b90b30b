/** `presage config print` as a process of its own: values, their sources, and no secret. */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
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
  ["PRESAGE_SEED", "default", "random"],
  ["PRESAGE_BACKUP_S3_KEY", "default", "the machine's access key, as Amazon's tools find it"],
  ["PRESAGE_ADMIN_TOKEN", "environment", "set"],
  ["PRESAGE_OPERATORS", "environment", "set"],
];

const SECRET = /hunter|5e5e|6e6e/;

describe("presage config print", () => {
  it("prints every setting with its source, in the order of the table", async (test) => {
    const { code, stdout, stderr } = await runPresage(test, ["config", "print", ...FLAGS], ENVIRONMENT);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
    const [title, gap, header, ...rows] = stdout.trimEnd().split("\n");
    assert.deepEqual(
      [title, gap],
      ["These are the settings of a start here with --port, not those of a running exchange:", ""],
    );
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
    const { code, stdout, stderr } = await runPresage(
      test,
      ["config", "print", "--json", ...FLAGS],
      ENVIRONMENT,
    );
    assert.equal(code, 0);
    assert.match(stderr, /^Note: These are the settings of a start here with --port, not those of[^\n]+\n$/);
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

  it("is told from what presage config does not do", async (test) => {
    for (const [operands, got] of [
      [[], "nothing"],
      [["prnit"], '"prnit"'],
      [["print", "PRESAGE_PORT"], '"print PRESAGE_PORT"'],
    ] as const) {
      const { code, stderr } = await runPresage(test, ["config", ...operands]);
      assert.equal(code, 1);
      assert.equal(
        stderr,
        `presage: config: expected print or check, got ${got}; see presage config --help\n`,
      );
    }
  });
});

describe("presage config print beside a running exchange", () => {
  it("says that none runs, and prints the settings of a start", async (test) => {
    const none = join(directory, "none");
    const args = ["config", "print", "--data-dir", none];
    const text = await runPresage(test, args, { PRESAGE_PORT: "8000" });
    const said = `No exchange runs on ${none} (--url names one elsewhere): these are the settings of a start here`;
    assert.ok(text.stdout.startsWith(`${said}:\n\nSETTING`), text.stdout);
    assert.match(text.stdout, /\nPRESAGE_PORT +environment +8000\n/);
    const json = await runPresage(test, [...args, "--json"], { PRESAGE_PORT: "8000" });
    assert.equal(json.stderr, `Note: ${said}.\n`);
    assert.deepEqual(JSON.parse(json.stdout)["PRESAGE_PORT"], { value: "8000", source: "environment" });
  });

  it("refuses a flag of a start beside --url", async (test) => {
    const args = ["config", "print", "--url", "http://127.0.0.1:1", "--port", "1"];
    const { code, stderr } = await runPresage(test, args, { PRESAGE_ADMIN_TOKEN: TOKEN });
    assert.equal(code, 1);
    assert.match(stderr, /--url asks the running exchange, and --port is for a start: give one of them\n$/);
  });
});

const directory = mkdtempSync(join(tmpdir(), "presage-config-"));
after(() => rmSync(directory, { recursive: true }));

/** Writes a file of a secret. */
function fileOf(name: string, content: string, mode = 0o600): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

describe("a secret in a file", () => {
  const url = "postgres://presage:hunter2@db.example/presage";

  it("counts like one in the environment, without its line break", async (test) => {
    const settings = {
      PRESAGE_ADMIN_TOKEN_FILE: fileOf("token", `${TOKEN}\n`),
      PRESAGE_MASTER_KEY_FILE: fileOf("key", TOKEN),
      DATABASE_URL_FILE: fileOf("url", `${url}\r\n`),
    };
    const { code, stdout } = await runPresage(test, ["config", "print", "--json"], settings);
    assert.equal(code, 0);
    const printed: Record<string, unknown> = JSON.parse(stdout);
    for (const name of ["PRESAGE_ADMIN_TOKEN", "PRESAGE_MASTER_KEY"])
      assert.deepEqual(printed[name], { value: "set", source: "file" });
    const shown = { value: "postgres://hidden@db.example/presage", source: "file" };
    assert.deepEqual(printed["DATABASE_URL"], shown);
    assert.doesNotMatch(stdout, SECRET);
    const checked = await runPresage(test, ["config", "check"], settings);
    assert.deepEqual(
      [checked.code, checked.stdout],
      [0, `All ${ALL_SETTINGS.length} settings can be used.\n`],
    );
  });

  it("is refused in both places, where it is empty, and of settings that are no secrets", async (test) => {
    const path = fileOf("again", TOKEN);
    for (const [settings, refusal] of [
      [
        { PRESAGE_SEED: "x", PRESAGE_SEED_FILE: path },
        "PRESAGE_SEED_FILE: PRESAGE_SEED is given as well, give one of the two",
      ],
      [
        { PRESAGE_SEED_FILE: fileOf("empty", "\n") },
        `PRESAGE_SEED_FILE: expected a secret in ${join(directory, "empty")}, got an empty file`,
      ],
      [
        { PRESAGE_ADMIN_TOKEN_FILE: fileOf("short", "hunter2") },
        "PRESAGE_ADMIN_TOKEN_FILE: expected at least 64 hexadecimal characters",
      ],
      [
        { PRESAGE_SEED_FILE: directory },
        `PRESAGE_SEED_FILE: expected a file, got the directory ${directory}`,
      ],
    ] as const) {
      const { code, stderr } = await runPresage(test, ["config", "print"], settings);
      assert.deepEqual([code, stderr], [1, `presage: ${refusal}\n`]);
    }
    const { stderr } = await runPresage(test, ["config", "print"], { PRESAGE_PORT_FILE: path });
    const only = "PRESAGE_PORT_FILE is not a setting: only secrets can stand in a file, set PRESAGE_PORT";
    assert.equal(stderr, `presage: ${only}\n`);
  });
});

describe("presage config check", () => {
  it("says all that is wrong at once, and no secret", async (test) => {
    const settings = {
      PRESAGE_PROT: "1",
      PRESAGE_PORT: "many",
      PRESAGE_MODE: "production",
      PRESAGE_RESIDENTS: "busy",
      PRESAGE_TLS_CERT: join(directory, "none.pem"),
      PRESAGE_ADMIN_TOKEN: "hunter2",
      PRESAGE_MASTER_KEY_FILE: join(directory, "none"),
    };
    const { code, stdout, stderr } = await runPresage(test, ["config", "check"], settings);
    assert.deepEqual([code, stderr], [1, ""]);
    const lines = stdout.trimEnd().split("\n");
    for (const [index, start] of [
      "PRESAGE_PROT is not a setting",
      "PRESAGE_MASTER_KEY_FILE: there is no file ",
      "PRESAGE_PORT: expected a port from 0 to 65535",
      "PRESAGE_ADMIN_TOKEN: expected at least 64",
      "PRESAGE_TLS_CERT: a certificate needs its key",
      "PRESAGE_RESIDENTS: expected off in production",
    ].entries())
      assert.ok(lines[index]!.startsWith(start), lines[index]);
    assert.equal(lines.length, 6);
    assert.doesNotMatch(stdout, SECRET);
  });

  it("looks into what usable settings name beside wrong ones, and says nothing of their defaults", async (test) => {
    const settings = {
      PRESAGE_PORT: "x",
      PRESAGE_HOST: "1.2.3.4",
      PRESAGE_TLS_CERT: join(directory, "none.pem"),
      PRESAGE_TLS_KEY: join(directory, "none.key"),
      PRESAGE_BACKUP_DIR: join(fileOf("no-directory", "x"), "backups"),
      PRESAGE_BACKUP_EVERY: "5",
      PRESAGE_BACKUP_KEEP: "5m",
      PRESAGE_TRACES: "on",
      OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
      OTEL_EXPORTER_OTLP_ENDPOINT: "nowhere",
      OTEL_EXPORTER_OTLP_HEADERS: "x",
      OTEL_TRACES_SAMPLER: "some",
      OTEL_TRACES_SAMPLER_ARG: "2",
    };
    const { code, stdout } = await runPresage(test, ["config", "check"], settings);
    assert.equal(code, 1);
    const named = stdout
      .trimEnd()
      .split("\n")
      .map((line) => /^\w+/.exec(line)?.[0]);
    assert.deepEqual(
      named.sort(),
      Object.keys(settings)
        .filter((name) => !["PRESAGE_TRACES", "PRESAGE_BACKUP_KEEP"].includes(name))
        .sort(),
      stdout,
    );
  });

  it("tries whether a directory for backups can be made, and leaves nothing there", async (test) => {
    const parent = join(directory, "parent");
    mkdirSync(parent);
    const fine = await runPresage(test, ["config", "check"], { PRESAGE_BACKUP_DIR: join(parent, "a", "b") });
    assert.deepEqual([fine.code, readdirSync(parent)], [0, []]);
    const { code, stdout } = await runPresage(test, ["config", "check"], {
      PRESAGE_BACKUP_DIR: "/proc/none",
    });
    const why =
      "expected a directory that can be written, got /proc/none: the file system there takes no directories";
    assert.deepEqual([code, stdout], [1, `PRESAGE_BACKUP_DIR: ${why} (ENOENT)\n`]);
  });

  it("looks into what the settings name, and warns of what others can read", async (test) => {
    const file = fileOf("open", TOKEN, 0o644);
    const settings = {
      PRESAGE_ADMIN_TOKEN_FILE: file,
      PRESAGE_OPERATORS: `clerk=treasury:${TOKEN}`,
      PRESAGE_TLS_CERT: fileOf("cert.pem", "no certificate"),
      PRESAGE_TLS_KEY: fileOf("key.pem", "no key"),
    };
    const { code, stdout } = await runPresage(test, ["config", "check", "--json"], settings);
    const { problems, warnings }: { problems: string[]; warnings: string[] } = JSON.parse(stdout);
    assert.equal(code, 1);
    assert.match(problems[0]!, /^PRESAGE_TLS_/);
    assert.deepEqual(problems.slice(1), ["PRESAGE_OPERATORS: clerk has the token of admin"]);
    assert.deepEqual(warnings, [
      `PRESAGE_ADMIN_TOKEN_FILE: other accounts of this machine can read ${file}: its mode should be 0600`,
    ]);
  });

  it("names a port that two addresses have, as presage start does", async (test) => {
    for (const [settings, fault] of [
      [
        { PRESAGE_DATA_PORT: "7001" },
        "PRESAGE_DATA_PORT: … got 7001, which PRESAGE_TRADING_PORT has as well",
      ],
      [{ PRESAGE_ADMIN_PORT: "7000" }, "PRESAGE_ADMIN_PORT: … got 7000, which PRESAGE_PORT has as well"],
      [
        { PRESAGE_KUEST_PORTS: "7021,7021,7023" },
        "PRESAGE_KUEST_PORTS: … got 7021, which PRESAGE_KUEST_PORTS has as well",
      ],
      [
        { PRESAGE_HOST: "0.0.0.0", PRESAGE_ADMIN_HOST: "localhost", PRESAGE_ADMIN_PORT: "7013" },
        "PRESAGE_ADMIN_PORT: … got 7013, which PRESAGE_POLYMARKET_PORTS has as well",
      ],
    ] as const) {
      const said = fault.replace("…", "expected a port of its own for each address,");
      const { code, stdout } = await runPresage(test, ["config", "check"], settings);
      assert.deepEqual([code, stdout], [1, `${said}\n`]);
      const { stderr } = await runPresage(test, ["start"], settings);
      assert.equal(stderr, `presage: ${said}\n`);
    }
    for (const settings of [
      { PRESAGE_ADMIN_HOST: "127.0.0.2", PRESAGE_ADMIN_PORT: "7000" },
      { PRESAGE_PORT: "0", PRESAGE_DATA_PORT: "0" },
      { PRESAGE_TRADING_PORT: "7011", PRESAGE_POLYMARKET_PORTS: "off" },
    ]) {
      const { code, stdout } = await runPresage(test, ["config", "check"], settings);
      assert.deepEqual([code, stdout], [0, `All ${ALL_SETTINGS.length} settings can be used.\n`]);
    }
  });

  it("names hosts that this machine cannot listen at", async (test) => {
    const settings = { PRESAGE_HOST: "203.0.113.7", PRESAGE_ADMIN_HOST: "http://127.0.0.1" };
    const { code, stdout } = await runPresage(test, ["config", "check", "--json"], settings);
    assert.deepEqual(
      [code, JSON.parse(stdout).problems],
      [
        1,
        [
          "PRESAGE_HOST 203.0.113.7 is no address of this machine",
          "PRESAGE_ADMIN_HOST http://127.0.0.1 is no address of this machine",
        ],
      ],
    );
  });
});
