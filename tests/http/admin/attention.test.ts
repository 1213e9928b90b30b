/** Work that waits for an operator: nothing in an exchange that is well, and each kind from its beginning to its end. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hashOf, testListing } from "../../support/exchange.ts";
import { startOperatedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

const reason = "the work of today";
let exchange: OperatedExchange;

before(async () => {
  exchange = await startOperatedExchange();
  await exchange.list(testListing(["rain", "snow"].map((name) => ({ name }))));
});
after(() => exchange.close());

type Kind = { kind: string; total: number; first: { subject: string; title: string; why: string }[] };

const ask = () => exchange.done("GET", "/attention");
const kindsNow = async (): Promise<string[]> => (await ask()).kinds.map(({ kind }: Kind) => kind);
const only = async (): Promise<Kind> => {
  const { total, kinds } = await ask();
  assert.equal(kinds.length, 1, JSON.stringify(kinds));
  assert.equal(total, kinds[0].total);
  return kinds[0];
};
const step = (word: string, body: object = {}) =>
  exchange.done("POST", `/markets/${hashOf("rain")}/${word}`, { reason, ...body });

test("nothing waits in an exchange that is well", async () => {
  assert.deepEqual(await ask(), { total: 0, kinds: [] });
});

test("a proposal waits, then its dispute, and neither does after the resolution", async () => {
  await step("propose", { payout: "yes" });
  const proposed = await only();
  const { since, ...first } = (await ask()).kinds[0].first[0];
  assert.deepEqual([proposed.kind, proposed.total], ["proposed", 1]);
  assert.equal(first.subject, hashOf("rain"));
  assert.equal(new Date(since).getTime(), exchange.clock.now);
  await step("dispute");
  assert.equal((await only()).kind, "disputed");
  await step("pause");
  assert.equal((await only()).kind, "disputed");
  await step("resolve", { payout: "no" });
  assert.deepEqual(await kindsNow(), []);
});

test("a market waits from its end on, and a proposal takes its place", async () => {
  const end = new Date(exchange.clock.now + 60_000).toISOString();
  const event = await exchange.done("POST", "/events", { title: "The ferry", reason });
  const terms = { event: event.slug, question: "Will it sail?", endDate: end, reason };
  const { conditionId } = await exchange.done("POST", "/markets", terms);
  const why = "a market of it was never opened";
  assert.deepEqual(await only(), {
    kind: "draft",
    total: 1,
    first: [{ subject: event.id, title: "The ferry", why, since: null, count: 1 }],
  });
  await exchange.done("POST", `/markets/${conditionId}/open`, { reason });
  assert.deepEqual(await kindsNow(), []);
  exchange.clock.now += 59_999;
  assert.deepEqual(await kindsNow(), []);
  exchange.clock.now += 1;
  assert.deepEqual(await only(), {
    kind: "ended",
    total: 1,
    first: [
      {
        subject: conditionId,
        title: "Will it sail?",
        why: "it ended without a result",
        since: end,
        count: 1,
      },
    ],
  });
  await exchange.done("POST", `/markets/${conditionId}/propose`, { payout: "yes", reason });
  assert.equal((await only()).kind, "proposed");
  await exchange.done("POST", `/markets/${conditionId}/archive`, { reason });
  assert.deepEqual(await kindsNow(), []);
});

test("an event with many drafts is one line, and the first twenty events are named", async () => {
  const { id, slug } = await exchange.done("POST", "/events", { title: "Many ferries", reason });
  for (let no = 0; no < 3; no += 1)
    await exchange.done("POST", "/markets", { event: slug, question: `Will ferry ${no} sail?`, reason });
  const { total, first } = await only();
  assert.equal(total, 1);
  const why = "3 markets of it were never opened";
  assert.deepEqual(first, [{ subject: id, title: "Many ferries", why, since: null, count: 3 }]);
  await exchange.done("POST", `/events/${slug}/archive`, { reason });
  assert.deepEqual(await kindsNow(), []);
  for (let no = 0; no < 21; no += 1) {
    const one = await exchange.done("POST", "/events", { title: `Harbour ${no}`, reason });
    await exchange.done("POST", "/markets", { event: one.slug, question: `Will ${no} open?`, reason });
  }
  const many = await only();
  assert.deepEqual([many.total, many.first.length], [21, 20]);
});
