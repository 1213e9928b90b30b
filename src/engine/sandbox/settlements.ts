/**
 * Settlements of a sandbox that fail after the match. A fault decides at the commit of a match whether its settlement
 * fails. Once the failure is due, a command of the exchange undoes the fills, once. If a party no longer has what it
 * got, the match stands and is confirmed.
 */
import { createHash } from "node:crypto";
import type { Log } from "../../base/log-event.ts";
import type { MatchedSide } from "../../core/events/command.ts";
import type { EventOf } from "../../core/events/event.ts";
import type { RejectionCode } from "../../core/rejection.ts";
import type { RequestName } from "../../core/request.ts";
import type { Order } from "../../core/state.ts";
import { createFollowers } from "../../base/followers.ts";
import { listFailingSettlements, saveFailingSettlement } from "../../store/sandbox/failing-settlements.ts";
import type { FailingSettlement } from "../../store/sandbox/failing-settlements.ts";
import type { OwnSql } from "../../store/sql/database.ts";
import { createDueWork } from "../time/due-work.ts";
import type { DueWork } from "../time/due-work.ts";
import type { Engine } from "../engine.ts";
import type { Publication } from "../repeats/entry.ts";
import type { Pausable } from "../../base/async.ts";

/** Source of the faults in force. */
export type SettlementFaults = {
  /** True if no settlement fails. */
  isEmpty(): boolean;
  /**
   * Draws the delay, ms, after which the settlement of a match fails, by the keys and wallets of its parties;
   * `undefined` if it succeeds.
   */
  draw(parties: readonly string[]): number | undefined;
};

export type Settlements = DueWork & {
  /** Sets the source of faults; without a source every match is settled. */
  drawFrom(source: SettlementFaults): void;
  /** Lets the settlement of the matches of this order fail after a delay, ms, if the order is placed. */
  expectFailure(order: string, ms: number): void;
  /** Finds the failing settlement of the match that a fill is part of; `undefined` if it does not fail. */
  find(trade: number): FailingSettlement | undefined;
  /** Lists the numbers of all fills whose settlement failed. */
  listFailed(): readonly number[];
  /** Calls the follower with each settlement that ended, until the returned function is called. */
  follow(follower: (settlement: EndedSettlement) => void): () => void;
  /** Returns once no write is running. */
  written(): Promise<void>;
  /** Reads the settlements again: the database was put back to an earlier state. */
  reload(): Promise<void>;
};

export type EndedSettlement = FailingSettlement & { readonly ended: NonNullable<FailingSettlement["ended"]> };

export type SettlementsOptions = {
  readonly sql: OwnSql;
  readonly engine: Pick<Engine, "submitOnce" | "follow">;
  readonly clock: () => number;
  readonly pausable: Pick<Pausable, "run">;
  readonly log: Log;
};

const NO_FAULTS: SettlementFaults = { isEmpty: () => true, draw: () => undefined };
/** Temporary refusals, which say nothing of the match: the command is retried. */
const TRANSIENT_CODES: ReadonlySet<RejectionCode> = new Set([
  "not_accepting",
  "outcome_unknown",
  "request_underway",
]);

/** Maximum orders that are expected; above it the oldest, which may have been refused, is forgotten. */
const MAX_EXPECTED = 1_000;

export async function createSettlements(options: SettlementsOptions): Promise<Settlements> {
  const { sql, engine, clock, pausable, log } = options;
  const register = createRegister(sql, log);
  await register.reload();
  const followers = createFollowers<EndedSettlement>();
  let source = NO_FAULTS;
  const expected = new Map<string, number>();
  const draw = (event: EventOf<"order-placed">): number | undefined => {
    const { id } = event.order;
    const own = expected.get(id);
    expected.delete(id);
    if (event.fills.length === 0) return undefined;
    return own ?? (source.isEmpty() ? undefined : source.draw(listParties(event)));
  };

  engine.follow(({ events, at }: Publication) => {
    if (source.isEmpty() && expected.size === 0) return;
    for (const event of events) {
      if (event.type !== "order-placed") continue;
      const ms = draw(event);
      if (ms !== undefined) register.add(buildSettlement(event, at + ms));
    }
  });

  async function finish(settlement: FailingSettlement): Promise<void> {
    const ended = register.findEnd(settlement) ?? (await decide(settlement));
    if (ended !== undefined && (await register.end(settlement, ended))) followers.notify(ended);
  }

  /** Undoes a match, whose plan the table has. Returns the ended settlement; `undefined` if it must be retried. */
  async function decide(settlement: FailingSettlement): Promise<EndedSettlement | undefined> {
    await register.plan(settlement);
    const outcome = await engine.submitOnce(settlement.command, {
      name: requestName(settlement),
      makeResult: () => ({}),
    });
    if (outcome.type === "rejected" && TRANSIENT_CODES.has(outcome.rejection.code)) return undefined;
    const end = outcome.type === "rejected" ? "confirmed" : "failed";
    return { ...settlement, ended: { at: clock(), outcome: end } };
  }

  const work = createDueWork({
    listPending: register.listPending,
    finish,
    clock,
    pausable,
    onFailure: (err) =>
      log.warn({ event: "settlement_failed", err }, "a settlement did not end; it is tried again"),
  });
  return {
    ...work,
    drawFrom: (faults) => void (source = faults),
    expectFailure(order, ms) {
      const oldest = expected.size < MAX_EXPECTED ? undefined : expected.keys().next().value;
      if (oldest !== undefined) expected.delete(oldest);
      expected.set(order, ms);
    },
    find: register.find,
    listFailed: register.listFailed,
    follow: followers.follow,
    written: register.written,
    reload: register.reload,
  };
}

const NOT_WRITTEN = "a settlement that fails could not be written down";

/** Creates a copy in memory of the settlements, and writes each change to their table. */
function createRegister(sql: OwnSql, log: Log) {
  const pending = new Map<number, FailingSettlement>();
  const byTrade = new Map<number, FailingSettlement>();
  let failed: number[] = [];
  const runningWrites = new Set<Promise<void>>();
  const plans = createPlans(sql);
  /** Final states that were decided, and that the table may lack. */
  const decided = new WeakMap<FailingSettlement, EndedSettlement>();

  function keep(settlement: FailingSettlement): void {
    const { first, ended } = settlement;
    if (ended === undefined) pending.set(first, settlement);
    else pending.delete(first);
    const trades = listTradeNumbers(settlement);
    for (const trade of trades) byTrade.set(trade, settlement);
    if (ended?.outcome === "failed") failed = [...failed, ...trades];
  }

  return {
    find: (trade: number): FailingSettlement | undefined => byTrade.get(trade),
    listPending: (): FailingSettlement[] => [...pending.values()],
    listFailed: (): readonly number[] => failed,
    plan: plans.write,
    findEnd: (settlement: FailingSettlement): EndedSettlement | undefined => decided.get(settlement),
    /** Adds a settlement. If the process ends before the row is written, the match is settled. */
    add(settlement: FailingSettlement): void {
      keep(settlement);
      plans.add(settlement);
      const written = plans
        .write(settlement)
        .catch((err: unknown) => log.warn({ event: "settlement_failed", err }, NOT_WRITTEN))
        .finally(() => runningWrites.delete(written));
      runningWrites.add(written);
    },
    /** Ends a settlement; false if it is not pending any more. */
    async end(settlement: FailingSettlement, ended: EndedSettlement): Promise<boolean> {
      decided.set(settlement, ended);
      await saveFailingSettlement(sql, ended);
      if (!pending.has(settlement.first)) return false;
      keep(ended);
      return true;
    },
    async written(): Promise<void> {
      await Promise.all(runningWrites);
    },
    async reload(): Promise<void> {
      const stored = await listFailingSettlements(sql);
      pending.clear();
      byTrade.clear();
      failed = [];
      for (const settlement of stored) keep(settlement);
    },
  };
}

/** Creates the writer of plans that the table may lack. */
function createPlans(sql: OwnSql) {
  const unwritten = new WeakSet<FailingSettlement>();
  return {
    add: (settlement: FailingSettlement): void => void unwritten.add(settlement),
    /** Writes a plan, unless the table has it. */
    async write(settlement: FailingSettlement): Promise<void> {
      if (!unwritten.has(settlement)) return;
      await saveFailingSettlement(sql, settlement);
      unwritten.delete(settlement);
    },
  };
}

export const listTradeNumbers = ({ first, last }: Pick<FailingSettlement, "first" | "last">): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Lists the keys and wallets of all parties. */
function listParties({ order, fills }: EventOf<"order-placed">): string[] {
  const orders = [order, ...fills.map(({ maker }) => maker)];
  return [...new Set(orders.flatMap(({ apiKey, account }) => [apiKey, account.address, account.owner]))];
}

function buildSettlement({ order, fills }: EventOf<"order-placed">, due: number): FailingSettlement {
  const numbers = fills.map(({ no }) => no);
  return {
    first: Math.min(...numbers),
    last: Math.max(...numbers),
    command: buildFailureCommand({ order, fills }),
    due,
    ended: undefined,
  };
}

/** Makes the command that undoes the fills of a placement. */
export const buildFailureCommand = ({
  order,
  fills,
}: Pick<EventOf<"order-placed">, "order" | "fills">): FailingSettlement["command"] => ({
  type: "fail-settlement",
  conditionId: order.market.conditionId,
  taker: toMatchedSide(order),
  fills: fills.map(({ maker, ...fill }) => ({ ...fill, maker: toMatchedSide(maker) })),
});

const toMatchedSide = ({ account, outcome, side }: Order): MatchedSide => ({
  address: account.address,
  outcome,
  side,
});

/** Name by which the exchange remembers that it undid a match. */
function requestName({ first }: FailingSettlement): RequestName {
  const hash = createHash("sha256").update(`failed settlement ${first}`).digest("hex");
  return { caller: "exchange", key: hash, content: hash };
}
