/**
 * Deliveries of histories with every kind of event, to a receiver that fails at random and from a deliverer that stops at
 * random: every event arrives, in the order of its lanes.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { isMoved, createChangeReader } from "../../src/operate/changes/change-reader.ts";
import type { PublicEvent } from "../../src/operate/changes/public-event.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { countDeliveries, dropDead, retryDead } from "../../src/store/webhooks/webhook-deliveries.ts";
import { beginReplay, listWebhookFeeds } from "../../src/store/webhooks/webhook-feeds.ts";
import { addWebhook, changeWebhook, findWebhook, removeWebhook } from "../../src/store/webhooks/webhooks.ts";
import type { WebhookOptions } from "../../src/store/webhooks/webhooks.ts";
import { createDeliverer } from "../../src/operate/webhooks/deliverer.ts";
import type { Deliverer, DelivererNotification } from "../../src/operate/webhooks/deliverer.ts";
import { FEED_LIMITS } from "../../src/operate/webhooks/feed-limits.ts";
import type { FeedLimits } from "../../src/operate/webhooks/feed-limits.ts";
import { listQueueNames, openJournalEvents, wantsEvent } from "../../src/operate/webhooks/journal-events.ts";
import { createSender, parseOwnNetwork } from "../../src/operate/webhooks/send-message.ts";
import type { TestDatabase } from "../support/database.ts";
import { atDepth } from "../support/depth.ts";
import { createHistory } from "../support/history.ts";
import { createRandom } from "../support/random.ts";
import { until } from "../support/until.ts";
import { startReceiver } from "./receiver.ts";
import type { Received, Receiver } from "./receiver.ts";

let database: TestDatabase;
let sql: Sql;
let all: PublicEvent[];
let head: number;

before(async () => {
  database = await createHistory();
  sql = openDatabase(database.url);
  const reader = createChangeReader(sql, { seq: 1, index: 0 });
  all = [];
  for (let isOver = false; !isOver;) {
    const page = await reader.next();
    if (isMoved(page)) throw new Error(page.moved);
    all.push(...page.events);
    ({ head } = page);
    isOver = page.next.seq > head;
  }
});
after(async () => {
  await sql.end();
  await database.close();
});

const PAUSES = Array.from({ length: 40 }, (_, index) => Math.min(40, index + 1));
const ID = "wh_1";
const TERMS: WebhookOptions = {
  url: "",
  description: "",
  events: ["*"],
  wallets: [],
  markets: [],
  orderedBy: "owner",
  enabled: true,
};

type Delivery = {
  readonly receiver: Receiver;
  readonly news: DelivererNotification[];
  readonly deliverer: Deliverer;
  close(): Promise<void>;
};

async function startDelivery(limits: Partial<FeedLimits> = {}, attemptMs = 15_000): Promise<Delivery> {
  const receiver = await startReceiver();
  const news: DelivererNotification[] = [];
  const sender = createSender(parseOwnNetwork("127.0.0.0/8"), attemptMs);
  const deliverer = createDeliverer({
    sql,
    open: (from) => openJournalEvents(sql, from),
    masterKey: Buffer.alloc(32, 7),
    sender,
    now: Date.now,
    limits: { ...FEED_LIMITS, pausesMs: PAUSES, ...limits },
    tell: (one) => news.push(one),
  });
  deliverer.wake(head);
  const close = async (): Promise<void> => {
    await deliverer.stop();
    await removeWebhook(sql, ID);
    sender.close();
    await receiver.close();
  };
  return { receiver, news, deliverer, close };
}

const make = (receiver: Receiver, terms: Partial<WebhookOptions> = {}): Promise<boolean> =>
  addWebhook(sql, { id: ID, ...TERMS, url: receiver.url, ...terms, createdAt: 1, from: 1 }, 20);

const idsOf = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);

/** Events that were accepted, each as it came first. */
function firstAccepted({ accepted }: Receiver): PublicEvent[] {
  const first = new Map<string, PublicEvent>();
  for (const { id, event } of accepted) if (!first.has(id)) first.set(id, event);
  return [...first.values()];
}

function assertOrdered(events: readonly PublicEvent[], orderedBy: WebhookOptions["orderedBy"]): void {
  const last = new Map<string, PublicEvent>();
  for (const event of events)
    for (const lane of listQueueNames({ orderedBy }, event)) {
      const earlier = last.get(lane);
      const isAfter =
        earlier === undefined ||
        event.seq > earlier.seq ||
        (event.seq === earlier.seq && event.index > earlier.index);
      assert.ok(isAfter, `${event.id} came after ${earlier?.id} in ${lane}`);
      last.set(lane, event);
    }
}

const isEmpty = async (): Promise<boolean> => {
  const [feed] = await listWebhookFeeds(sql, ID);
  const { waiting = 0 } = (await countDeliveries(sql)).get(ID) ?? {};
  return waiting === 0 && feed !== undefined && feed.seq > head;
};

/** Events of a quick run, which leaves out the many of prices and orders. */
const SOME = ["trade.*", "balance.*", "account.*", "exchange.*", "market.created", "market.resolved"];
const EVENTS = atDepth({ quick: SOME, deep: ["*"] });
const SEEDS = Array.from({ length: atDepth({ quick: 1, deep: 2, long: 12 }) }, (_, index) => index + 1);

describe("deliveries", () => {
  for (const seed of SEEDS)
    it(`all arrive in the order of their lanes, whatever fails and stops (seed ${seed})`, async () => {
      const random = createRandom(seed);
      const orderedBy = seed % 2 === 0 ? "owner" : "market";
      const limits = { waiting: random.pick([30, 1_000]), underway: random.pick([5, 200]), dead: 1_000_000 };
      const delivery = await startDelivery({ ...limits, attempts: random.between(1, 8) });
      const { receiver, deliverer } = delivery;
      try {
        receiver.reply = () => (random.chance(20) ? random.pick([500, "cut", 302, 404] as const) : 200);
        const wanted = all.filter((event) => wantsEvent({ events: EVENTS, wallets: [], markets: [] }, event));
        await make(receiver, { orderedBy, events: EVENTS });
        await deliverer.start();
        for (let stops = 0; stops < 4; stops += 1) {
          const seen = receiver.seen.length;
          const goal = seen + random.between(1, Math.ceil(wanted.length / 4));
          await until("some arrived", async () => receiver.seen.length >= goal || (await isEmpty()));
          await deliverer.stop();
          await deliverer.start();
        }
        await until("all arrived", isEmpty);
        const accepted = firstAccepted(receiver);
        assert.deepEqual(idsOf(accepted).sort(), idsOf(wanted).sort());
        assertOrdered(accepted, orderedBy);
        assert.deepEqual((await countDeliveries(sql)).get(ID), undefined);
      } finally {
        await delivery.close();
      }
    });

  it("of other lanes go on while one fails, and those of the lane wait", async () => {
    const delivery = await startDelivery({ pausesMs: [10_000_000], waiting: 1_000_000 });
    const { receiver, deliverer } = delivery;
    try {
      const first = all.find(({ type, wallets }) => type === "balance.deposited" && wallets.length === 1)!;
      const [bad] = first.wallets;
      const fails = ({ event }: Received): boolean => event.wallets.includes(bad);
      receiver.reply = (message) => (fails(message) ? 503 : 200);
      const events = ["balance.*", "market.*", "order.placed"];
      const wanted = all.filter((event) => wantsEvent({ events, wallets: [], markets: [] }, event));
      await make(receiver, { events });
      await deliverer.start();
      await until("the place is at the end", async () => (await listWebhookFeeds(sql, ID))[0]!.seq > head);
      await until("others arrived", async () => {
        const { waiting = 0 } = (await countDeliveries(sql)).get(ID) ?? {};
        return receiver.accepted.length + waiting === wanted.length;
      });
      assert.equal(receiver.seen.filter(fails).length, 1);
      assert.ok(receiver.accepted.length > 0);
      receiver.reply = () => 200;
      await deliverer.stop();
      await sql`update webhook_deliveries set next_at = 0`;
      await deliverer.start();
      await until("all arrived", isEmpty);
      assertOrdered(firstAccepted(receiver), "owner");
      assert.deepEqual(idsOf(firstAccepted(receiver)).sort(), idsOf(wanted).sort());
    } finally {
      await delivery.close();
    }
  });

  it("send one request an attempt, also where the receiver breaks a connection that was kept", async () => {
    const delivery = await startDelivery({ pausesMs: [10_000_000], attempts: 1 });
    const { receiver, deliverer } = delivery;
    try {
      receiver.reply = () => (receiver.seen.length % 2 === 0 ? "cut" : 200);
      const wanted = all.filter(({ type }) => type === "market.created");
      await make(receiver, { events: ["market.created"] });
      await deliverer.start();
      await until("each was tried, or waits behind one that failed", async () => {
        const { waiting = 0 } = (await countDeliveries(sql)).get(ID) ?? {};
        return waiting > 0 && receiver.accepted.length + waiting === wanted.length;
      });
      await deliverer.stop(ID);
      assert.ok(receiver.seen.length > receiver.accepted.length);
      assert.equal(new Set(receiver.seen.map(({ id }) => id)).size, receiver.seen.length);
    } finally {
      await delivery.close();
    }
  });

  it("are given up after the last attempt, and are retried or dropped by operators", async () => {
    const delivery = await startDelivery({ pausesMs: [1, 1] });
    const { receiver, deliverer, news } = delivery;
    try {
      const wanted = all.filter(({ type }) => type === "market.created");
      receiver.reply = () => 500;
      await make(receiver, { events: ["market.created"] });
      await deliverer.start();
      const isDead = async (): Promise<boolean> =>
        (await countDeliveries(sql)).get(ID)?.dead === wanted.length;
      await until("all are given up", isDead);
      assert.equal(receiver.seen.length, 3 * wanted.length);
      assert.equal(news.filter(({ event }) => event === "webhook_given_up").length, wanted.length);
      await deliverer.stop(ID);
      receiver.reply = () => 200;
      const [dropped, ...others] = wanted;
      assert.equal(await dropDead(sql, { webhook: ID, events: [dropped!.id] }), 1);
      assert.equal(await retryDead(sql, { webhook: ID, events: "all" }, Date.now()), others.length);
      await deliverer.start(ID);
      await until("the others arrived", isEmpty);
      assert.deepEqual(idsOf(firstAccepted(receiver)).sort(), idsOf(others).sort());
    } finally {
      await delivery.close();
    }
  });

  it("stop to read at the bound, and follow when there is room", async () => {
    const delivery = await startDelivery({ waiting: 3, underway: 4, pausesMs: [10_000_000] });
    const { receiver, deliverer } = delivery;
    try {
      receiver.reply = () => "cut";
      await make(receiver);
      await deliverer.start();
      await until("the bound is met", async () => ((await countDeliveries(sql)).get(ID)?.waiting ?? 0) >= 3);
      await deliverer.stop();
      const { waiting = 0 } = (await countDeliveries(sql)).get(ID) ?? {};
      assert.ok(waiting <= 7, `${waiting} wait`);
      assert.ok((await listWebhookFeeds(sql, ID))[0]!.seq <= head);
    } finally {
      await delivery.close();
    }
  });

  it("wait as long as the receiver asks for", async () => {
    const delivery = await startDelivery({ attempts: 1 });
    const { receiver, deliverer } = delivery;
    try {
      receiver.reply = () => ({ status: 429, headers: { "retry-after": "3000" } });
      await make(receiver);
      await deliverer.start();
      await until("it was asked", () => receiver.seen.length > 0);
      await until("the failure is noted", async () => (await findWebhook(sql, ID))!.failedAt > 0);
      assert.equal(receiver.seen.length, 1);
    } finally {
      await delivery.close();
    }
  });

  it("end for a receiver that does not answer in time", async () => {
    const delivery = await startDelivery({ pausesMs: [] }, 50);
    const { receiver, deliverer, news } = delivery;
    try {
      receiver.reply = () => "silent";
      await make(receiver, { events: ["event.listed"] });
      await deliverer.start();
      await until("it is given up", () => news.length > 0);
      assert.match(news[0]!.error, /no answer within 0.05 s/);
    } finally {
      await delivery.close();
    }
  });

  it("of a replay come beside what is new, and again under the same ids", async () => {
    const delivery = await startDelivery();
    const { receiver, deliverer } = delivery;
    try {
      await make(receiver, { events: ["market.*"] });
      await deliverer.start();
      await until("all arrived", isEmpty);
      const [from, last] = [Math.ceil(head / 3), Math.ceil(head / 2)];
      const count = receiver.accepted.length;
      await deliverer.stop(ID);
      assert.equal(await beginReplay(sql, ID, { from, until: last }), true);
      assert.equal(await beginReplay(sql, ID, { from, until: last }), false);
      await deliverer.start(ID);
      await until("the replay is over", async () => (await listWebhookFeeds(sql, ID)).length === 1);
      const again = receiver.accepted.slice(count);
      const replayed = all.filter(
        ({ seq, type }) => seq >= from && seq <= last && type.startsWith("market."),
      );
      assert.deepEqual(idsOf(again.map(({ event }) => event)).sort(), idsOf(replayed).sort());
      const known = new Set(idsOf(receiver.accepted.slice(0, count)));
      assert.ok(again.every(({ id }) => known.has(id)));
    } finally {
      await delivery.close();
    }
  });

  it("do not go to another address after a change, nor to one that is disabled", async () => {
    const delivery = await startDelivery();
    const other = await startReceiver();
    const { receiver, deliverer } = delivery;
    try {
      receiver.reply = () => 500;
      await make(receiver, { events: ["market.created"] });
      await deliverer.start();
      await until("it was asked", () => receiver.seen.length > 0);
      await deliverer.stop(ID);
      const seen = receiver.seen.length;
      await changeWebhook(sql, ID, { ...TERMS, url: other.url, events: ["market.created"] });
      await deliverer.start(ID);
      await until("all arrived elsewhere", isEmpty);
      assert.equal(receiver.seen.length, seen);
      assert.deepEqual(
        idsOf(firstAccepted(other)).sort(),
        idsOf(all.filter(({ type }) => type === "market.created")).sort(),
      );
    } finally {
      await other.close();
      await delivery.close();
    }
  });
});
