/**
 * What each commit did to the orders of an owner, for those who follow it. What is said of it besides numbers is read
 * from the store when the first of them asks. Commits that touch nobody who is followed cost a look at their events.
 */
import type { Context } from "../../context.ts";
import type { Publication } from "../../engine/entry.ts";
import { findEarlierTrades } from "../../store/reads/earlier-trades.ts";
import type { DescribedMarket, DescribedMarkets } from "../described-markets.ts";
import { followCommits } from "../follow-commits.ts";
import { happeningsOf, MOST_TRADES } from "./user-happenings.ts";
import type { Happening } from "./user-happenings.ts";

/** What a commit did to the orders of one owner. */
export type OwnBatch = {
  readonly seq: number;
  /** Engine time, milliseconds. */
  readonly at: number;
  /** The journal's hash of the commit. */
  readonly hash: Buffer;
  readonly happenings: readonly Happening[];
  /** What is not in memory. */
  describe(): Promise<Described>;
};

export type Described = {
  /** By the exchange's own number. */
  readonly markets: ReadonlyMap<number, DescribedMarket>;
  /** Of orders that had trades before the commit, by their number. */
  readonly earlierTrades: ReadonlyMap<number, readonly number[]>;
};

export type UserFeed = {
  /** Tells of every commit from now on that touches orders of the owner, in order, until the answer is called. */
  follow(owner: string, receiver: Receiver): () => void;
  /** Returns once the commit was told to whom it concerns. */
  reached(seq: number): Promise<void>;
};

export type Receiver = {
  readonly add: (batch: OwnBatch) => void;
  /** A commit that may have concerned the owner could not be told. */
  readonly miss: () => void;
};

type Receivers = Map<string, Set<Receiver>>;

export function createUserFeed(
  context: Pick<Context, "engine" | "sql" | "log">,
  markets: DescribedMarkets,
): UserFeed {
  const receivers: Receivers = new Map();
  const waiting = new Set<{ readonly seq: number; readonly resolve: () => void }>();
  const tell = (publication: Publication): void => {
    if (receivers.size > 0) publish(receivers, publication, (told) => describe(context, markets, told));
  };
  followCommits(context, tell, () => {
    for (const { miss } of [...receivers.values()].flatMap((own) => [...own])) miss();
  });
  followCommits(context, ({ seq }) => {
    for (const waiter of waiting) {
      if (waiter.seq > seq) continue;
      waiting.delete(waiter);
      waiter.resolve();
    }
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

  function reached(seq: number): Promise<void> {
    if (context.engine.head().seq >= seq) return Promise.resolve();
    return new Promise((resolve) => waiting.add({ seq, resolve }));
  }

  return { follow, reached };
}

type Told = ReadonlyMap<string, readonly Happening[]>;

function publish(
  receivers: Receivers,
  { events, seq, at, hash }: Publication,
  read: (told: Told) => Promise<Described>,
): void {
  const told = happeningsOf(events, (owner) => receivers.has(owner));
  let described: Promise<Described> | undefined;
  // What could not be read is read again by whoever asks next.
  const describeOnce = (): Promise<Described> =>
    (described ??= read(told).catch((error: unknown) => {
      described = undefined;
      throw error;
    }));
  for (const [owner, happenings] of told) {
    const batch: OwnBatch = {
      seq,
      at,
      hash,
      happenings,
      describe: describeOnce,
    };
    for (const { add } of receivers.get(owner) ?? []) add(batch);
  }
}

async function describe(
  { sql }: Pick<Context, "sql">,
  markets: DescribedMarkets,
  told: Told,
): Promise<Described> {
  const numbers = new Set<number>();
  const orders = new Set<number>();
  let before = Number.MAX_SAFE_INTEGER;
  for (const happening of [...told.values()].flat()) {
    if (happening.type === "trade") {
      numbers.add(happening.taker.market.no);
      before = Math.min(before, happening.fill.no);
    } else {
      numbers.add(happening.order.market.no);
      if (happening.hasEarlierTrades) orders.add(happening.order.no);
      before = Math.min(before, happening.trades[0] ?? before);
    }
  }
  const [described, earlierTrades] = await Promise.all([
    markets.find([...numbers]),
    findEarlierTrades(sql, { orders: [...orders], before, limit: MOST_TRADES }),
  ]);
  return { markets: described, earlierTrades };
}
