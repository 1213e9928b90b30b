/** Webhooks as operators make, change and watch them, with a receiver that verifies what it gets. */
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { Webhook } from "standardwebhooks";
import { hashOf, tokenOf, walletOf } from "../../support/exchange.ts";
import { until } from "../../support/until.ts";
import { startReceiver } from "../../webhooks/receiver.ts";
import type { Receiver } from "../../webhooks/receiver.ts";
import { startTradedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

let exchange: OperatedExchange;
let receiver: Receiver;
before(async () => {
  exchange = await startTradedExchange();
  exchange.context.webhooks.start();
  await exchange.open(walletOf("ann"), "1000");
});
after(() => exchange.close());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const { id } of await exchange.done("GET", "/webhooks"))
    await exchange.done("DELETE", `/webhooks/${id}`, { reason: "over" });
  await receiver.close();
});

const reason = "our ledger";

const add = (more: object = {}) =>
  exchange.done("POST", "/webhooks", { url: receiver.url, events: ["*"], reason, ...more });

const deposit = (name: string, amount = "1") =>
  exchange.done("POST", "/credits", { address: walletOf(name), amount, reason });

const workOf = (subject: string, trouble: readonly string[]) => ({
  subject,
  title: "ledger",
  why: trouble.join("; "),
  since: null,
  count: 1,
});

const refusal = async (path: string, body: object): Promise<[number, string, string]> => {
  const { status, body: refused } = await exchange.call("admin", "POST", path, body);
  return [status, refused.code, refused.hint];
};

describe("a webhook", () => {
  it("gets the events that it wants, signed by its secret", async () => {
    const { id, secret } = await add({ events: ["balance.*"] });
    await deposit("ann", "2.5");
    await until("the deposit arrived", () => receiver.accepted.length === 1);
    const [message] = receiver.accepted;
    const { type, data, wallets } = message!.event;
    assert.deepEqual([type, data.amount, wallets], ["balance.deposited", "2.5", [walletOf("ann")]]);
    assert.equal(message!.id, message!.event.id);
    assert.deepEqual(new Webhook(secret).verify(message!.body, message!.headers), message!.event);
    const other = new Webhook(`whsec_${Buffer.alloc(32).toString("base64")}`);
    assert.throws(() => other.verify(message!.body, message!.headers));
    await until("it is current", async () => (await exchange.done("GET", `/webhooks/${id}`)).lag === 0);
  });

  it("begins with an earlier batch, and is sent batches again", async () => {
    const { id } = await add({ from: 1, events: ["market.created"] });
    await until("the market arrived", () => receiver.accepted.length === 1);
    await exchange.done("POST", `/webhooks/${id}/replay`, { from: 1, reason });
    await until("it arrived again", () => receiver.accepted.length === 2);
    const [first, again] = receiver.accepted;
    assert.equal(first!.id, again!.id);
    assert.equal(first!.body, again!.body);
    await until(
      "the replay is over",
      async () => (await exchange.done("GET", `/webhooks/${id}`)).replay === null,
    );
  });

  it("is signed by both secrets for a while after a rotation", async () => {
    const { id, secret } = await add();
    const rotated = await exchange.done("POST", `/webhooks/${id}/rotate`, { reason });
    assert.notEqual(rotated.secret, secret);
    assert.equal((await exchange.done("GET", `/webhooks/${id}/secret`)).secret, rotated.secret);
    const tested = await exchange.done("POST", `/webhooks/${id}/test`);
    assert.deepEqual([tested.delivered, tested.status], [true, 200]);
    const message = receiver.accepted.find(({ event }) => event.type === "webhook.test")!;
    for (const one of [secret, rotated.secret])
      assert.deepEqual(new Webhook(one).verify(message.body, message.headers), message.event);
    await exchange.done("POST", `/webhooks/${id}/rotate`, { overlapHours: 0, reason });
    await exchange.done("POST", `/webhooks/${id}/test`);
    const last = receiver.accepted.findLast(({ event }) => event.type === "webhook.test")!;
    assert.throws(() => new Webhook(rotated.secret).verify(last.body, last.headers));
  });

  it("keeps its place while it is disabled", async () => {
    const { id } = await add({ events: ["balance.deposited"] });
    await exchange.done("POST", `/webhooks/${id}`, { enabled: false, reason });
    assert.equal((await exchange.done("GET", `/webhooks/${id}`)).state, "disabled");
    await deposit("ann", "3");
    await exchange.done("POST", `/webhooks/${id}`, { enabled: true, reason });
    await until("the deposit arrived", () => receiver.accepted.length === 1);
  });

  it("is disabled when its receiver is gone, and keeps what it lacks", async () => {
    const { id } = await add({ events: ["balance.deposited"] });
    receiver.reply = () => 410;
    await deposit("ann");
    await until(
      "it is disabled",
      async () => (await exchange.done("GET", `/webhooks/${id}`)).state === "disabled",
    );
    const { disabledFor, waiting } = await exchange.done("GET", `/webhooks/${id}`);
    assert.deepEqual([disabledFor, waiting], ["the receiver answered 410 Gone", 1]);
  });

  it("tells what waits, and shows it in the metrics", async () => {
    const { id } = await add({ events: ["balance.deposited"] });
    receiver.reply = () => 500;
    await deposit("ann");
    await until("it failed", async () => (await exchange.done("GET", `/webhooks/${id}`)).waiting === 1);
    const { data } = await exchange.done("GET", `/webhooks/${id}/failures?state=waiting`);
    assert.deepEqual(
      data.map(({ type, attempts, error }: Record<string, unknown>) => [type, attempts, error]),
      [["balance.deposited", 1, "the receiver answered 500"]],
    );
    assert.deepEqual((await exchange.done("GET", `/webhooks/${id}/failures`)).data, []);
    const { text } = await exchange.call("admin", "GET", "/metrics");
    assert.ok(text.includes(`presage_webhook_waiting{webhook="${id}"} 1`));
    assert.deepEqual((await exchange.done("POST", `/webhooks/${id}/retry`, { reason })).count, 0);
    const [, code, hint] = await refusal(`/webhooks/${id}/drop`, { events: ["1-0"], reason });
    assert.equal(code, "invalid_payload");
    assert.match(hint, /^events: no delivery of 1-0 waits or was given up/);
  });

  it("tries named events that wait at once, in order, and says why others cannot be", async () => {
    const { id } = await add({ events: ["balance.deposited"] });
    receiver.reply = () => 500;
    await deposit("ann");
    await deposit("ann", "2");
    await until("both wait", async () => (await exchange.done("GET", `/webhooks/${id}`)).waiting === 2);
    // The next attempt is hours away.
    await exchange.done("POST", `/webhooks/${id}`, { enabled: false, reason });
    const far = Date.now() + 40_000_000;
    await exchange.context
      .ownSql`update webhook_deliveries set next_at = ${far} where webhook = ${id} and next_at > 0`;
    await exchange.done("POST", `/webhooks/${id}`, { enabled: true, reason });
    const { data } = await exchange.done("GET", `/webhooks/${id}/failures?state=waiting`);
    const [first, second] = data.map(({ event }: { event: string }) => event);
    const because = async (step: string, event: string): Promise<string> =>
      (await refusal(`/webhooks/${id}/${step}`, { events: [event], reason }))[2];
    assert.match(await because("retry", second), /waits behind an earlier event of its order/);
    assert.match(await because("drop", first), /was not given up: it is tried again at \d{4}-/);
    receiver.reply = () => 200;
    assert.equal(
      (await exchange.done("POST", `/webhooks/${id}/retry`, { events: [first], reason })).count,
      1,
    );
    await until("both arrived", () => receiver.accepted.length === 2);
    assert.deepEqual(
      receiver.accepted.map((message) => message.id),
      [first, second],
    );
  });

  it("needs an operator while it is paused or late, or gave something up", async () => {
    const { id } = await add({ events: ["balance.deposited"], description: "ledger" });
    const troubles = async (): Promise<string[]> => {
      const { webhooks } = await exchange.done("GET", "/status");
      const { kinds } = await exchange.done("GET", "/attention");
      const work = kinds.find(({ kind }: { kind: string }) => kind === "webhook");
      const { trouble } = webhooks.find((webhook: { id: string }) => webhook.id === id);
      assert.deepEqual(work?.first ?? [], trouble.length === 0 ? [] : [workOf(id, trouble)]);
      assert.deepEqual((await exchange.done("GET", `/webhooks/${id}`)).trouble, trouble);
      return trouble;
    };
    assert.deepEqual(await troubles(), []);
    receiver.reply = () => 500;
    await deposit("ann");
    await until("it failed, and that is noted", async () => {
      const { waiting, error } = await exchange.done("GET", `/webhooks/${id}`);
      return waiting === 1 && error !== "";
    });
    assert.deepEqual(await troubles(), []);
    exchange.clock.now += 600_000;
    assert.deepEqual(await troubles(), ["events did not arrive for 10 min 0 s: the receiver answered 500"]);
    const { text } = await exchange.call("admin", "GET", "/metrics");
    assert.ok(text.includes(`presage_webhook_lag_seconds{webhook="${id}"} 600`));
    await exchange.done("POST", `/webhooks/${id}`, { enabled: false, reason });
    assert.deepEqual(await troubles(), ["it is paused"]);
    await exchange.context.ownSql`update webhook_deliveries set dead_at = 1 where webhook = ${id}`;
    assert.deepEqual(await troubles(), ["it is paused", "one delivery was given up"]);
    await exchange.done("POST", `/webhooks/${id}/drop`, { reason });
    await exchange.done("POST", `/webhooks/${id}`, { enabled: true, reason });
    assert.deepEqual(await troubles(), []);
  });

  it("gets what comes after a sandbox went back, under ids of its own", async () => {
    await exchange.context.snapshots.take("here");
    await add({ events: ["balance.deposited"] });
    await deposit("ann", "4");
    await until("the first arrived", () => receiver.accepted.length === 1);
    await exchange.context.snapshots.revert("here");
    await deposit("ann", "5");
    await until("the second arrived", () => receiver.accepted.length === 2);
    const [earlier, later] = receiver.accepted;
    assert.deepEqual([earlier!.event.data.amount, later!.event.data.amount], ["4", "5"]);
    assert.notEqual(earlier!.id, later!.id);
  });

  it("is refused with a reason", async () => {
    const url = receiver.url;
    const cases: [body: object, hint: RegExp][] = [
      [{ url: "http://hooks.example/" }, /^url: expected https; http only for/],
      [{ url: "https://10.1.2.3/" }, /^url: expected an address of the public internet/],
      [{ url: "https://ann:pw@hooks.example/" }, /no user and password/],
      [{ url: "ftp://hooks.example/" }, /expected https/],
      [{ url: "nonsense" }, /expected a URL/],
      [{ url, events: ["order.palced"] }, /order.placed/],
      [{ url, events: ["ordr.*"] }, /order\.\*"?.*order\.\*/],
      [{ url, wallets: ["0x12"] }, /^wallets: /],
      [{ url, from: 1_000_000 }, /^from: expected a batch from 1 to/],
    ];
    for (const [given, hint] of cases) {
      const [status, code, got] = await refusal("/webhooks", { events: ["*"], reason, ...given });
      assert.deepEqual([status, code], [400, "invalid_payload"], got);
      assert.match(got, hint);
    }
    const [, unknown] = await refusal("/webhooks", { url, events: ["*"], markets: ["none"], reason });
    assert.equal(unknown, "unknown_market");
    const { id } = await add();
    assert.deepEqual((await refusal("/webhooks/wh_0/rotate", { reason })).slice(0, 2), [
      404,
      "webhook_not_found",
    ]);
    const [, , unread] = await refusal(`/webhooks/${id}/test`, { event: "order.placed" });
    assert.equal(unread, 'body: expected none, or one without fields, got {"event":"order.placed"}');
    assert.equal((await refusal(`/webhooks/${id}/replay`, { from: 3, to: 2, reason }))[1], "invalid_payload");
    assert.equal((await refusal(`/webhooks/${id}/drop`, { events: ["x"], reason }))[1], "invalid_payload");
    const wrong = await exchange.call("admin", "GET", `/webhooks/${id}/failures?after=5-1-1`);
    assert.equal(wrong.body.code, "invalid_cursor");
    receiver.reply = () => 500;
    await exchange.done("POST", `/webhooks/${id}/replay`, { from: 1, reason });
    assert.equal((await refusal(`/webhooks/${id}/replay`, { from: 1, reason }))[1], "webhook_conflict");
    for (let count = 1; count < 20; count += 1) await add({ events: ["exchange.mode"] });
    const full = await refusal("/webhooks", { url, events: ["*"], reason });
    assert.deepEqual(full.slice(0, 2), [409, "webhook_conflict"]);
  });

  it("is limited to owners and markets, and its terms can be changed", async () => {
    await exchange.open(walletOf("bob"), "10");
    const { id } = await add({
      wallets: [walletOf("bob")],
      events: ["order.placed"],
      markets: [hashOf("rain")],
    });
    const place = (account: string) =>
      exchange.place({
        account: walletOf(account),
        tokenId: tokenOf("rain yes"),
        side: "BUY",
        price: "0.1",
        size: "5",
      });
    await place("ann");
    await place("bob");
    await until("bob's order arrived", () => receiver.accepted.length === 1);
    assert.deepEqual(receiver.accepted[0]!.event.wallets, [walletOf("bob")]);
    await exchange.done("POST", `/webhooks/${id}`, { wallets: [], orderedBy: "market", reason });
    const { wallets, orderedBy } = await exchange.done("GET", `/webhooks/${id}`);
    assert.deepEqual([wallets, orderedBy], [[], "market"]);
    await place("ann");
    await until("ann's order arrived", () => receiver.accepted.length === 2);
    const audit = await exchange.done("GET", `/audit?subject=${id}`);
    assert.deepEqual(
      audit.data.map(({ action }: { action: string }) => action),
      ["change-webhook", "add-webhook"],
    );
  });
});
