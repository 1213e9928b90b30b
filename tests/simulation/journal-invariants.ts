/** Checks of a run's journal: I13 by replaying it, I14 by a naive fold of its text. */
import assert from "node:assert/strict";
import { createReplay, encodeEvents, replayBatch } from "../../src/core/events/event-codec.ts";
import type { Replay } from "../../src/core/events/event-codec.ts";
import type { Event } from "../../src/core/events/event.ts";
import type { Exchange } from "../../src/core/state.ts";
import { accountRows, positionRows, rowText } from "./fold-rows.ts";
import { createFold, foldBatch } from "./position-fold.ts";
import type { Fold } from "./position-fold.ts";
import { viewExchange } from "./view.ts";

export type Journal = { readonly replay: Replay; readonly fold: Fold; batches: number };

export const createJournal = (): Journal => ({ replay: createReplay(), fold: createFold(), batches: 0 });

/** Appends the events of one command at engine time `at` (ms). */
export function appendToJournal(journal: Journal, events: readonly Event[], at: number): void {
  if (events.length === 0) return;
  const text = encodeEvents(events);
  journal.batches += 1;
  replayBatch(journal.replay, text, at);
  foldBatch(journal.fold, { seq: journal.batches, at, events: text });
}

/** Checks that the journal leads to the exchange's state; throws when it does not. */
export function checkJournal(exchange: Exchange, { replay, fold }: Journal): void {
  assert.deepEqual(viewExchange(replay.exchange), viewExchange(exchange), "I13: the replayed journal");
  assert.deepEqual(ordersOf(replay.exchange), ordersOf(exchange), "I13: open orders, replayed");
  assert.deepEqual(
    [...replay.resting.values()].map(({ id }) => id).sort(),
    [...replay.exchange.orders.values()].map(({ id }) => id).sort(),
    "I13: orders that the replay keeps by number",
  );
  assert.deepEqual(accountRows(fold), accountsOf(exchange), "I14: accounts, folded");
  assert.deepEqual(positionRows(fold), positionsOf(exchange), "I14: positions, folded");
}

const ordersOf = (exchange: Exchange): string[] =>
  [...exchange.orders.values()]
    .map((order) => {
      const { no, id, account, market, outcome, side, limit, lots, kind, postOnly, remaining } = order;
      const { expiresAt, leavesAt, placedAt, apiKey } = order;
      const terms = [
        outcome,
        side,
        limit,
        lots,
        kind,
        postOnly,
        expiresAt,
        leavesAt,
        placedAt,
        apiKey,
        remaining,
      ];
      return rowText([no, id, account.no, market.no, ...terms]);
    })
    .sort();

const accountsOf = (exchange: Exchange): string[] =>
  [...exchange.accountByAddress.values()]
    .map(({ no, address, owner, collateral, held, volume, realized }) =>
      rowText([no, address, owner, collateral, held, volume, realized]),
    )
    .sort();

const positionsOf = (exchange: Exchange): string[] =>
  [...exchange.accountByAddress.values()]
    .flatMap(({ no, positions }) =>
      [...positions]
        .filter(([, { changedAt }]) => changedAt > 0)
        .map(([token, { lots, held, average, bought, realized, changedAt }]) =>
          rowText([no, Math.floor(token / 2), token % 2, lots, held, average, bought, realized, changedAt]),
        ),
    )
    .sort();
