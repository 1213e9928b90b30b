/**
 * The parts of a simulated process that act at their own time: the real ones, on the rows of the simulated store. Delayed
 * orders and failing settlements are those of a sandbox, with random faults.
 */
import type { Command } from "../../src/core/events/command.ts";
import type { RequestName } from "../../src/core/request.ts";
import type { Clocks } from "../../src/engine/time/clocks.ts";
import type { Engine } from "../../src/engine/engine.ts";
import type { CommandOutcome, OnceOutcome } from "../../src/engine/repeats/entry.ts";
import { openTimedParts } from "../../src/engine/time/timed-parts.ts";
import type { DelayedOrders } from "../../src/engine/sandbox/delayed-orders.ts";
import type { Settlements } from "../../src/engine/sandbox/settlements.ts";
import type { TimedParts } from "../../src/engine/time/timed-parts.ts";
import type { OwnSql } from "../../src/store/sql/database.ts";
import { pino } from "pino";
import { isDueStatement, runDueStatement } from "./due-rows.ts";
import { connectedKeyRows, heartbeatRows } from "./heartbeat-rows.ts";
import type { World } from "./simulated-process.ts";
import type { Session } from "./simulated-store.ts";

/** Parts of a sandbox. */
export type SandboxParts = TimedParts & {
  readonly delayedOrders: DelayedOrders;
  readonly settlements: Settlements;
};

/** The engine for commands that the process gives to itself. */
export type OwnEngine = {
  readonly engine: Engine;
  readonly clocks: Clocks;
  submit(command: Command): Promise<CommandOutcome>;
  submitOnce(command: Command, name: RequestName | undefined): Promise<OnceOutcome>;
  /** Called with the key whose session ends. */
  onEnd(apiKey: string): void;
};

const log = pino({ level: "silent" });
/** Percent of matches whose settlement fails, and the longest time until then. */
const FAILING = 60;
const MAX_MS = 6_000;

export async function openSimulatedParts(
  world: World,
  own: Session,
  { engine, clocks, submit, submitOnce, onEnd }: OwnEngine,
): Promise<SandboxParts> {
  const { random, faults } = world;
  const ownEngine: Engine = {
    ...engine,
    submit,
    submitOnce: (command, { name }) => submitOnce(command, name),
  };
  const sql = rowsOf(world, own, onEnd);
  const parts = await openTimedParts({ mode: "sandbox", sql, engine: ownEngine, clocks, log });
  const { delayedOrders, settlements } = parts;
  if (delayedOrders === undefined || settlements === undefined) throw new Error("it is no sandbox");
  settlements.drawFrom({
    isEmpty: faults.stopped,
    draw: () => (random.chance(FAILING) ? random.below(MAX_MS) : undefined),
  });
  return { ...parts, delayedOrders, settlements };
}

function rowsOf({ store, reached }: World, own: Session, onEnd: (apiKey: string) => void): OwnSql {
  const heartbeats = heartbeatRows(store, own, onEnd);
  const connectedKeys = connectedKeyRows(store, own, onEnd);
  const sql = (texts: TemplateStringsArray, ...values: readonly string[]) => {
    const statement = { text: texts.join(""), values };
    if (isDueStatement(statement)) return runDueStatement(store, own, statement, reached);
    if (statement.text.includes("connected_keys")) return connectedKeys(texts, ...values);
    return heartbeats(texts, ...values);
  };
  return sql as unknown as OwnSql;
}
