/** Each row of the table of settings: in the documents, in `--help`, and as the configuration reads it. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { inspect } from "node:util";
import { START_HELP } from "../../src/cli/start.ts";
import { readConfig } from "../../src/settings/config.ts";
import { anyText } from "../../src/settings/parsers.ts";
import { formatFlag } from "../../src/settings/setting.ts";
import type { Setting } from "../../src/settings/setting.ts";
import { STRICT_RULES } from "../../src/settings/strictness.ts";
import { ALL_SETTINGS } from "../../src/settings/settings-table.ts";
import { envExample } from "./env-example.ts";
import { configurationPage } from "./configuration-page.ts";
import { strictnessPage } from "./strictness-page.ts";

type Environment = Readonly<Record<string, string>>;

/** Shows the values of a configuration, without the texts that they were read from. */
function shown(environment: Environment, flags: readonly string[] = []): string {
  const { texts: _texts, ...values } = readConfig(environment, flags);
  return inspect(values, { depth: null, maxArrayLength: null });
}

/** Texts of every form that a setting has; of each row at least one is accepted and changes the configuration. */
const SAMPLES: readonly string[] = [
  "production",
  "elsewhere",
  "8123",
  "20",
  "2d",
  "on",
  "pretty",
  "80002",
  "8121,8122,8123",
  "off",
  "true",
  "false",
  "1,2,3,4",
  "postgres://localhost/presage",
  "nats://localhost:4222",
  "https://a.example",
  "https://a.example,https://b.example,https://c.example",
  "X_",
  "virtual",
  "2026-01-31T12:00:00Z",
  "10.0.0.0/8",
  "cancel-incoming",
  "live,-gtd",
  "catalog",
  "debug",
  "ab".repeat(32),
  `clerk=treasury:${"cd".repeat(32)}`,
  JSON.stringify([
    {
      id: "own",
      venue: "kuest",
      name: "Own",
      version: "1",
      chainId: 1,
      verifyingContract: `0x${"1".repeat(40)}`,
      negRisk: false,
    },
  ]),
];

/** Settings that are taken together only. */
const BESIDE: Readonly<Record<string, Environment>> = {
  PRESAGE_CLUSTER: { DATABASE_URL: "postgres://localhost/presage" },
  PRESAGE_READ_URL: { DATABASE_URL: "postgres://localhost/presage" },
  PRESAGE_CLOCK_START: { PRESAGE_CLOCK: "virtual" },
  PRESAGE_TLS_CERT: { PRESAGE_TLS_KEY: "key.pem" },
  PRESAGE_TLS_KEY: { PRESAGE_TLS_CERT: "certificate.pem" },
};

/** The first line of the error with which the configuration refuses these settings; `undefined` if it takes them. */
function refusalOf(environment: Environment, flags: readonly string[] = []): string | undefined {
  try {
    readConfig(environment, flags);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test(".env.example has every setting; npm run openapi writes it", () => {
  const { url, text } = envExample();
  assert.equal(readFileSync(url, "utf8"), text);
  const names = [...text.matchAll(/^#(\w+)=(.*)$/gm)];
  // With the marks taken away, all of it can be used.
  const said = names.filter(([, name, value]) => value !== "" && !name!.endsWith("_FILE"));
  assert.ok(said.length > 30);
  readConfig(Object.fromEntries(said.map(([, name, value]) => [name!, value!])), []);
});

test("docs/reference/configuration.md has the table; npm run openapi writes it", () => {
  const { url, text } = configurationPage();
  assert.equal(readFileSync(url, "utf8"), text);
});

test("docs/trading/strictness.md has the table; npm run openapi writes it", () => {
  const { url, text } = strictnessPage();
  assert.equal(readFileSync(url, "utf8"), text);
});

test("PRESAGE_STRICTNESS switches all rules, and single ones after them", () => {
  const rulesOf = (text: string): readonly string[] => [
    ...readConfig({ PRESAGE_STRICTNESS: text }, []).strictness,
  ];
  const all = Object.keys(STRICT_RULES);
  assert.deepEqual(rulesOf("live"), all);
  assert.deepEqual(rulesOf("lenient"), []);
  assert.deepEqual(
    rulesOf("live, -gtd"),
    all.filter((rule) => rule !== "gtd"),
  );
  assert.deepEqual(rulesOf("lenient,+market-buys"), ["market-buys"]);
  assert.deepEqual([...readConfig({ PRESAGE_MODE: "production" }, []).strictness], []);
  assert.match(
    refusalOf({ PRESAGE_STRICTNESS: "strict" })!,
    /^PRESAGE_STRICTNESS: expected live or lenient, /,
  );
  assert.match(
    refusalOf({ PRESAGE_STRICTNESS: "live,gtd" })!,
    /: expected \+ or - and one of gtd, .*, got "gtd"$/,
  );
  assert.match(refusalOf({ PRESAGE_STRICTNESS: "live,-gdt" })!, /, got "-gdt"$/);
});

function testFlag(setting: Setting, text: string): void {
  const { name, kind } = setting;
  const beside = BESIDE[name] ?? {};
  const flags = [`${formatFlag(setting)}=${text}`];
  if (kind === "secret") assert.match(refusalOf({}, flags)!, new RegExp(`set ${name} instead$`));
  else if (kind === "commands") assert.match(refusalOf({}, flags)!, / is not a flag; known are /);
  else assert.equal(shown(beside, flags), shown({ ...beside, [name]: text }));
}

const UNSET = shown({});

for (const setting of ALL_SETTINGS) {
  const { name, kind, standard, production, parse } = setting;
  const beside = BESIDE[name] ?? {};
  test(name, () => {
    const names = kind === "secret" ? `${name}, which has no flag` : `${formatFlag(setting)}, ${name}`;
    const lines = START_HELP.split("\n").filter((line) => line.startsWith(`  ${names}`));
    assert.equal(lines.length, kind === "commands" ? 0 : 1, "lines of presage start --help");

    const read = SAMPLES.map((text) => {
      const environment = { ...beside, [name]: text };
      const refusal = refusalOf(environment);
      return { text, refusal, hasEffect: refusal === undefined && shown(environment) !== UNSET };
    });
    const effective = read.find(({ hasEffect }) => hasEffect);
    assert.ok(effective !== undefined, "no sample has an effect");
    testFlag(setting, effective.text);

    const refusals = read.flatMap(({ refusal }) => refusal ?? []);
    assert.equal(refusals.length > 0, parse !== anyText, "only texts of any kind are never refused");
    for (const refusal of refusals)
      assert.match(refusal, new RegExp(`^${name}: (expected|not JSON|\\[)[^\\n]*$`));

    if (standard === undefined) return;
    const isMode = name === "PRESAGE_MODE";
    const given = shown({ [name]: standard });
    assert.equal(isMode ? given.replace("modeGiven: true", "modeGiven: false") : given, UNSET);
    if (isMode) return;
    const inProduction = { PRESAGE_MODE: "production" };
    assert.equal(shown({ ...inProduction, [name]: production ?? standard }), shown(inProduction));
  });
}

test("is read somewhere: one that nothing reads would be accepted and do nothing", () => {
  const root = new URL("../../src/", import.meta.url);
  const sources = globSync("**/*.ts", { cwd: root.pathname, exclude: ["settings/**"] }).map((file) =>
    readFileSync(new URL(file, root), "utf8"),
  );
  const unread = Object.keys(readConfig({}, [])).filter(
    (field) => !sources.some((source) => new RegExp(`\\b${field}\\b`).test(source)),
  );
  assert.deepEqual(unread, []);
});
