/**
 * The exchange's process in a run: the real engine and the real heartbeats on the simulated store. It dies by a fault
 * or by a failure of its engine, and starts again from the journal, as under a supervisor.
 */
import assert from "node:assert/strict";
import { pino } from "pino";
import type { Command, PlaceOrder } from "../../src/core/events/command.ts";
import { strictest } from "../../src/core/exchange-mode.ts";
import type { ExchangeMode } from "../../src/core/exchange-mode.ts";
import { rejectInMode } from "../../src/core/mode.ts";
import type { RequestName } from "../../src/core/request.ts";
import type { Exchange, Rules } from "../../src/core/state.ts";
import { createClocks, rejectClock } from "../../src/engine/time/clocks.ts";
import { guardClocks } from "../../src/engine/safeguards.ts";
import type { Clocks } from "../../src/engine/time/clocks.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import type { EngineOptions, OnceOutcome, CommandOutcome } from "../../src/engine/repeats/entry.ts";
import type { DelayedOrder } from "../../src/store/sandbox/delayed-orders.ts";
import type { MatchDelay } from "../../src/engine/sandbox/delayed-orders.ts";
import type { Snapshots } from "../../src/engine/sandbox/snapshots.ts";
import { readQuarantine } from "../../src/engine/operators/quarantine.ts";
import { createRecentEntries, withRecentEntries } from "../../src/engine/repeats/stored-entries.ts";
import type { Quarantine } from "../../src/engine/operators/quarantine.ts";
import type { Batch, JournalHead } from "../../src/store/journal/journal.ts";
import { StoreUnavailable } from "../../src/store/sql/unavailable.ts";
import type { SimulatedCommand } from "../simulation/outcome.ts";
import { viewExchange } from "../simulation/view.ts";
import type { Random } from "../support/random.ts";
import type { Faults } from "./faults.ts";
import type { FencedReaders } from "./fenced-readers.ts";
import { createListener } from "./listener.ts";
import type { Listener } from "./listener.ts";
import type { Machine } from "./machine.ts";
import { innerOf, resultText } from "./once-command.ts";
import type { WholeCommand } from "./once-command.ts";
import { checkWaitingTime } from "./waiting-limits.ts";
import type { Moments } from "./moments.ts";
import type { Poison } from "./poison.ts";
import { createSimulatedFiles } from "./simulated-files.ts";
import { findEntries, startKnownEntries } from "./simulated-known.ts";
import { openProjector, recoverWithTables } from "./simulated-projector.ts";
import type { SimulatedProjector } from "./simulated-projector.ts";
import { checkReplacement, openSimulatedSnapshots } from "./simulated-snapshots.ts";
import { openSimulatedParts } from "./simulated-timed-parts.ts";
import type { OwnEngine, SandboxParts } from "./simulated-timed-parts.ts";
import { originOf, StoreFailure } from "./simulated-store.ts";
import { checkDelayed, checkOwnCommand, noteRefusal } from "./due-tables.ts";
import type { DeathFault, Session, SimulatedStore } from "./simulated-store.ts";
import type { SimulatedTables } from "./simulated-tables.ts";
import type { Trace } from "./trace.ts";
import type { VirtualTime } from "./virtual-time.ts";
import type { Witness } from "./witness.ts";

export type World = {
  readonly rules: Rules;
  readonly random: Random;
  readonly time: VirtualTime;
  readonly faults: Faults;
  readonly trace: Trace;
  readonly store: SimulatedStore;
  readonly tables: SimulatedTables;
  readonly readers: FencedReaders;
  readonly witness: Witness;
  readonly poison: Poison;
  readonly moments: Moments;
  readonly machine: Machine;
  readonly dies: DeathFault;
  /** Counts a situation that the run reached. */
  readonly reached: (what: string) => void;
  /** Counts an answer of the engine. */
  readonly answered: (outcome: string) => void;
  /** Keeps an error that occurred where nothing can be thrown. */
  readonly fail: (error: unknown) => void;
};

/** A process that takes commands. */
export type ServingProcess = {
  readonly session: Session;
  readonly engine: Engine;
  readonly tables: SimulatedProjector;
  readonly timed: SandboxParts;
  readonly snapshots: Snapshots;
  readonly entries: Pick<EngineOptions, "findOrders">;
  readonly listener: Listener;
  readonly quarantine: Quarantine;
  readonly clocks: Clocks;
};

export type SimulatedProcess = {
  /** The running process; `undefined` while it is dead or starts. */
  serving(): ServingProcess | undefined;
  /** Gives a command to the engine, each time anew; `onAnswer` gets the answer. */
  submit(command: WholeCommand, onAnswer: (outcome: CommandOutcome | OnceOutcome) => void): void;
  /** Has an order matched after a delay, each time anew; `onAnswer` gets it as it stands then, or nothing once it is placed. */
  delay(command: PlaceOrder, delay: MatchDelay, onAnswer: (order: DelayedOrder | undefined) => void): void;
  die(why: string): void;
  /** Puts the exchange into a restricted mode for a while, as a full disk or a late audit would. */
  restrict(mode: ExchangeMode, milliseconds: number): void;
  /** Sets the callback for commands that a process gives to itself when keys stop beating. */
  onOwnCommand(callback: (command: Command) => void): void;
  /** Commands that were being decided when it died, and must now be decided alone. */
  suspects(): SimulatedCommand[];
  /** Number of starts. */
  starts(): number;
};

const TICK_MS = 200;
/** One tick, and the time that may hold it up. */
const NOTICED_MS = 2 * TICK_MS;
const MAX_AHEAD_MS = 60_000;
const CHECK_MS = 1_000;
/** Time between checks of delayed orders and settlements. */
const DUE_MS = 40;

/** Names of the errors that end an engine as intended. */
const ENDS = new Set(["StoreFailure", "Poisoned"]);

/** A command with the name of its request. */
type NamedCommand = { readonly command: Command; readonly name: RequestName | undefined };

type Recovery = {
  readonly head: JournalHead;
  readonly tables: SimulatedProjector;
  readonly entries: KnownAndFound;
  readonly quarantine: Quarantine;
  readonly clocks: Clocks;
};

export type KnownAndFound = Pick<EngineOptions, "known" | "findOrders" | "findRequests"> & {
  rewind(): void;
};

const never = <T>(): Promise<T> => new Promise(() => undefined);

const log = pino({ level: "silent" });

export function createSimulatedProcess(world: World): SimulatedProcess {
  const { time, random, faults, trace, store, witness, poison, machine } = world;
  const files = createSimulatedFiles();
  const simulatedOf = new WeakMap<Command, SimulatedCommand>();
  const noted = new Set<Command>();
  let deciding: readonly Command[] = [];
  let session: Session = { open: false, suspend: () => undefined };
  let serving: ServingProcess | undefined;
  let starts = 0;
  let taken = 0;
  let restricted: ExchangeMode = "normal";
  let clockAccepted = false;
  let onOwnCommand: (command: Command) => void = () => undefined;

  function die(why: string): void {
    if (!session.open) return;
    trace.note(`the process dies: ${why}`);
    session.open = false;
    restricted = "normal";
    serving = undefined;
    time.after(random.between(50, 1_500), start);
  }

  function start(): void {
    starts += 1;
    const own: Session = { open: true, suspend: () => undefined };
    session = own;
    trace.note("the process starts");
    if (faults.strike("clock wrong at a start")) setClockWrong(machine, random);
    if (faults.strike("crash while stops are counted")) {
      readQuarantine(files.untilReplaced(own), `run ${starts}`);
      return die("while stops are counted");
    }
    const quarantine = readQuarantine(files.of(own), `run ${starts}`);
    for (const command of deciding) noted.add(command);
    deciding = [];
    store
      .open(own)
      .then((rows) => recover(own, rows, quarantine))
      .catch((error: unknown) => {
        if (!own.open) return;
        if (isOfStore(error)) die(error.message);
        else world.fail(error);
      });
  }

  async function recover(own: Session, rows: readonly Batch[], quarantine: Quarantine): Promise<void> {
    if (faults.strike("crash in the recovery")) return die("in the recovery");
    const tables = await openProjector(world, own, (error) => endBy(own, error));
    const { exchange, head } = await recoverWithTables(world, own, tables, rows);
    world.moments.follow();
    witness.compareMemory(viewExchange(exchange));
    poison.guard(exchange, () => own.open);
    const clocks = createClocks(machine.clocks);
    machine.trust();
    if (!isTrusted(rows.at(-1)?.at ?? 0, clocks)) return die("its clock is behind the journal");
    const entries = entriesOf(own, tables);
    const engine = begin(own, exchange, { head, tables, entries, quarantine, clocks });
    const timed = await openSimulatedParts(world, own, ownEngineOf(own, engine, clocks));
    if (!own.open) return undefined;
    const parts = { engine, tables, timed, entries, clocks };
    const snapshots = openSimulatedSnapshots(world, own, parts);
    const listener = createListener(world, engine);
    engine.followReplacements(() => {
      runCheck(() => checkReplacement(world, own, parts));
      listener.replaced();
    });
    serving = {
      session: own,
      engine,
      tables,
      timed,
      entries,
      snapshots,
      listener,
      quarantine,
      clocks,
    };
    trace.note(`the process serves from batch ${engine.head().seq}`);
    repeat(own, TICK_MS, () => engine.tick());
    repeat(own, CHECK_MS, () => timed.heartbeats.check());
    repeat(own, CHECK_MS, () => timed.disconnects.check());
    for (const work of timed.dueWork) repeat(own, DUE_MS, () => work.check());
    return undefined;
  }

  function entriesOf(own: Session, tables: SimulatedProjector): KnownAndFound {
    const { known, restart } = startKnownEntries(world, own, tables.reach);
    const recent = createRecentEntries(() => tables.standing().seq);
    const rewind = (): void => {
      recent.forget();
      restart();
    };
    return { ...withRecentEntries({ known, ...findEntries(world, own) }, recent), rewind };
  }

  /** The engine as the process itself uses it: its commands are checked like those of clients. */
  function ownEngineOf(own: Session, engine: Engine, clocks: Clocks): OwnEngine {
    const canceled = new Set<string | undefined>();
    let latest = 0;
    // What is due stays so when the clock is set back.
    const now = (): number => {
      const read = clocks.now();
      latest = Math.max(latest, read);
      return read;
    };
    return {
      engine,
      clocks: { ...clocks, now },
      async submit(command) {
        runCheck(() => onOwnCommand(command));
        if (own.open) runCheck(() => checkOwnCommand(store, command, latest));
        const outcome = await handleCommand(own, engine, { command, name: undefined });
        if (outcome.type === "done") throw new Error("a command of its own is answered as a request");
        if (outcome.type === "duplicate") world.reached("delayed orders found placed");
        if (command.type === "cancel-orders" && outcome.type === "committed") canceled.add(command.apiKey);
        return outcome;
      },
      async submitOnce(command, name) {
        if (own.open) runCheck(() => checkOwnCommand(store, command, latest));
        const outcome = await handleCommand(own, engine, { command, name });
        if (outcome.type !== "done" && outcome.type !== "rejected")
          throw new Error("a request of its own is answered as a command");
        if (outcome.type === "done" && outcome.replayed) world.reached("settlements found failed");
        if (own.open) noteRefusal(store.due, command, outcome);
        return outcome;
      },
      onEnd: (apiKey) =>
        assert.ok(canceled.delete(apiKey), "a session ended whose orders were not cancelled"),
    };
  }

  /**
   * True if the process may start. A journal far ahead of the clock is refused once; then the clock is set right or
   * accepted.
   */
  function isTrusted(journal: number, clocks: Clocks): boolean {
    const isBehind = journal - machine.clocks.wall() > MAX_AHEAD_MS;
    const refusal = rejectClock({ journal, clock: clocks.now() });
    assert.equal(refusal !== undefined, isBehind, "a start with a clock behind the journal");
    const accepted = clockAccepted;
    clockAccepted = false;
    if (!isBehind) return true;
    world.reached(accepted ? "start with an accepted clock" : "start refused for its clock");
    if (accepted) return true;
    clockAccepted = faults.stopped() || random.chance(70);
    if (!clockAccepted) machine.set(journal - machine.clocks.wall());
    return false;
  }

  /** Ends a process by the failure of its engine or its projector; only an intended one is none of the run. */
  function endBy(own: Session, error: unknown): void {
    if (!own.open) return;
    const origin = originOf(error);
    // Only a way back ends an engine while the database does not answer.
    if (origin instanceof StoreUnavailable) {
      world.reached("processes ended on a way back");
      return die("it is unknown if the exchange went back");
    }
    if (origin instanceof Error && !ENDS.has(origin.name)) world.fail(error);
    else die(`the process failed: ${String(error)}`);
  }

  function begin(
    own: Session,
    exchange: Exchange,
    { head, tables, entries, quarantine, clocks }: Recovery,
  ): Engine {
    const engine = createEngine({
      exchange,
      head,
      clock: clocks.now,
      monotonic: clocks.monotonic,
      later: (turn) => later(own, turn),
      quarantine: { ...quarantine, noteDeciding: (commands) => enter(quarantine, commands) },
      commit: (batch) => {
        if (!own.open) return never();
        trace.note(`batch ${batch.seq} ${batch.hash.toString("hex", 0, 6)}`);
        witness.propose(batch, viewExchange(exchange));
        return store.commit(own, batch);
      },
      tables,
      ...entries,
      onFailure: (error) => endBy(own, error),
    });
    own.suspend = engine.availability.suspend;
    guardClocks({ clocks, availability: engine.availability, log });
    witness.begin({ session: own, head: () => engine.head(), clock: machine.now });
    return engine;
  }

  function enter(quarantine: Quarantine, commands: readonly Command[]): void {
    deciding = commands;
    const isMixed = commands.length > 1 && commands.some(quarantine.isSuspect);
    runCheck(() => assert.ok(!isMixed, "a suspect is decided with others"));
    quarantine.noteDeciding(commands);
  }

  /** Runs the engine's turn after a delay that the seed decides. */
  function later(own: Session, turn: () => void): void {
    time.after(random.chance(20) ? random.below(5) : 0, () => {
      if (own.open) turn();
    });
  }

  function repeat(own: Session, milliseconds: number, act: () => Promise<unknown>): void {
    time.after(milliseconds, () => {
      if (!own.open) return;
      act().catch(world.fail);
      repeat(own, milliseconds, act);
    });
  }

  /**
   * Hands a command to the engine, as a copy of its own like one that was read from a request, and checks the answer.
   */
  async function handleCommand(
    own: Session,
    engine: Engine,
    { command, name }: NamedCommand,
  ): Promise<CommandOutcome | OnceOutcome> {
    // A process that died gives itself no commands either.
    if (!own.open) return never();
    taken += 1;
    const isSettled = machine.settledMs() > NOTICED_MS;
    const mode = strictest([restricted, machine.isParted() && isSettled ? "cancel-only" : "normal"]);
    const forbidden = rejectInMode(mode, command, "") !== undefined;
    const inner = toSimulated(command);
    const asking: WholeCommand = name === undefined ? inner : { type: "once", name, command: inner };
    const attempt = { no: taken, command: asking, restricted: mode !== "normal" || !isSettled };
    witness.take(own, attempt);
    const since = time.now();
    const given = poison.arm({ ...command }, () => isKilled(own));
    simulatedOf.set(given, inner);
    let outcome: CommandOutcome | OnceOutcome;
    try {
      outcome =
        name === undefined
          ? await engine.submit(given)
          : await engine.submitOnce(given, { name, makeResult: resultText });
    } catch (error) {
      if (own.open) throw error;
      return never();
    }
    if (!own.open) return never();
    trace.note(`${attempt.no} ${command.type}: ${outcomeText(outcome)}`);
    world.answered(answerName(outcome));
    runCheck(() => {
      const isWrong = forbidden && outcome.type !== "rejected";
      assert.ok(!isWrong, `${command.type} is taken although the exchange is ${mode} by itself`);
      witness.answer(own, attempt, outcome);
      poison.checkAnswer(inner, outcome);
      const isNews = world.readers.acknowledge(inner, outcome);
      if (isNews && serving !== undefined && random.chance(20)) world.readers.read(own, serving.tables);
      const waits = checkWaitingTime(inner, outcome, time.now() - since);
      if (waits !== undefined) world.answered(waits);
    });
    return outcome;
  }

  /** Kills the process, as poison does once; false if it is dead already. */
  function isKilled(own: Session): boolean {
    if (!own.open) return false;
    die("poison is decided");
    return true;
  }

  /** Reports an error of a check here, since callers would take it for a failure of their own. */
  function runCheck(check: () => void): void {
    try {
      check();
    } catch (error) {
      world.fail(error);
    }
  }

  function restrict(mode: ExchangeMode, milliseconds: number): void {
    const engine = serving?.engine;
    if (engine === undefined) return;
    const own = session;
    restricted = mode;
    trace.note(`the exchange is ${mode} by itself`);
    engine.availability.restrict("disk", mode, "its disk is nearly full");
    time.after(milliseconds, () => {
      engine.availability.restrict("disk", "normal", "");
      if (own === session) restricted = "normal";
    });
  }

  function submit(command: WholeCommand, onAnswer: (outcome: CommandOutcome | OnceOutcome) => void): void {
    const real = realCommand(innerOf(command));
    if (serving === undefined || real === undefined) return;
    const name = command.type === "once" ? command.name : undefined;
    handleCommand(session, serving.engine, { command: real, name }).then(onAnswer).catch(world.fail);
  }

  function delay(
    command: PlaceOrder,
    by: MatchDelay,
    onAnswer: (order: DelayedOrder | undefined) => void,
  ): void {
    if (serving === undefined) return;
    const { session: own, engine, timed, entries } = serving;
    const keep = async (): Promise<DelayedOrder | undefined> => {
      const before = timed.delayedOrders.find(command.id);
      if (before !== undefined) return before;
      const placed = await entries.findOrders([command.id]);
      if (placed.size === 0) return (await timed.delayedOrders.keep(command, by)).order;
      const outcome = await handleCommand(own, engine, { command, name: undefined });
      return outcome.type === "rejected" ? never() : undefined;
    };
    const end = (order: DelayedOrder | undefined): void => {
      if (!own.open) return;
      trace.note(`${command.id} is ${order === undefined ? "placed" : (order.ended?.reason ?? "delayed")}`);
      // Memory answers until it follows the store, which went back.
      if (!world.moments.isBehind()) runCheck(() => checkDelayed(store, command, order));
      onAnswer(order);
    };
    keep()
      .then(end, (error: unknown) => isOfStore(error) || world.fail(error))
      .catch(world.fail);
  }

  /** Suspect commands among those that clients sent. */
  function suspects(): SimulatedCommand[] {
    const quarantine = serving?.quarantine;
    return [...noted].flatMap((command) => {
      const isOpen = quarantine?.isSuspect(command) === true && quarantine.refuse(command) === undefined;
      return isOpen ? (simulatedOf.get(command) ?? []) : [];
    });
  }

  time.after(0, start);
  return {
    serving: () => serving,
    submit,
    delay,
    die,
    restrict,
    onOwnCommand: (callback) => void (onOwnCommand = callback),
    suspects,
    starts: () => starts,
  };
}

const outcomeText = (outcome: CommandOutcome | OnceOutcome): string => {
  if (outcome.type === "committed") return `${outcome.committed.seq}`;
  if (outcome.type === "done") return `${outcome.done.seq}${outcome.replayed ? " again" : ""}`;
  return outcome.type === "rejected" ? outcome.rejection.code : outcome.type;
};

const answerName = (outcome: CommandOutcome | OnceOutcome): string => {
  if (outcome.type === "rejected") return outcome.rejection.code;
  return outcome.type === "done" && outcome.replayed ? "done before" : outcome.type;
};
const DAY_MS = 86_400_000;

/** Sets the clock wrong by minutes or by up to a day, in either direction. */
const setClockWrong = (machine: Machine, random: Random): void =>
  machine.set(random.below(random.pick([120_000, DAY_MS])) * random.pick([1, -1]));

/** True for an error of the simulated store, of which a start fails. */
const isOfStore = (error: unknown): error is Error =>
  error instanceof StoreUnavailable || originOf(error) instanceof StoreFailure;

/** Gives the engine's form of a command; `undefined` for records of prices, which the engine makes by itself. */
function realCommand(command: SimulatedCommand): Command | undefined {
  if (command.type === "record-prices") return undefined;
  if (command.type !== "operate") return command;
  const inner = command.command;
  return inner?.type === "record-prices" ? undefined : { ...command, command: inner };
}

function toSimulated(command: Command): SimulatedCommand {
  if (command.type === "record-prices") return { type: "record-prices" };
  if (command.type !== "operate") return command;
  const inner = command.command;
  return { ...command, command: inner?.type === "record-prices" ? { type: inner.type } : inner };
}
