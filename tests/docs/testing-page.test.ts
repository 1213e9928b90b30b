/** Commands and files of docs/testing.md are there. npm run test:package runs its suites. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import packageFile from "../../package.json" with { type: "json" };
import { THROW_AWAY_FLAGS } from "../../src/cli/start.ts";
import { readConfig } from "../../src/settings/config.ts";
import { listDocumentedCommands, listDocumentedFiles } from "../package/documented-suites.ts";

const shown = listDocumentedCommands("shell");
const files = listDocumentedFiles();
const { text: workflow } = files.find(({ name }) => name.endsWith(".yml"))!;

describe("docs/testing.md", () => {
  it("starts the exchange by flags that there are", () => {
    const [fixture = "", ...others] = listDocumentedCommands("fixture");
    assert.deepEqual(others, []);
    const [npx, no, dashes, name, start, ...flags] = fixture.split(" ");
    assert.deepEqual([npx, no, dashes, name, start], ["npx", "--no", "--", "presage", "start"]);
    const settings = flags.filter((flag) => !Object.keys(THROW_AWAY_FLAGS).includes(flag));
    const { json, demo, residents } = readConfig({}, settings);
    assert.deepEqual([json, demo, residents, flags.length - settings.length], [true, "catalog", "off", 2]);
  });

  it("installs the file that npm pack makes", () => {
    assert.equal(shown[0], `npm install --save-dev ./${packageFile.name}-${packageFile.version}.tgz`);
  });

  it("has a workflow of the commands that it shows, on the Node.js that the package needs", () => {
    const installs = new Set(["npm ci", "pip install pytest py-clob-client-v2"]);
    const runs = listDocumentedCommands("workflow");
    assert.deepEqual(
      runs.filter((command) => !installs.has(command)),
      shown.slice(1),
    );
    const [, file] = /node --test (\S+)/.exec(workflow) ?? [];
    assert.ok(files.some(({ name }) => name === file));
    const [, major] = /node-version: (\d+)$/m.exec(workflow) ?? [];
    assert.ok(packageFile.devDependencies["@types/node"].startsWith(`^${major}.`));
  });
});
