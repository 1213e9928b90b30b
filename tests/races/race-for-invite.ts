/** Many clients compete for the few uses of an invite, most of them again and again with new signatures. */
import assert from "node:assert/strict";
import { callAsOperator, getAnswer } from "../torture/exchange-calls.ts";
import type { Request } from "../torture/exchange-calls.ts";
import { assertHolding, countDone, newTrader, race } from "./world.ts";
import type { World } from "./world.ts";

/** Requests of a round, so that a few rounds stay below what one address may ask. */
const REQUESTS = 60;
const USES = 3;
/** Collateral of a new wallet, in cents, and of the invite. */
const CENTS = 1_000_000;
const GIFT_CENTS = 700;

export async function forInvite(world: World): Promise<number> {
  const made = await getAnswer(() =>
    callAsOperator(world.exchange, {
      method: "POST",
      path: "/invites",
      body: { amount: String(GIFT_CENTS / 100), uses: USES, reason: "races" },
    }),
  );
  const [{ id, link }] = made["invites"] as [{ id: string; link: string }];
  const use: Request = {
    method: "POST",
    path: `/invite/${link.slice(link.lastIndexOf("/") + 1)}/use`,
    body: {},
  };
  const traders = await Promise.all(Array.from({ length: USES + 2 }, () => newTrader(world)));
  // The dialect of the specification alone has invites.
  const replies = await race(
    { ...world, urls: world.urls.slice(0, 1) },
    Array.from({ length: REQUESTS }, (_, index) => ({
      trader: traders[index % traders.length]!,
      request: use,
    })),
  );
  const done = countDone(replies, ["invite_used_up"]);
  const winners = new Set(
    replies.flatMap(({ status }, index) => (status === 200 ? index % traders.length : [])),
  );
  assert.equal(winners.size, USES, "as many owners have the funds as the invite has uses");
  for (const [index, trader] of traders.entries())
    await assertHolding(world, trader, {
      cents: CENTS + (winners.has(index) ? GIFT_CENTS : 0),
      heldCents: 0,
      lots: {},
    });
  const shown = await getAnswer(() =>
    callAsOperator(world.exchange, { method: "GET", path: `/invites/${id}` }),
  );
  assert.deepEqual([shown["used"], shown["given"]], [USES, String((USES * GIFT_CENTS) / 100)]);
  return done;
}
