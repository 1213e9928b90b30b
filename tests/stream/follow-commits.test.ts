/** Bugs in followers of commits: the exchange goes on, and clients get the state of the books anew. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { followCommits } from "../../src/stream/follow-commits.ts";
import { createUserFeed } from "../../src/stream/user/user-feed.ts";
import { startWorld, YES } from "../http/account/world.ts";
import { walletOf } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";

let exchange: TestExchange;

before(async () => {
  exchange = await startWorld();
});
after(() => exchange.close());

const order = { account: walletOf("ann"), tokenId: YES, side: "BUY", price: "0.1", size: "5" } as const;

test("a follower that fails stops neither the engine nor the other followers", async () => {
  let missed = 0;
  const received: number[] = [];
  const fail = (): void => {
    throw new Error("a bug");
  };
  followCommits(exchange.context, fail, () => (missed += 1));
  followCommits(exchange.context, ({ seq }) => received.push(seq));
  await exchange.open(order.account, "100");
  await exchange.place(order);
  await exchange.place(order);
  assert.ok(missed >= 2);
  assert.equal(received.length, missed);
  assert.equal((await exchange.context.engine.submit({ type: "expire-orders" })).type, "committed");
});

test("an owner whose commit cannot be sent misses it, and gets the next one", async () => {
  const { context } = exchange;
  const feed = createUserFeed(context);
  const calls: string[] = [];
  const receiver = {
    add: () => {
      calls.push("sent");
      if (calls.length === 1) throw new Error("a bug");
    },
    miss: () => calls.push("missed"),
  };
  const stop = feed.follow(order.account, receiver);
  await exchange.place(order);
  await exchange.place(order);
  stop();
  await exchange.place(order);
  assert.deepEqual(calls, ["sent", "missed", "sent"]);
});
