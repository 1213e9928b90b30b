/** Names of wallets: chosen, changed, given up, and refused with a reason. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { NAME_RESERVED_MS, NAME_CHANGE_INTERVAL_MS } from "../../../src/engine/operators/names.ts";
import { chooseName, getName, giveUpName } from "../../../src/http/trading/account/names.ts";
import { answeredBy } from "../../support/documented-answers.ts";
import { walletOf } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { assertRefused, DIALECTS, startWorld } from "./world.ts";

let exchange: TestExchange;

before(async () => {
  exchange = await startWorld();
});
after(() => exchange.close());

const answered = answeredBy([chooseName, getName, giveUpName]);
const named = (reply: Reply) => answered(reply, "/name", "spec") as { name: string; [key: string]: unknown };

const choose = (trader: Trader, name: string, options = {}): Promise<Reply> =>
  trader.request("POST", "/name", { body: { name }, ...options });

const nameOf = async (trader: Trader): Promise<string> => named(await trader.request("GET", "/name")).name;

const traderCalled = async (who: string, name: string): Promise<Trader> => {
  const trader = await createTrader(exchange, who);
  assert.equal(named(await choose(trader, name)).name, name);
  return trader;
};

const withKey = (key: string) => ({
  changeHeaders: (headers: Record<string, string>) => ({ ...headers, "idempotency-key": key }),
});

describe("a name", () => {
  it("is chosen, and generated before", async () => {
    const ann = await createTrader(exchange, "ann");
    const first = named(await ann.request("GET", "/name"));
    assert.equal(first.name, "");
    assert.match(String(first["pseudonym"]), /^[A-Z][a-z]+-[A-Z][a-z]+-\d{3}$/);
    assert.deepEqual([first["changeable_from"], first["removed"]], [null, null]);

    const chosen = named(await choose(ann, "Zoe\u0308 M"));
    const from = new Date(exchange.clock.now + NAME_CHANGE_INTERVAL_MS).toISOString();
    assert.deepEqual(chosen, { ...first, name: "Zoë M", changeable_from: from });
    assert.deepEqual(named(await ann.request("GET", "/name")), chosen);
    assert.equal(exchange.context.names.nameOf(ann.address), "Zoë M");
  });

  it("is changed once a day, and given again at any time", async () => {
    const trader = await traderCalled("ben", "Benny");
    assertRefused(await choose(trader, "Benno"), {
      status: 409,
      code: "name_changed_lately",
      error: "the name was changed lately",
    });
    assert.equal(named(await choose(trader, "Benny")).name, "Benny");
    exchange.clock.now += NAME_CHANGE_INTERVAL_MS;
    assert.equal(named(await choose(trader, "BENNY")).name, "BENNY");
    exchange.clock.now += NAME_CHANGE_INTERVAL_MS;
    assert.equal(named(await choose(trader, "Benno")).name, "Benno");
  });

  it("is given up at any time, which does not shorten the day", async () => {
    const trader = await traderCalled("cid", "Cid the 2nd");
    const given = named(await trader.request("DELETE", "/name"));
    assert.deepEqual([given.name, given["removed"]], ["", null]);
    assert.equal(exchange.context.names.nameOf(trader.address), "");
    assert.equal(named(await trader.request("DELETE", "/name")).name, "");
    const { body, status } = await choose(trader, "Cid");
    assert.deepEqual([status, body.code], [409, "name_changed_lately"]);
  });

  it("is of one wallet, with all that look alike", async () => {
    await traderCalled("dan", "Daniel");
    const eve = await createTrader(exchange, "eve");
    for (const name of ["Daniel", "dANIEL", "Daniél", "DanieI", "D.a.n.i.e.l"]) {
      const reply = await choose(eve, name);
      assertRefused(reply, { status: 409, code: "name_taken", error: "the name is taken" });
      assert.match(reply.body.hint, /which reads like "Daniel"$/);
    }
  });

  it("that was given up is free for others after a month, and for its owner before", async () => {
    const owner = await traderCalled("fay", "Fayence");
    const other = await createTrader(exchange, "gus");
    named(await owner.request("DELETE", "/name"));
    exchange.clock.now += NAME_CHANGE_INTERVAL_MS;
    const refused = await choose(other, "fayence");
    assertRefused(refused, { status: 409, code: "name_taken", error: "the name is taken" });
    assert.match(refused.body.hint, /which is free from 20\d\d-/);
    assert.equal(named(await choose(owner, "Fayence")).name, "Fayence");
    named(await owner.request("DELETE", "/name"));
    exchange.clock.now += NAME_RESERVED_MS;
    assert.equal(named(await choose(other, "fayence")).name, "fayence");
    assertRefused(await choose(owner, "Fayence"), {
      status: 409,
      code: "name_taken",
      error: "the name is taken",
    });
  });

  it("that breaks a rule is refused with the rule", async () => {
    const trader = await createTrader(exchange, "hal");
    const invalid = await choose(trader, "Pаul");
    assertRefused(invalid, { status: 400, code: "invalid_name", error: "invalid name" });
    assert.match(invalid.body.hint, /Latin and Cyrillic/);
    const generated = String(named(await trader.request("GET", "/name"))["pseudonym"]);
    for (const [name, code, error] of [
      ["0xabc", "name_like_address", "the name reads like an address"],
      [generated, "name_like_generated", "the name reads like a generated name"],
      ["Presage Team", "name_like_exchange", "the name reads like that of the exchange"],
    ] as const)
      assertRefused(await choose(trader, name), { status: 400, code, error });
    const { status, body } = await trader.request("POST", "/name", { body: { name: 5 } });
    assert.deepEqual([status, body.code], [400, "invalid_payload"]);
  });

  it("of another's wallet, or of none, is refused", async () => {
    const trader = await createTrader(exchange, "ida");
    const other = await createTrader(exchange, "jon");
    for (const [address, code] of [
      [other.address, "wallet_taken"],
      [walletOf("nobody"), "unknown_account"],
      ["0x12", "invalid_payload"],
    ] as const) {
      const path = `/name?address=${address}`;
      for (const reply of [
        await trader.request("GET", path),
        await trader.request("DELETE", path),
        await trader.request("POST", "/name", { body: { name: "Idana", address } }),
      ])
        assert.equal(reply.body.code, code, reply.text);
    }
    const unsigned = await exchange.send("/name", {});
    assert.equal(unsigned.status, 401);
  });

  it("of a wallet that the owner signs for is its own", async () => {
    const trader = await createTrader(exchange, "kim");
    const { accountsByOwner } = exchange.context.engine.exchange;
    const wallet = accountsByOwner.get(trader.address)?.find(({ address }) => address !== trader.address);
    const address = wallet?.address ?? trader.address;
    const reply = await trader.request("POST", "/name", { body: { name: "Kim's wallet", address } });
    assert.equal(String(named(reply)["address"]).toLowerCase(), address);
    assert.equal(await nameOf(trader), address === trader.address ? "Kim's wallet" : "");
  });

  for (const dialect of DIALECTS)
    it(`is chosen in the dialect ${dialect}, too`, async () => {
      const trader = await createTrader(exchange, `in ${dialect}`);
      const reply = await choose(trader, `Via ${dialect}`, { dialect });
      assert.equal((answered(reply, "/name", dialect) as { name: string }).name, `Via ${dialect}`);
    });
});

describe("a change of a name", () => {
  it("is made once, by its key and by its signature", async () => {
    const trader = await createTrader(exchange, "leo");
    const replies = await Promise.all([1, 2, 3].map(() => choose(trader, "Leopold", withKey("leo-1"))));
    assert.deepEqual(new Set(replies.map((reply) => named(reply).name)), new Set(["Leopold"]));
    exchange.clock.now += NAME_CHANGE_INTERVAL_MS;
    named(await choose(trader, "Leonard", withKey("leo-2")));
    const late = await choose(trader, "Leopold", withKey("leo-1"));
    assert.equal(late.headers.get("idempotency-replayed"), "true");
    assert.equal(named(late).name, "Leonard");
    const { status, body } = await choose(trader, "Leo", withKey("leo-1"));
    assert.deepEqual([status, body.code], [422, "idempotency_key_reused"]);

    const timestamp = String(Math.floor(exchange.clock.now / 1_000));
    named(await trader.request("DELETE", "/name", { timestamp }));
    const again = await trader.request("DELETE", "/name", { timestamp });
    assert.equal(again.headers.get("idempotency-replayed"), "true");
  });

  it("is one of several at once that would give two wallets alike names", async () => {
    const traders = await Promise.all(["m1", "m2", "m3"].map((who) => createTrader(exchange, who)));
    const replies = await Promise.all(traders.map((trader) => choose(trader, "Michael")));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409]);
  });

  for (const mode of ["read-only", "halted"] as const)
    it(`is refused while the exchange is ${mode}`, async () => {
      const trader = await createTrader(exchange, `during ${mode}`);
      await exchange.submit({ type: "set-mode", mode });
      const reply = await choose(trader, "Nathan");
      await exchange.submit({ type: "set-mode", mode: "normal" });
      assert.equal(reply.body.code, mode === "halted" ? "exchange_halted" : "read_only", reply.text);
      assert.equal(await nameOf(trader), "");
    });

  it("leaves no name in the journal", async () => {
    await traderCalled("oto", "Ottokar");
    const [{ found }] = await exchange.context.ownSql<[{ found: number }]>`
      select count(*)::int as found from journal where events::text like ${"%Ottokar%"}`;
    assert.equal(found, 0);
  });
});
