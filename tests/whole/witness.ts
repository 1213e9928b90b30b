/**
 * Compares the answers of the process with the rows of the store, and throws when they disagree.
 * Every answer has a batch of the journal behind it or changed nothing. Every batch has the effects of the answered
 * commands, in the order of the answers. The invariants hold after each batch.
 */
import assert from "node:assert/strict";
import { parseEvents, replayBatch } from "../../src/core/events/event-codec.ts";
import { MODE_CODES } from "../../src/core/mode.ts";
import type { RejectionCode } from "../../src/core/rejection.ts";
import type { RequestName } from "../../src/core/request.ts";
import type { Rules } from "../../src/core/state.ts";
import type { OnceOutcome, CommandOutcome } from "../../src/engine/repeats/entry.ts";
import type { Batch, JournalHead } from "../../src/store/journal/journal.ts";
import { checkEvents, takeTally } from "../simulation/event-invariants.ts";
import { checkState } from "../simulation/invariants.ts";
import { checkJournal, createJournal } from "../simulation/journal-invariants.ts";
import { decisionText } from "../simulation/outcome.ts";
import { foldBatch } from "../simulation/position-fold.ts";
import type { Times } from "../simulation/reference-exchange.ts";
import type { Reference } from "../simulation/reference-state.ts";
import { viewExchange } from "../simulation/view.ts";
import { compareViews, explainBatch, factsOf, sortFacts } from "./model.ts";
import type { BatchFacts } from "./model.ts";
import { createWholeReference, executeWhole, requestFact } from "./once-command.ts";
import type { WholeCommand, WholeReference } from "./once-command.ts";
import type { Moments as Kept } from "./moments.ts";
import type { Session } from "./simulated-store.ts";

/** One arrival of a command at a process. */
export type Attempt = {
  readonly no: number;
  readonly command: WholeCommand;
  /** True if the exchange was more restricted than the operator's mode when it arrived. */
  readonly restricted: boolean;
};

/** The running process. */
export type RunningProcess = {
  readonly session: Session;
  /** The last batch that the engine takes for committed. */
  readonly head: () => { readonly seq: number; readonly at: number };
  /** The time that the process must use, ms. */
  readonly clock: () => number;
};

export type Witness = {
  /** The exchange by the reference, as of the journal. */
  readonly reference: Reference;
  /** Sequence number of the last batch that the reference has. */
  seq(): number;
  /** Begins with a new process; earlier ones are over. */
  begin(running: RunningProcess): void;
  take(session: Session, attempt: Attempt): void;
  answer(session: Session, attempt: Attempt, outcome: CommandOutcome | OnceOutcome): void;
  /** Takes the result of a dry run. */
  takeDryRun(result: DryRunResult): void;
  /** Takes the state of memory when the engine gave this batch to the store. */
  propose(batch: Batch, view: readonly string[]): void;
  written(batch: Batch): void;
  /** Checks all answers of the last step. Call it after every step. */
  settle(): void;
  /** Number of commands that this process took and did not answer. */
  waiting(session: Session): number;
  /** Throws unless the journal leads to this state. */
  compareMemory(view: readonly string[]): void;
  checkFolds(): void;
};

/** Bound of the engine's queue. */
const MAX_WAITING = 20_000;

const NOT_TAKEN: ReadonlySet<RejectionCode> = new Set(["not_accepting", "quarantined", "request_underway"]);

/** True for refusals that come before a command is decided. */
const isNotTaken = ({ restricted }: Attempt, code: RejectionCode): boolean =>
  NOT_TAKEN.has(code) || (restricted && MODE_CODES.has(code));

type Report =
  | { readonly type: "dry-run"; readonly result: DryRunResult }
  | { readonly type: "outcome"; readonly attempt: Attempt; readonly outcome: CommandOutcome | OnceOutcome };

type State = {
  readonly reference: WholeReference;
  readonly rows: readonly Batch[];
  readonly orderIds: ReadonlySet<string>;
  readonly underway: Map<Session, Set<Attempt>>;
  /** Attempts of the batch that is being written which were answered with `outcome_unknown`. */
  readonly unknown: Set<Attempt>;
  running: RunningProcess | undefined;
  pending: BatchFacts | undefined;
  reports: Report[];
  seq: number;
};

export function createWitness(
  rules: Rules,
  store: { readonly rows: readonly Batch[]; readonly orderIds: ReadonlySet<string> },
  moments: Kept,
): Witness {
  let journal = createJournal();
  const proposed = new Map<Batch, ProposedBatch>();
  const reference = createWholeReference(rules);
  const { rows, orderIds } = store;
  const underway = new Map<Session, Set<Attempt>>();
  const state: State = {
    reference,
    rows,
    orderIds,
    underway,
    unknown: new Set(),
    running: undefined,
    pending: undefined,
    reports: [],
    seq: 0,
  };

  moments.ofStore(() => () => {
    journal = createJournal();
    for (const { events, at, seq } of rows) {
      replayBatch(journal.replay, events, at);
      foldBatch(journal.fold, { seq, at, events });
    }
  });
  moments.ofMemory(() => {
    assert.equal(state.seq, rows.length, "a snapshot is taken before its last batch was explained");
    const [copy, { seq }] = [structuredClone(reference), state];
    return () => {
      assert.equal(state.pending, undefined, "the exchange goes back before a batch was explained");
      Object.assign(reference, structuredClone(copy));
      state.seq = seq;
      compareViews(reference, viewExchange(journal.replay.exchange), "the journal went elsewhere");
    };
  });

  function begin(running: RunningProcess): void {
    assert.equal(state.pending, undefined, "a process began before the last batch was explained");
    underway.clear();
    state.unknown.clear();
    underway.set(running.session, new Set());
    state.running = running;
  }

  function written(batch: Batch): void {
    const { exchange } = journal.replay;
    const facts: string[] = [];
    const stored = parseEvents(batch.events);
    for (const one of stored) {
      const before = takeTally(exchange);
      const events = replayBatch(journal.replay, JSON.stringify([one]), batch.at);
      checkEvents(exchange, before, events);
      facts.push(...factsOf(decisionText(events)));
    }
    const { view, now } = getProposed(proposed, batch);
    checkState(exchange, now);
    foldBatch(journal.fold, batch);
    assert.deepEqual(viewExchange(exchange), view, "I13: memory and journal differ");
    proposed.clear();
    state.pending = { seq: batch.seq, at: batch.at, now, facts };
  }

  /** Checks the time of a batch: that of its decision, or that of the last batch while the clock is behind it. */
  function propose(batch: Batch, view: readonly string[]): void {
    const now = state.running?.clock() ?? batch.at;
    const at = Math.max(now, rows.at(-1)?.at ?? 0);
    assert.equal(batch.at, at, `batch ${batch.seq} carries a wrong time, at ${now} by the clock`);
    proposed.set(batch, { view, now });
  }

  function compareMemory(view: readonly string[]): void {
    assert.deepEqual(view, viewExchange(journal.replay.exchange), "I13: memory is not what the journal says");
  }

  function settle(): void {
    const before = state.seq;
    settleReports(state);
    if (state.seq !== before)
      compareViews(reference, viewExchange(journal.replay.exchange), "the reference stands elsewhere");
  }

  return {
    reference,
    seq: () => state.seq,
    begin,
    take: (session, attempt) => void underway.get(session)?.add(attempt),
    answer: (session, attempt, outcome) => takeAnswer(state, session, { attempt, outcome }),
    takeDryRun: (result) => void state.reports.push({ type: "dry-run", result }),
    propose,
    written,
    settle,
    waiting: (session) => underway.get(session)?.size ?? 0,
    compareMemory,
    checkFolds: () => checkJournal(journal.replay.exchange, journal),
  };
}

/** A batch that is not written yet: the state of memory at its commit, and the clock. */
type ProposedBatch = { readonly view: readonly string[]; readonly now: number };

function getProposed(proposed: ReadonlyMap<Batch, ProposedBatch>, batch: Batch): ProposedBatch {
  const proposal = proposed.get(batch);
  if (proposal === undefined) throw new Error(`batch ${batch.seq} is written and was never proposed`);
  return proposal;
}

/** Checks what can be checked of an answer at once. */
function takeAnswer(
  state: State,
  session: Session,
  { attempt, outcome }: { readonly attempt: Attempt; readonly outcome: CommandOutcome | OnceOutcome },
): void {
  const { command } = attempt;
  assert.ok(state.underway.get(session)?.delete(attempt), `${command.type} is answered twice`);
  switch (outcome.type) {
    case "duplicate":
      assert.equal(command.type === "place-order" && command.id, outcome.id, "it is another's duplicate");
      assert.ok(state.orderIds.has(outcome.id), `${outcome.id} is called a duplicate and was never placed`);
      return;
    case "rejected":
      if (outcome.rejection.code === "outcome_unknown") return void state.unknown.add(attempt);
      if (isNotTaken(attempt, outcome.rejection.code)) return;
      if (command.type === "place-order" && !MODE_CODES.has(outcome.rejection.code))
        assert.ok(!state.orderIds.has(command.id), `${command.id} is refused and was placed`);
      break;
    case "done":
      checkRequest(state, command, outcome);
      checkDurable(state, command, outcome.done);
      break;
    case "committed":
      checkDurable(state, command, outcome.committed);
  }
  state.reports.push({ type: "outcome", attempt, outcome });
}

/** Checks that the journal has the batch that an answer names; 0 names none. */
function checkDurable({ rows }: State, { type }: WholeCommand, { seq, hash, at }: JournalHead): void {
  const row = rows[seq - 1];
  assert.ok(seq === 0 || row !== undefined, `${type} is answered before its batch is durable`);
  if (row !== undefined) assert.ok(row.hash.equals(hash) && row.at === at, `batch ${seq} is another one`);
}

/** Checks that the journal has the request, with the result that every repeat of it gets. */
function checkRequest(state: State, command: WholeCommand, { done, replayed }: DoneOutcome): void {
  assert.ok(command.type === "once", `${command.type} is answered as a request`);
  const events: readonly StoredRequest[] = JSON.parse(state.rows[done.seq - 1]?.events ?? "[]");
  const { key, signed, content } = command.name;
  // Two keys tell two requests apart, although they were signed alike.
  const isShared = (one: StoredRequest): boolean =>
    key !== undefined && one.key !== undefined
      ? one.key === key
      : signed !== undefined && one.signed === signed;
  const isSame = (one: StoredRequest): boolean => one.key === key && one.signed === signed;
  const found = events.find(
    (one) =>
      one.type === "request-done" && one.content === content && (replayed ? isShared(one) : isSame(one)),
  );
  assert.ok(found !== undefined, "a request is said to be done that the journal does not have");
  assert.equal(done.result, found.result, "a request gets another result than it had");
}

type DoneOutcome = Extract<OnceOutcome, { readonly type: "done" }>;
type StoredRequest = RequestName & { readonly type: string; readonly result?: unknown };

function settleReports(state: State): void {
  const { pending, running, reports } = state;
  if (running === undefined) return;
  const waiting = state.underway.get(running.session)?.size ?? 0;
  assert.ok(waiting <= MAX_WAITING, `${waiting} commands wait for an answer`);
  const { seq, at } = running.head();
  if (pending !== undefined && seq === pending.seq) {
    state.reports = [];
    state.pending = undefined;
    state.seq = pending.seq;
    // A process that dies as it begins the next commit has not answered this batch yet.
    const isOver = !running.session.open && reports.every((report) => committedOf(report) === undefined);
    const unanswered = isOver ? [...(state.underway.get(running.session) ?? [])] : [];
    return state.unknown.size > 0 || isOver
      ? settleUnknown(state, pending, { reports, unanswered })
      : settleAnswered(state, pending, reports);
  }
  state.reports = [];
  for (const one of reports) checkUnchanged(state, one, [timesAt(running.clock(), at)]);
  if (pending === undefined || running.session.open) return undefined;
  state.pending = undefined;
  state.seq = pending.seq;
  explainBatch(state.reference, pending, [...state.unknown, ...(state.underway.get(running.session) ?? [])]);
  return undefined;
}

type UnknownReports = { readonly reports: readonly Report[]; readonly unanswered: readonly Attempt[] };

/** Explains a batch whose commands were answered with `outcome_unknown`, or not at all; later answers came after it. */
function settleUnknown(state: State, batch: BatchFacts, { reports, unanswered }: UnknownReports): void {
  explainBatch(state.reference, batch, [...state.unknown, ...unanswered]);
  state.unknown.clear();
  const later = timesAt(state.running?.clock() ?? batch.now, batch.at);
  for (const one of reports) checkUnchanged(state, one, [batch, later]);
}

/** Checks a batch that was committed, with all its commands answered in the order of their decision. */
function settleAnswered(state: State, batch: BatchFacts, reports: readonly Report[]): void {
  const { reference, running } = state;
  const { at, now, seq } = batch;
  const facts = factsOf(executeWhole(reference, { type: "expire-orders" }, batch));
  const later = timesAt(running?.clock() ?? now, at);
  for (const one of reports) {
    const own = committedOf(one);
    if (own === undefined) {
      // Commands without effect that came after the batch are answered in the same moment.
      checkUnchanged(state, one, [batch, later]);
      continue;
    }
    assert.equal(own.seq, seq, "an answer names another batch than the one that was just written");
    const does = executeWhole(reference, own.attempt.command, batch);
    assert.deepEqual(sortFacts(own.facts), sortFacts(factsOf(does)), "it did what the reference does not");
    facts.push(...own.facts);
  }
  const [last, ...recorded] = factsOf(executeWhole(reference, { type: "record-prices" }, batch));
  assert.equal(recorded.length, 0);
  const wanted = last === undefined ? facts : [...facts, last];
  assert.deepEqual(batch.facts.slice(0, facts.length), facts, `batch ${seq} is not what was answered`);
  assert.deepEqual(sortFacts(batch.facts), sortFacts(wanted), `batch ${seq} has more than was answered`);
}

/** Gives the facts of an answer that came with a batch; `undefined` for any other. */
function committedOf(report: Report) {
  if (report.type === "dry-run") return undefined;
  const { attempt, outcome } = report;
  if (outcome.type === "done") {
    const { seq, result } = outcome.done;
    const { name } = outcome.done;
    if (outcome.replayed || name === undefined) return undefined;
    return { attempt, seq, facts: [...factsOf(String(result)), requestFact(name)] };
  }
  if (outcome.type !== "committed" || outcome.committed.events.length === 0) return undefined;
  const { seq, events } = outcome.committed;
  return { attempt, seq, facts: factsOf(decisionText([...events])) };
}

/** Checks that a command without effect has none on the reference either, at one of its possible times. */
function checkUnchanged({ reference, seq }: State, report: Report, times: Moments): void {
  if (report.type === "dry-run")
    return assert.deepEqual(report.result, dryRunResultOf(reference), `a dry run after batch ${seq}`);
  const { attempt, outcome } = report;
  const { command } = attempt;
  if (outcome.type === "committed")
    assert.equal(outcome.committed.events.length, 0, `${command.type} is answered without its batch`);
  if (outcome.type === "done") assert.ok(outcome.replayed, `${command.type} is answered without its batch`);
  const answer = outcome.type === "rejected" ? `refused: ${outcome.rejection.code}` : "";
  const [first, last] = timesThatMatter(command, times);
  // A refused command changes nothing, and a command that is not refused ends the run. Where times differ, a copy is
  // used.
  const texts = [
    executeWhole(last === undefined ? reference : structuredClone(reference), command, first),
    ...(last === undefined ? [] : [executeWhole(structuredClone(reference), command, last)]),
  ];
  if (texts.includes(answer)) return undefined;
  assert.fail(
    `after batch ${seq} ${JSON.stringify(command)} got "${answer}", the reference says "${texts.join('" or "')}"`,
  );
}

type Moments = readonly [first: Times, last?: Times];

const timesAt = (now: number, head: number): Times => ({ at: Math.max(now, head), now });

/** Gives the times that a command's outcome may depend on: two for orders that expire or come late, else one. */
function timesThatMatter(command: WholeCommand, [first, last = first]: Moments): Moments {
  const matters = command.type === "place-order" && (command.expiresAt > 0 || command.latestAt !== undefined);
  return matters && last.now !== first.now ? [first, last] : [first];
}

/** The result of a dry run. */
export type DryRunResult = {
  readonly open: number;
  readonly deposits: number;
  readonly placed: number;
  readonly traded: number;
};

const dryRunResultOf = ({ orders, deposits, placed, traded }: Reference): DryRunResult => ({
  open: orders.length,
  deposits,
  placed,
  traded,
});
