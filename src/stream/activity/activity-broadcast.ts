/**
 * Tells everyone who listens of the fills of each commit, in order. What is said of a market besides numbers is read
 * from the store once; a fill is written as JSON once per dialect, and numbered for each connection.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context } from "../../context.ts";
import type { Publication } from "../../engine/entry.ts";
import type { Dialect } from "../../http/dialects/dialect.ts";
import type { ActivityRow } from "../../store/reads/activity.ts";
import type { DescribedMarket, DescribedMarkets } from "../described-markets.ts";
import { followCommits } from "../follow-commits.ts";
import { fillsOf, payloadOf } from "./activity-fills.ts";

/** A fill, as everyone of a dialect is told of it. */
export type ToldFill = {
  readonly market: DescribedMarket;
  /** Milliseconds. */
  readonly at: number;
  /** The payload's JSON. */
  payload(dialect: Dialect): string;
};

export type Listener = {
  /** Whether it wants to hear of anything. */
  readonly listens: () => boolean;
  /** The fills of a commit. */
  readonly tell: (fills: readonly ToldFill[]) => void;
  /** Some fills cannot be told. */
  readonly lose: () => void;
};

/** Fills that may wait for what is read of their markets. */
const MOST_WAITING = 10_000;

const FILLS_AT_ONCE = 50;
/** The longest that telling listeners may take before others have their turn. */
const TURN_MS = 5;

/** A function that adds a listener, and gives one that takes it away. */
export function createActivityBroadcast(
  context: Pick<Context, "engine" | "log">,
  markets: DescribedMarkets,
): (listener: Listener) => () => void {
  const listeners = new Set<Listener>();
  let waiting: (readonly ActivityRow[])[] = [];
  let count = 0;
  let isRunning = false;

  function add(publication: Publication): void {
    if (![...listeners].some(({ listens }) => listens())) return;
    const fills = fillsOf(publication);
    if (fills.length === 0) return;
    if (count > MOST_WAITING) lose();
    waiting.push(fills);
    count += fills.length;
    if (!isRunning) void drain();
  }

  function lose(): void {
    waiting = [];
    count = 0;
    for (const { lose: tell } of listeners) tell();
  }

  async function drain(): Promise<void> {
    isRunning = true;
    for (let fills = waiting[0]; fills !== undefined; fills = waiting[0]) {
      try {
        const told = await describeFills(markets, fills);
        await tellInTurns(listeners, told, () => waiting[0] === fills);
        if (waiting[0] !== fills) continue;
        count -= fills.length;
        waiting.shift();
      } catch (error) {
        context.log.error({ err: error }, "fills could not be told on the live-data channel");
        lose();
      }
    }
    isRunning = false;
  }

  followCommits(context, add, lose);
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

/** A part at a time, as long as it is wanted, so that what else the process does goes on. */
async function tellInTurns(
  listeners: ReadonlySet<Listener>,
  told: readonly ToldFill[],
  isWanted: () => boolean,
): Promise<void> {
  let turnAt = performance.now();
  for (let from = 0; from < told.length; from += FILLS_AT_ONCE) {
    const part = told.slice(from, from + FILLS_AT_ONCE);
    for (const { tell } of listeners) {
      if (performance.now() - turnAt > TURN_MS) {
        await nextTurn();
        turnAt = performance.now();
      }
      if (!isWanted()) return;
      tell(part);
    }
  }
}

async function describeFills(markets: DescribedMarkets, fills: readonly ActivityRow[]): Promise<ToldFill[]> {
  const described = await markets.find(fills.map(({ market }) => market));
  return fills.flatMap((row) => {
    const market = described.get(row.market);
    if (market === undefined) return [];
    const written = new Map<Dialect, string>();
    const payload = (dialect: Dialect): string => {
      const json = written.get(dialect) ?? payloadOf(row, market, dialect);
      written.set(dialect, json);
      return json;
    };
    return [{ market, at: row.at, payload }];
  });
}
