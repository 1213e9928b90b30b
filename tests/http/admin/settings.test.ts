/** The settings of a running exchange, as operators and the command line read them. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { ALL_SETTINGS } from "../../../src/settings/settings-table.ts";
import { runPresage } from "../../support/presage.ts";
import { startOperatedExchange, TOKENS } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

let exchange: OperatedExchange;

before(async () => {
  exchange = await startOperatedExchange({ PRESAGE_STOP_DELAY: "7", PRESAGE_MASTER_KEY: "5e".repeat(32) });
});
after(() => exchange.close());

describe("the settings of a running exchange", () => {
  it("are those of its start with their sources, in the order of the table, without secrets", async () => {
    const { status, body, text } = await exchange.call("watch", "GET", "/settings");
    assert.equal(status, 200);
    assert.deepEqual(
      body.map(({ name }: { name: string }) => name),
      ALL_SETTINGS.map(({ name }) => name),
    );
    const find = (name: string): unknown => body.find((row: { name: string }) => row.name === name);
    for (const [name, value, source] of [
      ["PRESAGE_STOP_DELAY", "7", "environment"],
      ["PRESAGE_MASTER_KEY", "set", "environment"],
      ["PRESAGE_OPERATORS", "set", "environment"],
      ["PRESAGE_PUBLIC_URL", null, "default"],
    ])
      assert.deepEqual(find(String(name)), { name, value, source });
    assert.doesNotMatch(text, /(5e){8}|(de){8}/);
  });

  it("are those that presage config print shows, whatever this shell has set", async (test) => {
    const args = ["config", "print", "--url", exchange.url.spec];
    const environment = { PRESAGE_ADMIN_TOKEN: TOKENS.watch, PRESAGE_STOP_DELAY: "3" };
    const { code, stdout, stderr } = await runPresage(test, args, environment);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.ok(
      stdout.startsWith(`The exchange that runs at ${exchange.url.spec} has these settings:\n\nSETTING`),
    );
    assert.match(stdout, /\nPRESAGE_STOP_DELAY +environment +7\n/);
    const json = await runPresage(test, [...args, "--json"], environment);
    assert.deepEqual([json.code, json.stderr], [0, ""]);
    assert.deepEqual(JSON.parse(json.stdout)["PRESAGE_STOP_DELAY"], { value: "7", source: "environment" });
  });

  it("are not shown to an operator who only reads the metrics", async (test) => {
    const args = ["config", "print", "--url", exchange.url.spec];
    const { code, stdout, stderr } = await runPresage(test, args, { PRESAGE_ADMIN_TOKEN: TOKENS.scrape });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.equal(stderr, "presage: this needs the viewer role; scrape has metrics\n");
  });
});
