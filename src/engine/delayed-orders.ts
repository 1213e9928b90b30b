/**
 * Orders of a sandbox whose matching is delayed. Each is durable before it is acknowledged, and holds nothing. Once due it is
 * submitted as an ordinary order, and decided as if it came then; one that is refused then ends as unmatched. The engine
 * carries an order out once by its id, so that a crash after its commit and before its removal here does no harm.
 */
import type { Log } from "../log-event.ts";
import type { PlaceOrder } from "../core/command.ts";
import { MODE_CODES } from "../core/mode.ts";
import type { RejectionCode } from "../core/rejection.ts";
import {
  deleteDelayedOrder,
  endDelayedOrder,
  listDelayedOrders,
  saveDelayedOrder,
} from "../store/sandbox/delayed-orders.ts";
import type { DelayedOrder } from "../store/sandbox/delayed-orders.ts";
import type { OwnSql } from "../store/sql/database.ts";
import { isPassing } from "../store/sql/unavailable.ts";
import { createFollowers } from "../followers.ts";
import { createDueWork } from "./due-work.ts";
import type { DueWork } from "./due-work.ts";
import type { Engine } from "./engine.ts";
import type { Pausable } from "./pausable.ts";

/** A delay in ms; without `matches` the order ends unmatched in any case. */
export type MatchDelay = { readonly ms: number; readonly matches: boolean };

/** The operation that an order came by, with its API key and wallets. */
type PlacementPlace = { readonly route: string; readonly names: readonly string[] };

/** Source of the delays that are in force. */
export type MatchDelays = {
  /** True if no order is delayed. */
  isEmpty(): boolean;
  /** Draws the delay of an order that would match; `undefined` where it meets none. */
  draw(place: PlacementPlace): MatchDelay | undefined;
};

/** An order that is kept; `repeated` if it was before. */
export type KeptOrder = { readonly order: DelayedOrder; readonly repeated: boolean };

export type DelayedOrders = DueWork & {
  /** Sets where delays come from; without a source there are none. */
  drawFrom(source: MatchDelays): void;
  readonly delays: () => MatchDelays;
  /** Keeps an order until its delay is over; durable when the promise is kept. One that is kept already stays as it is. */
  keep(command: PlaceOrder, delay: MatchDelay): Promise<KeptOrder>;
  /** Finds an order that is delayed, or ended without a match. */
  find(id: string): DelayedOrder | undefined;
  /** Finds an order whose write had no answer: the table may have it. It is written again until it has. */
  findUnclear(id: string): DelayedOrder | undefined;
  /** Writes an order again whose write had no answer. */
  keepAgain(order: DelayedOrder): Promise<KeptOrder>;
  /** Calls the follower with each order that ends without a match, once its table has the end; the answer ends that. */
  follow(follower: (order: DelayedOrder) => void): () => void;
  /** Reads the orders anew: the database was put back to an earlier state. */
  reload(): Promise<void>;
};

export type DelayedOrdersOptions = {
  readonly sql: OwnSql;
  readonly engine: Pick<Engine, "submit">;
  readonly clock: () => number;
  readonly pausable: Pick<Pausable, "run">;
  readonly log: Log;
};

const NO_DELAYS: MatchDelays = { isEmpty: () => true, draw: () => undefined };
/** Refusals that say nothing of the order, which may be placed already: it is tried again. */
const PASSING: ReadonlySet<RejectionCode> = new Set([...MODE_CODES, "not_accepting", "outcome_unknown"]);

export async function createDelayedOrders(options: DelayedOrdersOptions): Promise<DelayedOrders> {
  const { sql, clock, pausable, log } = options;
  const followers = createFollowers<DelayedOrder>();
  const register = createRegister(sql, followers.notify);
  await register.reload();
  let source = NO_DELAYS;
  const work = createDueWork({
    prepare: register.clear,
    listPending: register.listPending,
    finish: (order) => finish(options, register, order),
    clock,
    pausable,
    onFailure: (err) =>
      log.warn(
        { event: "order_delayed", err },
        "a delayed order was not written or did not end; it is tried again",
      ),
  });
  return {
    ...work,
    drawFrom: (delays) => void (source = delays),
    delays: () => source,
    keep: (command, { ms, matches }) =>
      pausable.run(() => {
        const takenAt = clock();
        return register.keep({ command, takenAt, due: takenAt + ms, matches, ended: undefined });
      }),
    find: register.find,
    findUnclear: register.findUnclear,
    follow: followers.follow,
    keepAgain: (order) => pausable.run(() => register.keep(order)),
    reload: register.reload,
  };
}

type Register = ReturnType<typeof createRegister>;

type End = NonNullable<DelayedOrder["ended"]>;

/** Keeps the orders in memory as they are in their table: a change is written first. */
function createRegister(sql: OwnSql, tellEnd: (order: DelayedOrder) => void) {
  const pending = new Map<string, DelayedOrder>();
  const ended = new Map<string, DelayedOrder>();
  /** Ends that were decided, of which it is unknown if the table has them. */
  const decided = new WeakMap<DelayedOrder, End>();
  const take = (order: DelayedOrder): unknown =>
    (order.ended === undefined ? pending : ended).set(order.command.id, order);
  const find = (id: string): DelayedOrder | undefined => pending.get(id) ?? ended.get(id);
  const { keep, findUnclear, clear, forget } = createKeeper(sql, find, take);

  return {
    find,
    keep,
    findUnclear,
    clear,
    listPending: (): DelayedOrder[] => [...pending.values()],
    async remove(id: string): Promise<void> {
      await deleteDelayedOrder(sql, id);
      pending.delete(id);
    },
    findEnd: (order: DelayedOrder): End | undefined => decided.get(order),
    async end(order: DelayedOrder, end: End): Promise<void> {
      const { id } = order.command;
      decided.set(order, end);
      await endDelayedOrder(sql, id, end);
      if (!pending.delete(id)) return;
      ended.set(id, { ...order, ended: end });
      tellEnd({ ...order, ended: end });
    },
    async reload(): Promise<void> {
      const stored = await listDelayedOrders(sql);
      pending.clear();
      ended.clear();
      forget();
      stored.forEach(take);
    },
  };
}

/** Writes orders into their table; `take` gets each as the table has it. */
function createKeeper(
  sql: OwnSql,
  find: (id: string) => DelayedOrder | undefined,
  take: (order: DelayedOrder) => void,
) {
  const saving = new Map<string, Promise<DelayedOrder>>();
  /** Orders whose write had no answer. Left alone, one that the table has would be carried out after a restart. */
  const unclear = new Map<string, DelayedOrder>();

  async function save(order: DelayedOrder): Promise<DelayedOrder> {
    const { id } = order.command;
    try {
      const kept = await saveDelayedOrder(sql, order);
      unclear.delete(id);
      take(kept);
      return kept;
    } catch (error) {
      if (isPassing(error)) unclear.set(id, order);
      throw error;
    }
  }

  async function keep(order: DelayedOrder): Promise<KeptOrder> {
    const { id } = order.command;
    const known = find(id) ?? saving.get(id);
    if (known !== undefined) return { order: await known, repeated: true };
    const saved = save(order).finally(() => saving.delete(id));
    saving.set(id, saved);
    return { order: await saved, repeated: false };
  }

  return {
    keep,
    findUnclear: (id: string): DelayedOrder | undefined => unclear.get(id),
    /** Writes again all orders whose write had no answer. */
    async clear(): Promise<void> {
      for (const order of unclear.values()) await keep(order);
    },
    forget: (): void => unclear.clear(),
  };
}

async function finish(
  { engine, clock }: DelayedOrdersOptions,
  register: Register,
  order: DelayedOrder,
): Promise<void> {
  const { command, matches } = order;
  const decided = register.findEnd(order);
  if (decided !== undefined) return register.end(order, decided);
  const reason = matches ? await submit(engine, command) : "unmatched";
  if (reason === "passing") return undefined;
  if (reason === undefined) return register.remove(command.id);
  return register.end(order, { at: clock(), reason });
}

/** Submits an order that is due. Gives the code of its refusal, `passing` where it must be tried again, `undefined` when it is placed. */
async function submit(
  engine: Pick<Engine, "submit">,
  command: PlaceOrder,
): Promise<RejectionCode | "passing" | undefined> {
  const outcome = await engine.submit(command);
  if (outcome.type !== "rejected") return undefined;
  return PASSING.has(outcome.rejection.code) ? "passing" : outcome.rejection.code;
}
