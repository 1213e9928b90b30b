/**
 * Feed of the commits that touch an owner's orders. Data outside memory is read from the store when the first receiver
 * asks. Commits that touch no followed owner cost one pass over their events.
 */
import type { Context } from "../../context.ts";
import type { Publication } from "../../engine/entry.ts";
import { findEarlierTrades } from "../../store/reads/earlier-trades.ts";
import type { DescribedMarket, DescribedMarkets } from "../described-markets.ts";
import { followCommits } from "../follow-commits.ts";
import { createMessageTurns } from "../message-turns.ts";
import type { MessageTurns } from "../message-turns.ts";
import { MOST_TRADES, updatesOf } from "./user-updates.ts";
import type { UserUpdate } from "./user-updates.ts";

/** Updates of one owner's orders and trades in a commit. */
export type OwnerBatch = {
  readonly seq: number;
  /** Engine time, ms since 1970. */
  readonly at: number;
  /** The journal's hash of the commit. */
  readonly hash: Buffer;
  readonly updates: readonly UserUpdate[];
  /** Reads the data that is not in memory. */
  describe(): Promise<BatchDescription>;
};

export type BatchDescription = {
  /** Markets by their number. */
  readonly markets: ReadonlyMap<number, DescribedMarket>;
  /** Latest trades before the commit, by number of the order. */
  readonly earlierTrades: ReadonlyMap<number, readonly number[]>;
};

export type UserFeed = {
  /**
   * Calls the receiver for every commit that touches the owner's orders, in order, until the returned function is
   * called.
   */
  follow(owner: string, receiver: Receiver): () => void;
  /** Turns in which the receivers make their messages. */
  readonly turns: MessageTurns;
};

export type Receiver = {
  readonly add: (batch: OwnerBatch) => void;
  /** Called for a commit that may have touched the owner's orders and could not be passed on. */
  readonly miss: () => void;
};

type Receivers = Map<string, Set<Receiver>>;

export function createUserFeed(
  context: Pick<Context, "engine" | "sql" | "log">,
  markets: DescribedMarkets,
): UserFeed {
  const receivers: Receivers = new Map();
  const send = (publication: Publication): void => {
    if (receivers.size > 0) publish(receivers, publication, (byOwner) => describe(context, markets, byOwner));
  };
  followCommits(context, send, () => {
    for (const { miss } of [...receivers.values()].flatMap((own) => [...own])) miss();
  });

  function follow(owner: string, receiver: Receiver): () => void {
    const others = receivers.get(owner);
    if (others === undefined) receivers.set(owner, new Set([receiver]));
    else others.add(receiver);
    return () => {
      const left = receivers.get(owner);
      left?.delete(receiver);
      if (left?.size === 0) receivers.delete(owner);
    };
  }

  return { follow, turns: createMessageTurns() };
}

type UpdatesByOwner = ReadonlyMap<string, readonly UserUpdate[]>;

function publish(
  receivers: Receivers,
  { events, seq, at, hash }: Publication,
  read: (byOwner: UpdatesByOwner) => Promise<BatchDescription>,
): void {
  const byOwner = updatesOf(events, (owner) => receivers.has(owner));
  let described: Promise<BatchDescription> | undefined;
  // Forgets a failed read, so that the next receiver reads again.
  const describeOnce = (): Promise<BatchDescription> =>
    (described ??= read(byOwner).catch((error: unknown) => {
      described = undefined;
      throw error;
    }));
  for (const [owner, updates] of byOwner) {
    const batch: OwnerBatch = {
      seq,
      at,
      hash,
      updates,
      describe: describeOnce,
    };
    for (const { add } of receivers.get(owner) ?? []) add(batch);
  }
}

async function describe(
  { sql }: Pick<Context, "sql">,
  markets: DescribedMarkets,
  byOwner: UpdatesByOwner,
): Promise<BatchDescription> {
  const numbers = new Set<number>();
  const orders = new Set<number>();
  let before = Number.MAX_SAFE_INTEGER;
  for (const updates of byOwner.values())
    for (const update of updates) {
      if (update.type === "trade") {
        numbers.add(update.taker.market.no);
        before = Math.min(before, update.fill.no);
      } else {
        numbers.add(update.order.market.no);
        if (update.hasEarlierTrades) orders.add(update.order.no);
        before = Math.min(before, update.trades[0] ?? before);
      }
    }
  // Before anything else is begun: nobody would hear of its failure while the pool is waited for.
  const pool = await sql();
  const [described, earlierTrades] = await Promise.all([
    markets.find([...numbers]),
    findEarlierTrades(pool, { orders: [...orders], before, limit: MOST_TRADES }),
  ]);
  return { markets: described, earlierTrades };
}
