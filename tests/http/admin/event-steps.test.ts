/** Steps of all markets of an event: in one batch or not at all, and a rehearsal that tells what a resolution pays. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { lots } from "../../../src/core/units.ts";
import { inSnapshot } from "../../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../../src/store/verify/verify-exchange.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import { startOperatedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

const reason = "the final is over";
const [ANN, BOB, CID] = [walletOf("ann"), walletOf("bob"), walletOf("cid")];
const OWNERS = [ANN, BOB, CID];

let exchange: OperatedExchange;
let cups = 0;
/** Slug of the event of the test that runs, and its markets' names. */
let cup = "";
let names: string[] = [];

before(async () => {
  exchange = await startOperatedExchange({ PRESAGE_AUTO_REDEEM: "false" });
  for (const wallet of OWNERS) await exchange.open(wallet, "100000");
});
after(() => exchange.close());

/** Lists an event of three markets of which one wins; the last of them pays at once. */
beforeEach(async () => {
  cups += 1;
  cup = `cup-${cups}`;
  names = ["north", "south", "west"].map((name) => `${cup} ${name}`);
  const markets = names.map((name, index) => ({ name, negativeRisk: true, autoRedeem: index === 2 }));
  await exchange.list(testListing(markets, { id: String(100 + cups), slug: cup, ticker: cup }));
});

const name = (index: number): string => names[index]!;
const seq = (): number => exchange.context.engine.head().seq;

const step = (word: string, body: object = {}) =>
  exchange.call("admin", "POST", `/events/${cup}/${word}`, { reason, ...body });
const done = (word: string, body: object = {}) =>
  exchange.done("POST", `/events/${cup}/${word}`, { reason, ...body });
const rehearse = (winner: string, more = "") =>
  exchange.done("GET", `/events/${cup}/rehearsal?winner=${winner}${more}`);
const statuses = async (): Promise<string[]> =>
  (await exchange.done("GET", `/events/${cup}`)).markets.map(({ status }: { status: string }) => status);

/** Refuses the step with this code, and nothing is changed by it. */
async function refuses(word: string, body: object, code: string, hint: RegExp): Promise<void> {
  const [head, was] = [seq(), await statuses()];
  const reply = await step(word, body);
  assert.equal(reply.body.code, code, reply.text);
  assert.match(reply.body.hint, hint);
  assert.equal(seq(), head);
  assert.deepEqual(await statuses(), was);
}

/** Shares with everybody, conversions, trades at odd prices, and orders that rest. */
async function trade(): Promise<void> {
  for (const [index, address] of OWNERS.entries())
    for (const market of names) {
      const conditionId = hashOf(market);
      await exchange.submit({
        type: "split",
        address,
        owner: address,
        conditionId,
        lots: lots(1_013 + index),
      });
    }
  const conditionIds = [hashOf(name(0)), hashOf(name(1))];
  await exchange.submit({ type: "convert", address: ANN, owner: ANN, conditionIds, lots: lots(307) });
  const yes = tokenOf(`${name(1)} yes`);
  await exchange.place({ account: BOB, tokenId: yes, side: "SELL", price: "0.37", size: "7.77" });
  await exchange.place({ account: CID, tokenId: yes, side: "BUY", price: "0.37", size: "3.33" });
  const no = tokenOf(`${name(2)} no`);
  await exchange.place({ account: CID, tokenId: no, side: "BUY", price: "0.21", size: "15" });
}

/** Collateral of the owners, in micros. */
async function collateral(): Promise<number[]> {
  const sql = await exchange.context.sql();
  const rows = await sql<{ address: string; collateral: number }[]>`select address, collateral from accounts`;
  return OWNERS.map((owner) => rows.find(({ address }) => address === owner)!.collateral);
}

type Told = {
  readonly address: string;
  readonly payouts: readonly { conditionId: string; amount: string }[];
};

/** Micros that the rehearsal gives each owner in these markets. */
const toldTo = (accounts: readonly Told[], conditions: readonly string[]): number[] =>
  OWNERS.map((owner) =>
    accounts
      .filter(({ address }) => address === owner)
      .flatMap(({ payouts }) => payouts)
      .filter(({ conditionId }) => conditions.includes(conditionId))
      .reduce((sum, { amount }) => sum + Math.round(Number(amount) * 1e6), 0),
  );

const gains = (earlier: readonly number[], later: readonly number[]): number[] =>
  later.map((amount, index) => amount - earlier[index]!);

describe("a winner", () => {
  for (const [index, which] of ["the first", "the second", "the third"].entries())
    it(`of ${which} market pays to the micro what the rehearsal told, in one batch`, async () => {
      await trade();
      const had = await collateral();
      const head = seq();
      const told = await rehearse(hashOf(name(index)));
      assert.equal(seq(), head, "a rehearsal changes nothing");
      assert.deepEqual(await statuses(), ["active", "active", "active"]);
      assert.equal(told.remains, "0");
      assert.deepEqual([told.holders, told.orders, told.accounts.length], [3, 2, 3]);
      assert.deepEqual(
        told.markets.map(({ payout }: { payout: number[] }) => payout),
        [0, 1, 2].map((market) => (market === index ? [1, 0] : [0, 1])),
      );

      const answer = await done("resolve", { winner: name(index).replaceAll(" ", "-") });
      assert.deepEqual([answer.changed, answer.statuses.resolved], [3, 3]);
      assert.equal(seq(), head + 1, "one batch");
      const paid = await collateral();
      const atOnce = [hashOf(name(2))];
      assert.deepEqual(gains(had, paid), toldTo(told.accounts, atOnce));
      const sum = (micros: readonly number[]): number => micros.reduce((total, one) => total + one, 0);
      assert.equal(sum(gains(had, paid)), Math.round(Number(told.paid) * 1e6));

      const later = names.slice(0, 2).map(hashOf);
      for (const address of OWNERS)
        for (const conditionId of later)
          await exchange.submit({ type: "redeem", address, owner: address, conditionId });
      assert.deepEqual(gains(paid, await collateral()), toldTo(told.accounts, later));
      assert.equal(sum(gains(paid, await collateral())), Math.round(Number(told.due) * 1e6));
      const sql = await exchange.context.sql();
      const [{ backing }] = (await sql`
        select sum(backing)::bigint as backing from market_states join markets on no = market
        where event_id = ${100 + cups}`) as [{ backing: number }];
      assert.equal(backing, 0, "nothing remains");
    });

  it("is told of one market as the market alone pays", async () => {
    await trade();
    const [conditionId, had, head] = [hashOf(name(2)), await collateral(), seq()];
    const path = `/markets/${conditionId}`;
    const told = await exchange.done("GET", `${path}/rehearsal?payout=no`);
    assert.equal(seq(), head, "a rehearsal changes nothing");
    assert.deepEqual([told.conditionId, told.markets.length, told.holders], [conditionId, 1, 3]);
    await exchange.done("POST", `${path}/resolve`, { payout: "no", reason });
    assert.deepEqual(gains(had, await collateral()), toldTo(told.accounts, [conditionId]));
    const again = await exchange.call("judge", "GET", `${path}/rehearsal?payout=yes`);
    assert.equal(again.body.code, "market_already_resolved", again.text);
  });

  it("is told in pages of accounts, the largest total first", async () => {
    await trade();
    const whole = await rehearse(hashOf(name(0)));
    const totals = whole.accounts.map(({ total }: { total: string }) => Number(total));
    assert.deepEqual(
      totals,
      totals.toSorted((one: number, other: number) => other - one),
    );
    const pages = [
      await rehearse(hashOf(name(0)), "&limit=2"),
      await rehearse(hashOf(name(0)), "&limit=2&offset=2"),
    ];
    assert.deepEqual(
      pages.flatMap(({ accounts }) => accounts),
      whole.accounts,
    );
    assert.deepEqual(
      pages.map(({ holders, paid }) => [holders, paid]),
      [
        [3, whole.paid],
        [3, whole.paid],
      ],
    );
  });

  it("is refused while a market is a draft, and nothing is resolved", async () => {
    const draft = { name: `${cup} draft`, active: false, negativeRisk: true };
    await exchange.list(testListing([draft], { id: String(100 + cups), slug: cup, ticker: cup }));
    const hint = new RegExp(`market ${hashOf(draft.name)}: .*got draft; no market was changed`);
    await refuses("resolve", { winner: hashOf(name(0)) }, "market_not_open", hint);
    await refuses("propose", { winner: hashOf(name(0)) }, "market_not_open", hint);
    const rehearsal = await exchange.call(
      "judge",
      "GET",
      `/events/${cup}/rehearsal?winner=${hashOf(name(0))}`,
    );
    assert.deepEqual([rehearsal.status, rehearsal.body.code], [400, "market_not_open"], rehearsal.text);
    await exchange.done("POST", `/markets/${hashOf(draft.name)}/archive`, { reason });
    assert.equal((await done("resolve", { winner: hashOf(name(0)) })).changed, 3);
  });

  it("decides the rest after a market resolved so, and is refused after one resolved otherwise", async () => {
    await exchange.done("POST", `/markets/${hashOf(name(1))}/resolve`, { payout: "no", reason });
    await refuses("resolve", { winner: hashOf(name(1)) }, "market_already_resolved", /got resolved/);
    assert.equal((await done("resolve", { winner: hashOf(name(2)) })).changed, 2);
    await refuses("resolve", { winner: hashOf(name(2)) }, "market_already_resolved", /with this winner/);
  });

  it("is refused where several markets may win, of another event, and of no event", async () => {
    const other = { name: `${cup} other`, negativeRisk: false };
    await exchange.list(
      testListing([other], { id: String(900 + cups), slug: `plain-${cups}`, ticker: "plain" }),
    );
    await refuses("resolve", { winner: hashOf(other.name) }, "unknown_market", /as the winner/);
    cup = `plain-${cups}`;
    await refuses("resolve", { winner: hashOf(other.name) }, "not_negative_risk", /resolve each by itself/);
    await refuses("propose", { winner: hashOf(other.name) }, "not_negative_risk", /resolve each by itself/);
    assert.equal((await done("pause")).statuses.paused, 1);
    const nowhere = await exchange.call("admin", "GET", "/events/nowhere");
    assert.deepEqual([nowhere.status, nowhere.body.code], [404, "unknown_event"]);
  });

  it("can be proposed for all, once, and disputed market by market", async () => {
    const proposal = { winner: hashOf(name(0)), evidence: "2:1", link: "https://cup.example/final" };
    assert.equal((await done("propose", proposal)).changed, 3);
    assert.equal((await done("propose", proposal)).changed, 0);
    await refuses(
      "propose",
      { winner: hashOf(name(1)) },
      "proposal_exists",
      /NO is proposed|YES is proposed/,
    );
    await exchange.done("POST", `/markets/${hashOf(name(1))}/dispute`, { reason });
    assert.deepEqual(
      (await rehearse(hashOf(name(0)))).markets.map(({ disputed }: { disputed: boolean }) => disputed),
      [false, true, false],
    );
    assert.equal((await done("propose", proposal)).changed, 1);
    const { steps } = await exchange.done("GET", `/markets/${hashOf(name(1))}`);
    assert.deepEqual(
      steps.map(({ step: word, link }: { step: string; link: string | null }) => [word, link]),
      [
        ["proposed", proposal.link],
        ["disputed", null],
        ["proposed", proposal.link],
      ],
    );
  });
});

describe("a step of all markets", () => {
  it("opens drafts, pauses, resumes and archives, and leaves those that are over", async () => {
    const drafts = ["a", "b"].map((one) => ({ name: `${cup} ${one}`, active: false }));
    await exchange.list(testListing(drafts, { id: String(100 + cups), slug: cup, ticker: cup }));
    assert.deepEqual((await done("open")).statuses, {
      draft: 0,
      active: 5,
      paused: 0,
      resolved: 0,
      archived: 0,
    });
    await exchange.done("POST", `/markets/${hashOf(name(1))}/resolve`, { payout: "no", reason });
    const head = seq();
    const paused = await done("pause");
    assert.deepEqual([paused.changed, paused.statuses.paused, paused.statuses.resolved], [4, 4, 1]);
    assert.equal(seq(), head + 1);
    assert.equal((await done("pause")).changed, 0);
    assert.equal((await done("resume")).changed, 4);
    await exchange.submit({
      type: "split",
      address: ANN,
      owner: ANN,
      conditionId: hashOf(name(0)),
      lots: lots(100),
    });
    await refuses("archive", {}, "market_has_shares", new RegExp(`market ${hashOf(name(0))}: .*outstanding`));
    await exchange.submit({
      type: "merge",
      address: ANN,
      owner: ANN,
      conditionId: hashOf(name(0)),
      lots: lots(100),
    });
    assert.equal((await done("archive")).statuses.archived, 5);
    await refuses("open", {}, "market_closed", /got archived/);
    await refuses("pause", {}, "market_closed", /got archived/);
  });

  it("undoes the resolutions of all markets, or of none once somebody redeemed", async () => {
    const undoable = async (): Promise<boolean> => (await exchange.done("GET", `/events/${cup}`)).undoable;
    await refuses("undo", {}, "market_not_resolved", /market 0x.*: expected a market that is resolved/);
    const holding = { address: ANN, owner: ANN, conditionId: hashOf(name(1)) };
    await exchange.submit({ type: "split", ...holding, lots: lots(100) });
    await done("resolve", { winner: hashOf(name(1)) });
    assert.equal(await undoable(), true);
    const head = seq();
    const undone = await done("undo");
    assert.deepEqual([undone.changed, undone.statuses.paused, seq()], [3, 3, head + 1]);
    assert.deepEqual([await undoable(), (await done("undo")).changed], [false, 0]);
    await done("resolve", { winner: hashOf(name(1)) });
    await exchange.submit({ type: "redeem", ...holding });
    assert.equal(await undoable(), false);
    await refuses("undo", {}, "already_redeemed", new RegExp(`market ${hashOf(name(1))}: shares were`));
  });

  it("leaves one entry in the audit log, about the event, which each of its markets shows", async () => {
    await exchange.done("POST", `/markets/${hashOf(name(0))}/pause`, { reason });
    await done("pause");
    await done("resolve", { winner: hashOf(name(2)) });
    const steps = async (subject: string): Promise<unknown[]> => {
      const { data } = await exchange.done("GET", `/audit?subject=${subject}`);
      return data.map(({ action, reason: why, details }: Record<string, unknown>) => [action, why, details]);
    };
    const ofEvent = [
      ["resolve-event", reason, { winner: hashOf(name(2)) }],
      ["pause-event", reason, {}],
    ];
    assert.deepEqual(await steps(String(100 + cups)), ofEvent);
    assert.deepEqual(await steps(hashOf(name(1))), ofEvent);
    assert.deepEqual(await steps(hashOf(name(0))), [...ofEvent, ["pause-market", reason, {}]]);
    assert.deepEqual(await steps(hashOf("no such market")), []);
  });
});

it("the tables and the journal agree after all of it", async () => {
  const { differences } = await inSnapshot(exchange.databaseUrl, "event steps test", verifyExchange);
  assert.deepEqual(differences, []);
});
