/** Announcements: operators make and withdraw them, and traders see those that are shown, also on the live channel. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Errors } from "typebox/value";
import { entryText } from "../../../src/cli/operator/audit.ts";
import { createAnnouncements } from "../../../src/engine/operators/announcements.ts";
import { listAnnouncementEntries } from "../../../src/store/reads/audit.ts";
import { AnnouncementsChangedMessage } from "../../../src/stream/market/market-channel-schema.ts";
import { inSnapshot } from "../../../src/store/sql/table-stream.ts";
import { connect } from "../../stream/live-client.ts";
import { startStreamServer } from "../../stream/stream-server.ts";
import { startTradedExchange, TOKENS } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

const VIRTUAL = { PRESAGE_CLOCK: "virtual", PRESAGE_CLOCK_START: "2030-01-01T00:00:00Z" };
const reason = "for a test";

let exchange: OperatedExchange;
before(async () => {
  exchange = await startTradedExchange(VIRTUAL);
});
after(() => exchange.close());

const announce = (body: object) => exchange.done("POST", "/announcements", { ...body, reason });
const withdraw = (id: string) => exchange.done("DELETE", `/announcements/${id}`, { reason });
/** Texts that traders see. */
const seen = async (): Promise<string[]> =>
  (await exchange.get("/announcements")).body.map(({ text }: { text: string }) => text);
/** Texts that operators see, whether shown already or later. */
const listed = (): string[] => {
  const { announcements, clock } = exchange.context;
  return announcements.list(clock()).map(({ text }) => text);
};
/** The last entry of the audit log about an announcement, in words. */
async function sentenceOf(id: string): Promise<string> {
  const { data } = await exchange.done("GET", `/audit?subject=${id}`);
  const [line = ""] = entryText(data[0]).split("\n");
  return line.replace(/^.*? {2}admin {2}/, "");
}
const pass = (seconds: number) => exchange.done("POST", "/sandbox/clock", { action: "step", seconds });

describe("an announcement", () => {
  it("is shown from its time until its end", async () => {
    const made = await announce({
      text: "  Maintenance\n tonight ",
      kind: "warning",
      link: "https://Status.example/x",
      from: "2030-01-01T01:00:00Z",
      until: "2030-01-01T02:00:00Z",
    });
    const { id, ...rest } = made;
    assert.deepEqual(rest, {
      kind: "warning",
      text: "Maintenance tonight",
      link: "https://status.example/x",
      from: "2030-01-01T01:00:00.000Z",
      until: "2030-01-01T02:00:00.000Z",
      shown: false,
      operator: "admin",
    });
    assert.deepEqual([await seen(), listed()], [[], ["Maintenance tonight"]]);
    await pass(3_600);
    const { shown: _, operator: _who, ...record } = made;
    assert.deepEqual((await exchange.get("/announcements")).body, [record]);
    await pass(3_600);
    assert.deepEqual([await seen(), listed()], [[], []]);
    const refused = await exchange.call("admin", "DELETE", `/announcements/${id}`, { reason });
    assert.deepEqual([refused.status, refused.body.code], [400, "invalid_payload"]);
  });

  it("is shown at once and until it is withdrawn, unless it says when", async () => {
    const { id, kind, until, shown } = await announce({ text: "Welcome" });
    assert.deepEqual([kind, until, shown, await seen()], ["info", null, true, ["Welcome"]]);
    const { from } = (await exchange.get("/announcements")).body[0];
    await pass(60);
    const ended = await withdraw(id);
    assert.deepEqual([ended.shown, ended.wasShown, ended.from], [false, true, from]);
    assert.equal(Date.parse(ended.withdrawn) - Date.parse(from), 60_000);
    assert.deepEqual([await seen(), listed()], [[], []]);
    const { data } = await exchange.done("GET", `/audit?subject=${id}`);
    const entries = data.map(({ action, details, time }: Record<string, unknown>) => [action, details, time]);
    assert.deepEqual(entries[0], [
      "withdraw-announcement",
      { text: "Welcome", since: from },
      ended.withdrawn,
    ]);
    assert.equal(entries[1][0], "announce");
    assert.equal(
      await sentenceOf(id),
      `Withdrew the announcement “Welcome”, which traders saw from ${from} until then`,
    );
    const again = await exchange.call("admin", "DELETE", `/announcements/${id}`, { reason });
    assert.match(
      again.body.hint,
      /^id: expected one of an announcement that has neither ended nor been withdrawn/,
    );
  });

  it("is withdrawn before traders see it, which the answer and the audit log tell", async () => {
    const from = "2031-01-01T01:00:00.000Z";
    const { id } = await announce({ text: "Next year", from });
    const ended = await withdraw(id);
    assert.deepEqual([ended.shown, ended.wasShown, ended.from], [false, false, from]);
    assert.equal(
      await sentenceOf(id),
      `Withdrew the announcement “Next year” before its start at ${from}, so that traders never saw it`,
    );
  });

  it("is refused with the reason when it cannot be shown", async () => {
    for (const [fields, said] of [
      [{ text: " " }, /text/],
      [{ text: "x".repeat(501) }, /text/],
      [{ text: "x", kind: "loud" }, /kind/],
      [{ text: "x", link: "http://plain.example" }, /link: expected an address like https/],
      [{ text: "x", link: "https://user:word@plain.example" }, /link: expected/],
      [{ text: "x", link: "somewhere" }, /link: expected.*got "somewhere"/],
      [{ text: "x", from: "soon" }, /from: expected an instant/],
      [{ text: "x", until: "2029-01-01T00:00:00Z" }, /until: expected a time after now/],
      [
        { text: "x", from: "2031-01-01T00:00:00Z", until: "2031-01-01T00:00:00Z" },
        /until: expected a time after from/,
      ],
      [{ text: "x", colour: "red" }, /colour/],
    ] as const) {
      const { status, body } = await exchange.call("admin", "POST", "/announcements", { ...fields, reason });
      assert.deepEqual([status, body.code], [400, "invalid_payload"]);
      assert.match(body.hint, said);
    }
    assert.deepEqual(listed(), []);
  });

  it("is the fifth at most, also when two come at once", async () => {
    const made = await Promise.all(
      ["a", "b", "c", "d", "e", "f", "g"].map((text) =>
        exchange.call("desk", "POST", "/announcements", { text, reason }),
      ),
    );
    assert.deepEqual(made.map(({ status }) => status).toSorted(), [200, 200, 200, 200, 200, 400, 400]);
    assert.match(made.find(({ status }) => status === 400)?.body.hint, /at most 5 announcements/);
    for (const { status, body } of made) if (status === 200) await withdraw(body.id);
  });

  it("is made once by a request that is sent again", async () => {
    const headers = { authorization: `Bearer ${TOKENS.desk}`, "idempotency-key": "once" };
    const init = { method: "POST", headers, body: { text: "Once", reason } } as const;
    const [first, second] = [
      await exchange.send("/announcements", init),
      await exchange.send("/announcements", init),
    ];
    assert.deepEqual(second.body, first.body);
    assert.deepEqual(listed(), ["Once"]);
    await withdraw(first.body.id);
  });

  it("is shown again when a clock that ran ahead is set back", async () => {
    const { id } = await announce({ text: "Still here", until: "2031-01-01T00:00:00Z" });
    const { announcements } = exchange.context;
    assert.deepEqual(announcements.list(Date.parse("2032-01-01T00:00:00Z")), []);
    assert.deepEqual(listed(), ["Still here"]);
    await withdraw(id);
  });

  it("is known again by the next start", async () => {
    const { id } = await announce({ text: "Kept" });
    await announce({ text: "Withdrawn" }).then((other) => withdraw(other.id));
    await exchange.context.sql();
    const entries = await inSnapshot(exchange.databaseUrl, "announcements test", listAnnouncementEntries);
    const { engine, clock, announcements } = exchange.context;
    const anew = createAnnouncements({ entries, engine });
    assert.deepEqual(anew.list(clock()), announcements.list(clock()));
    assert.deepEqual(
      anew.list(clock()).map((one) => one.id),
      [id],
    );
    await withdraw(id);
  });

  it("goes with what a sandbox is put back to", async () => {
    const { id } = await announce({ text: "Before" });
    await exchange.done("POST", "/sandbox/snapshot", { name: "calm" });
    await withdraw(id);
    await announce({ text: "After" });
    await exchange.done("POST", "/sandbox/revert", { name: "calm" });
    assert.deepEqual(await seen(), ["Before"]);
    await withdraw(id);
  });

  it("is told on the live channel to those who asked for more, in the specification's dialect", async (test) => {
    const spec = await startStreamServer(exchange.context);
    const polymarket = await startStreamServer(exchange.context, { dialect: "polymarket" });
    const clients = [await connect(spec.url), await connect(spec.url), await connect(polymarket.url)];
    test.after(async () => {
      for (const client of clients) await client.end();
      await spec.close();
      await polymarket.close();
    });
    for (const [index, client] of clients.entries()) {
      client.send({ type: "market", assets_ids: [], custom_feature_enabled: index !== 1 });
      await client.settle();
    }
    const { id } = await announce({ text: "Live" });
    await withdraw(id);
    const [custom] = clients;
    for (const message of [
      await custom?.event("announcements_changed"),
      await custom?.event("announcements_changed"),
    ])
      assert.deepEqual([...Errors(AnnouncementsChangedMessage, message)], []);
    for (const client of clients) await client.settle();
    const told = clients.map(
      ({ messages }) => messages.filter((one) => one.event_type === "announcements_changed").length,
    );
    assert.deepEqual(told, [2, 0, 0]);
  });
});
