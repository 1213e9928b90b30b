/**
 * Sends the fills of each commit to all listeners, in order. Descriptions of markets are read from the store once. A fill
 * is serialized once per dialect, and numbered per connection.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context } from "../../context.ts";
import type { Publication } from "../../engine/entry.ts";
import type { Names } from "../../http/wallets.ts";
import type { Dialect } from "../../http/dialects/dialect.ts";
import type { FillRow } from "../../store/reads/activity.ts";
import type { DescribedMarket, DescribedMarkets } from "../described-markets.ts";
import { followCommits } from "../follow-commits.ts";
import { fillsOf, payloadOf } from "./activity-fills.ts";

/** A fill with the description of its market. */
export type DescribedFill = {
  readonly market: DescribedMarket;
  /** Engine time, ms since 1970. */
  readonly at: number;
  /** Returns the JSON of the payload in a dialect. */
  payload(dialect: Dialect): string;
};

export type Listener = {
  /** Returns true while the listener has subscriptions. */
  readonly hasSubscriptions: () => boolean;
  /** Sends the fills of a commit. */
  readonly send: (fills: readonly DescribedFill[]) => void;
  /** Skips a number, since some fills cannot be sent. */
  readonly skip: () => void;
};

/** Maximum fills that wait for descriptions of their markets. */
const MAX_WAITING = 10_000;

const FILLS_AT_ONCE = 50;
/** Time slice of sending before other work runs, ms. */
const TURN_MS = 5;

/** Returns a function that adds a listener, and that returns a function to remove it. */
export function createActivityBroadcast(
  context: Pick<Context, "engine" | "log" | "names">,
  markets: DescribedMarkets,
): (listener: Listener) => () => void {
  const listeners = new Set<Listener>();
  let waiting: (readonly FillRow[])[] = [];
  let count = 0;
  let isRunning = false;

  function add(publication: Publication): void {
    if (![...listeners].some(({ hasSubscriptions }) => hasSubscriptions())) return;
    const fills = fillsOf(publication);
    if (fills.length === 0) return;
    if (count > MAX_WAITING) dropWaiting();
    waiting.push(fills);
    count += fills.length;
    if (!isRunning) void drain();
  }

  function dropWaiting(): void {
    waiting = [];
    count = 0;
    for (const { skip } of listeners) skip();
  }

  async function drain(): Promise<void> {
    isRunning = true;
    for (let fills = waiting[0]; fills !== undefined; fills = waiting[0]) {
      try {
        const described = await describeFills(fills, { markets, names: context.names });
        await sendInTurns(listeners, described, () => waiting[0] === fills);
        if (waiting[0] !== fills) continue;
        count -= fills.length;
        waiting.shift();
      } catch (error) {
        context.log.error(
          { event: "fills_not_told", err: error },
          "fills could not be told on the live-data channel",
        );
        dropWaiting();
      }
    }
    isRunning = false;
  }

  followCommits(context, add, dropWaiting);
  context.engine.followReplacements(dropWaiting);
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

/** Sends fills in time slices while the listener wants them. */
async function sendInTurns(
  listeners: ReadonlySet<Listener>,
  fills: readonly DescribedFill[],
  isWanted: () => boolean,
): Promise<void> {
  let turnAt = performance.now();
  for (let from = 0; from < fills.length; from += FILLS_AT_ONCE) {
    const part = fills.slice(from, from + FILLS_AT_ONCE);
    for (const { send } of listeners) {
      if (performance.now() - turnAt > TURN_MS) {
        await nextTurn();
        turnAt = performance.now();
      }
      if (!isWanted()) return;
      send(part);
    }
  }
}

async function describeFills(
  fills: readonly FillRow[],
  { markets, names }: { readonly markets: DescribedMarkets; readonly names: Names },
): Promise<DescribedFill[]> {
  const described = await markets.find(fills.map(({ market }) => market));
  return fills.flatMap((row) => {
    const market = described.get(row.market);
    if (market === undefined) return [];
    const written = new Map<Dialect, string>();
    const payload = (dialect: Dialect): string => {
      const json = written.get(dialect) ?? payloadOf(row, { market, dialect, names });
      written.set(dialect, json);
      return json;
    };
    return [{ market, at: row.at, payload }];
  });
}
