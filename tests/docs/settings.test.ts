/** The table of settings says what the configuration does, in README and in presage start --help. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inspect } from "node:util";
import { START_HELP } from "../../src/cli/start.ts";
import { readConfig } from "../../src/config.ts";
import { flagOf, SETTINGS } from "../../src/settings.ts";
import { readmePage } from "./settings-table.ts";

const shown = (environment: Readonly<Record<string, string | undefined>>): string =>
  inspect(readConfig(environment, []), { depth: null, maxArrayLength: null });

test("README has the table; npm run openapi writes it", () => {
  const { url, text } = readmePage();
  assert.equal(readFileSync(url, "utf8"), text);
});

for (const { name, kind } of SETTINGS)
  test(`presage start --help lists ${name} ${kind === "commands" ? "nowhere" : "with its flag"}`, () => {
    const names = kind === "secret" ? `${name}, which has no flag` : `${flagOf(name)}, ${name}`;
    const lines = START_HELP.split("\n").filter((line) => line.startsWith(`  ${names}`));
    assert.equal(lines.length, kind === "commands" ? 0 : 1);
  });

for (const { name, standard, production = standard } of SETTINGS.filter((one) => one.standard !== undefined))
  test(`${name} is without a setting as with its default`, () => {
    assert.equal(shown({ [name]: standard }), shown({}));
    if (name === "PRESAGE_MODE") return;
    const inProduction = { PRESAGE_MODE: "production" };
    assert.equal(shown({ ...inProduction, [name]: production }), shown(inProduction));
  });
