/** Names under moderation: listed, taken away with a reason that their owner sees, and forbidden for the future. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { NAME_CHANGE_INTERVAL_MS } from "../../../src/engine/operators/names.ts";
import { walletOf } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { startTradedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

let exchange: OperatedExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  exchange = await startTradedExchange();
  ann = await createTrader(exchange, "ann");
  ben = await createTrader(exchange, "ben");
  await choose(ann, "Annabel");
  exchange.clock.now += 1_000;
  await choose(ben, "Benjamin");
});
after(() => exchange.close());

async function choose(trader: Trader, name: string): Promise<string> {
  const { status, body } = await trader.request("POST", "/name", { body: { name } });
  return status === 200 ? body.name : body.code;
}

const list = async (
  query = "",
): Promise<{ data: { address: string; name: string }[]; next: string | null }> =>
  exchange.done("GET", `/names${query}`) as never;
const namesOf = async (query?: string): Promise<string[]> => (await list(query)).data.map(({ name }) => name);

const latestNote = async (): Promise<{ [key: string]: unknown }> => {
  const { data } = (await exchange.done("GET", "/audit?limit=1")) as never;
  return data[0];
};

describe("names that operators see", () => {
  it("are listed the latest first, in pages", async () => {
    assert.deepEqual(await namesOf(), ["Benjamin", "Annabel"]);
    const first = await list("?limit=1");
    assert.deepEqual(
      first.data.map(({ name }) => name),
      ["Benjamin"],
    );
    const second = await list(`?limit=1&before=${first.next}`);
    assert.deepEqual([second.data.map(({ name }) => name), second.next], [["Annabel"], null]);
    const wrong = await exchange.call("desk", "GET", "/names?before=first");
    assert.deepEqual([wrong.status, wrong.body.code], [400, "invalid_cursor"]);
  });

  it("are found by a part, and by the beginning of the address", async () => {
    assert.deepEqual(await namesOf("?search=nab"), ["Annabel"]);
    assert.deepEqual(await namesOf("?search=JAMIN"), ["Benjamin"]);
    assert.deepEqual(await namesOf(`?search=${ann.address.slice(0, 20).toUpperCase().replace("0X", "0x")}`), [
      "Annabel",
    ]);
    assert.deepEqual(await namesOf("?search=%25"), []);
  });

  it("are taken away by those who may, with a reason", async () => {
    const path = `/names/${ben.address}`;
    for (const [operator, body, code] of [
      ["judge", { reason: "rude" }, "forbidden"],
      ["desk", {}, "invalid_payload"],
      ["desk", { reason: " " }, "invalid_payload"],
      ["desk", { reason: "rude", forbids: false }, "invalid_payload"],
    ] as const)
      assert.equal((await exchange.call(operator, "DELETE", path, body)).body.code, code);
    const unknown = await exchange.call("desk", "DELETE", `/names/${walletOf("nobody")}`, { reason: "rude" });
    assert.deepEqual([unknown.status, unknown.body.code], [404, "name_not_found"]);
  });
});

describe("a name that is taken away", () => {
  it("falls back to the generated one, and its owner sees why", async () => {
    const { status, body } = await exchange.call("desk", "DELETE", `/names/${ben.address}`, {
      reason: "takes the name of another",
    });
    assert.deepEqual([status, body.address, body.forbidden], [200, ben.address, true]);
    const own = (await ben.request("GET", "/name")).body;
    assert.equal(own.name, "");
    assert.deepEqual(own.removed, {
      name: "Benjamin",
      reason: "takes the name of another",
      time: body.time,
    });
    assert.equal(exchange.context.names.nameOf(ben.address), "");
    assert.deepEqual(await namesOf(), ["Annabel"]);
    const { data } = await list("?removed=true");
    assert.deepEqual(data, [
      {
        address: ben.address,
        name: "Benjamin",
        chosen: new Date(exchange.clock.now).toISOString(),
        removed: { time: body.time, operator: "desk", reason: "takes the name of another" },
      },
    ]);
  });

  it("has its entry in the audit log, without the name", async () => {
    const { operator, action, subject, reason, details } = await latestNote();
    assert.deepEqual(
      [operator, action, subject, reason],
      ["desk", "remove-name", ben.address, "takes the name of another"],
    );
    assert.deepEqual(details, { forbidden: true });
  });

  it("cannot be chosen again by anybody, nor can its owner choose another before the day is over", async () => {
    const cid = await createTrader(exchange, "cid");
    assert.equal(await choose(cid, "benjamin"), "name_not_allowed");
    assert.equal(await choose(ben, "Benedict"), "name_changed_lately");
    exchange.clock.now += NAME_CHANGE_INTERVAL_MS;
    assert.equal(await choose(ben, "BENJAMIN"), "name_not_allowed");
    assert.equal(await choose(ben, "Benedict"), "Benedict");
    assert.equal((await ben.request("GET", "/name")).body.removed, null);
  });

  it("can be chosen again where the operator says so", async () => {
    await exchange.done("DELETE", `/names/${ben.address}`, { reason: "asked for it", forbid: false });
    exchange.clock.now += NAME_CHANGE_INTERVAL_MS;
    assert.equal(await choose(ben, "Benedict"), "Benedict");
  });
});

describe("a forbidden text", () => {
  const forbid = (text: string, match: "name" | "word") =>
    exchange.call("desk", "POST", "/forbidden-names", { text, match, reason: "rude" });
  const allow = (text: string, match: "name" | "word") =>
    exchange.call("desk", "DELETE", "/forbidden-names", { text, match, reason: "not so rude" });

  it("is no part of a name any more, and those who have it are named", async () => {
    const { status, body } = await forbid("n-n-a", "word");
    assert.deepEqual(
      [status, body],
      [
        200,
        {
          text: "n-n-a",
          match: "word",
          changed: true,
          bearers: [{ address: ann.address, name: "Annabel" }],
        },
      ],
    );
    const dan = await createTrader(exchange, "dan");
    assert.equal(await choose(dan, "Hannah"), "name_not_allowed");
    assert.equal(await choose(dan, "Hanan"), "Hanan");
    assert.equal((await forbid("NNA", "word")).body.changed, false);
    assert.deepEqual(await latestNote().then(({ action, subject, details }) => [action, subject, details]), [
      "forbid-name",
      "NNA",
      { match: "word", changed: false },
    ]);
  });

  it("is listed, and allowed again", async () => {
    const { body } = await exchange.call("judge", "GET", "/forbidden-names");
    assert.deepEqual(
      (body as { text: string; match: string; operator: string; reason: string }[]).map(
        ({ text, match, operator, reason }) => [text, match, operator, reason],
      ),
      [
        ["Benjamin", "name", "desk", "takes the name of another"],
        ["n-n-a", "word", "desk", "rude"],
      ],
    );
    assert.equal((await allow("nna", "name")).body.changed, false);
    assert.deepEqual((await allow("nna", "word")).body, { text: "nna", match: "word", changed: true });
    assert.equal((await latestNote())["action"], "allow-name");
    const eve = await createTrader(exchange, "eve");
    assert.equal(await choose(eve, "Hannah"), "Hannah");
  });

  it("has letters enough not to forbid everything", async () => {
    for (const reply of [await forbid("a", "word"), await allow("-_-", "name")])
      assert.deepEqual([reply.status, reply.body.code], [400, "invalid_name"]);
  });
});
