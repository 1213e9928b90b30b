/**
 * Sandbox orders whose matching is delayed. Each is durable before it is acknowledged, and reserves no balance. Once due,
 * it is submitted as an ordinary order and decided as if it arrived then; if refused, it becomes unmatched. The engine
 * executes an order once by its id, so that a crash between its commit and its removal from the table does no harm.
 */
import type { Log } from "../../base/log-event.ts";
import type { PlaceOrder } from "../../core/events/command.ts";
import { MODE_CODES } from "../../core/mode.ts";
import type { RejectionCode } from "../../core/rejection.ts";
import {
  deleteDelayedOrder,
  endDelayedOrder,
  listDelayedOrders,
  saveDelayedOrder,
} from "../../store/sandbox/delayed-orders.ts";
import type { DelayedOrder } from "../../store/sandbox/delayed-orders.ts";
import type { OwnSql } from "../../store/sql/database.ts";
import { isTransient } from "../../store/sql/unavailable.ts";
import { createFollowers } from "../../base/followers.ts";
import { createDueWork } from "../time/due-work.ts";
import type { DueWork } from "../time/due-work.ts";
import type { Engine } from "../engine.ts";
import type { Pausable } from "../../base/async.ts";

/** Delay of matching in ms. If `matches` is false, the order is never matched and ends as unmatched. */
export type MatchDelay = { readonly ms: number; readonly matches: boolean };

/** The route of an order, with its API key and wallets. */
type PlacementRoute = { readonly route: string; readonly names: readonly string[] };

/** Source of the delays in force. */
export type MatchDelays = {
  /** True if no order is delayed. */
  isEmpty(): boolean;
  /** Draws the delay of an order that would match; `undefined` if it has none. */
  draw(place: PlacementRoute): MatchDelay | undefined;
};

/** A stored delayed order; `repeated` if it was stored before. */
export type StoredDelayedOrder = { readonly order: DelayedOrder; readonly repeated: boolean };

export type DelayedOrders = DueWork & {
  /** Sets the source of delays; without a source there are none. */
  drawFrom(source: MatchDelays): void;
  readonly delays: () => MatchDelays;
  /**
   * Stores an order until its delay is over; durable once the promise resolves. An order that is stored already is not
   * changed.
   */
  keep(command: PlaceOrder, delay: MatchDelay): Promise<StoredDelayedOrder>;
  /** Finds an order that is delayed, or became unmatched. */
  find(id: string): DelayedOrder | undefined;
  /** Finds an order whose write had no answer: the table may have it. The write is retried until the table has it. */
  findUnclear(id: string): DelayedOrder | undefined;
  /** Retries the write of an order that had no answer. */
  keepAgain(order: DelayedOrder): Promise<StoredDelayedOrder>;
  /**
   * Calls the follower with each order that becomes unmatched, once the table has that result, until the returned
   * function is called.
   */
  follow(follower: (order: DelayedOrder) => void): () => void;
  /** Reads the orders again: the database was put back to an earlier state. */
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
/** Temporary refusals, after which the order may have been placed anyway: it is tried again. */
const TRANSIENT_CODES: ReadonlySet<RejectionCode> = new Set([
  ...MODE_CODES,
  "not_accepting",
  "outcome_unknown",
]);

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

type DelayedOrderResult = NonNullable<DelayedOrder["ended"]>;

/** Copies the delayed orders' table to memory. Changes go to the table first. */
function createRegister(sql: OwnSql, tellEnd: (order: DelayedOrder) => void) {
  const pending = new Map<string, DelayedOrder>();
  const ended = new Map<string, DelayedOrder>();
  /** Final states that were decided, and that the table may lack. */
  const decided = new WeakMap<DelayedOrder, DelayedOrderResult>();
  const take = (order: DelayedOrder): unknown =>
    (order.ended === undefined ? pending : ended).set(order.command.id, order);
  const find = (id: string): DelayedOrder | undefined => pending.get(id) ?? ended.get(id);
  const { keep, findUnclear, clear, forget } = createDelayedOrderStore(sql, find, take);

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
    findEnd: (order: DelayedOrder): DelayedOrderResult | undefined => decided.get(order),
    async end(order: DelayedOrder, end: DelayedOrderResult): Promise<void> {
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

/** Creates the writer of orders to their table; `take` gets each order as the table has it. */
function createDelayedOrderStore(
  sql: OwnSql,
  find: (id: string) => DelayedOrder | undefined,
  take: (order: DelayedOrder) => void,
) {
  const saving = new Map<string, Promise<DelayedOrder>>();
  /**
   * Orders whose write had no answer. If not retried, an order that the table has would be executed after a restart.
   */
  const unclear = new Map<string, DelayedOrder>();

  async function save(order: DelayedOrder): Promise<DelayedOrder> {
    const { id } = order.command;
    try {
      const kept = await saveDelayedOrder(sql, order);
      unclear.delete(id);
      take(kept);
      return kept;
    } catch (error) {
      if (isTransient(error)) unclear.set(id, order);
      throw error;
    }
  }

  async function keep(order: DelayedOrder): Promise<StoredDelayedOrder> {
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
    /** Retries the writes of all orders that had no answer. */
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

/**
 * Submits an order that is due. Returns its rejection code, `passing` if it must be retried, `undefined` if it is
 * placed.
 */
async function submit(
  engine: Pick<Engine, "submit">,
  command: PlaceOrder,
): Promise<RejectionCode | "passing" | undefined> {
  const outcome = await engine.submit(command);
  if (outcome.type !== "rejected") return undefined;
  return TRANSIENT_CODES.has(outcome.rejection.code) ? "passing" : outcome.rejection.code;
}
