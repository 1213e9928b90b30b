/**
 * Sees all that the process says and all that the store keeps, and throws when they do not agree: every answer has a
 * batch of the journal behind it or changed nothing, every batch is what the answered commands do in the order in
 * which they were answered, and the invariants hold after each.
 */
import assert from "node:assert/strict";
import { replayBatch } from "../../src/core/event-codec.ts";
import { MODE_CODES } from "../../src/core/mode.ts";
import type { RejectionCode } from "../../src/core/rejection.ts";
import type { RequestName } from "../../src/core/request.ts";
import type { Rules } from "../../src/core/state.ts";
import type { OnceOutcome, Outcome } from "../../src/engine/entry.ts";
import type { Batch } from "../../src/store/journal/commit-batch.ts";
import type { JournalHead } from "../../src/store/journal/journal.ts";
import { checkEvents, takeTally } from "../simulation/event-invariants.ts";
import { checkState } from "../simulation/invariants.ts";
import { checkJournal, createJournal } from "../simulation/journal-invariants.ts";
import { decisionText } from "../simulation/outcome.ts";
import { foldBatch } from "../simulation/position-fold.ts";
import type { Times } from "../simulation/reference-exchange.ts";
import type { Reference } from "../simulation/reference-state.ts";
import { viewExchange } from "../simulation/view.ts";
import { compareViews, explain, factsOf, inAnyOrder } from "./model.ts";
import type { Written } from "./model.ts";
import { createWholeReference, executeWhole, requestFact } from "./once-command.ts";
import type { WholeCommand, WholeReference } from "./once-command.ts";
import type { Session } from "./simulated-store.ts";

/** A command as a process took it: once for every time that it arrived. */
export type Attempt = {
  readonly no: number;
  readonly command: WholeCommand;
  /** Whether the exchange took less than the operator's mode says when it came. */
  readonly restricted: boolean;
};

/** What is to be told of the process that runs. */
export type Watched = {
  readonly session: Session;
  /** The last batch that the engine takes for committed. */
  readonly head: () => { readonly seq: number; readonly at: number };
  /** The time that it has to go by. */
  readonly clock: () => number;
};

export type Witness = {
  /** The exchange as the journal has it, by the reference. */
  readonly reference: Reference;
  /** The last batch that the reference has. */
  seq(): number;
  /** A process begins; those before it are over. */
  begin(watched: Watched): void;
  take(session: Session, attempt: Attempt): void;
  answer(session: Session, attempt: Attempt, outcome: Outcome | OnceOutcome): void;
  /** A dry run said this. */
  look(look: Look): void;
  /** What memory looked like when the engine gave this batch to the store. */
  propose(batch: Batch, view: readonly string[]): void;
  written(batch: Batch): void;
  /** After every step: what was said in it must be true. */
  settle(): void;
  /** How many commands this process took and did not answer. */
  waiting(session: Session): number;
  /** At the end, and whenever it is wanted: the journal leads to this state. */
  compareMemory(view: readonly string[]): void;
  checkFolds(): void;
};

/** The queue is bounded. */
const MOST_WAITING = 20_000;

const NOT_TAKEN: ReadonlySet<RejectionCode> = new Set(["not_accepting", "quarantined", "request_underway"]);

/** Said before anything was decided. */
const isNotTaken = ({ restricted }: Attempt, code: RejectionCode): boolean =>
  NOT_TAKEN.has(code) || (restricted && MODE_CODES.has(code));

type Said =
  | { readonly type: "look"; readonly look: Look }
  | { readonly type: "outcome"; readonly attempt: Attempt; readonly outcome: Outcome | OnceOutcome };

type State = {
  readonly reference: WholeReference;
  readonly rows: readonly Batch[];
  readonly orderIds: ReadonlySet<string>;
  readonly underway: Map<Session, Set<Attempt>>;
  /** Of the batch that is being written: they were told that nobody knows. */
  readonly unknown: Set<Attempt>;
  watched: Watched | undefined;
  pending: Written | undefined;
  said: Said[];
  seq: number;
};

export function createWitness(
  rules: Rules,
  store: { readonly rows: readonly Batch[]; readonly orderIds: ReadonlySet<string> },
): Witness {
  const journal = createJournal();
  const proposed = new Map<Batch, Proposal>();
  const reference = createWholeReference(rules);
  const { rows, orderIds } = store;
  const underway = new Map<Session, Set<Attempt>>();
  const state: State = {
    reference,
    rows,
    orderIds,
    underway,
    unknown: new Set(),
    watched: undefined,
    pending: undefined,
    said: [],
    seq: 0,
  };

  function begin(watched: Watched): void {
    assert.equal(state.pending, undefined, "a process began before the last batch was explained");
    underway.clear();
    state.unknown.clear();
    underway.set(watched.session, new Set());
    state.watched = watched;
  }

  function written(batch: Batch): void {
    const { exchange } = journal.replay;
    const facts: string[] = [];
    const stored: readonly unknown[] = JSON.parse(batch.events);
    for (const one of stored) {
      const before = takeTally(exchange);
      const events = replayBatch(journal.replay, JSON.stringify([one]), batch.at);
      checkEvents(exchange, before, events);
      facts.push(decisionText(events));
    }
    const { view, now } = getProposal(proposed, batch);
    checkState(exchange, now);
    foldBatch(journal.fold, batch);
    assert.deepEqual(viewExchange(exchange), view, "I13: memory and journal differ");
    proposed.clear();
    state.pending = { seq: batch.seq, at: batch.at, now, facts };
  }

  /** What is decided carries the time of its decision, or that of the last batch while the clock is behind it. */
  function propose(batch: Batch, view: readonly string[]): void {
    const now = state.watched?.clock() ?? batch.at;
    const at = Math.max(now, rows.at(-1)?.at ?? 0);
    assert.equal(batch.at, at, `batch ${batch.seq} carries a wrong time, at ${now} by the clock`);
    proposed.set(batch, { view, now });
  }

  function compareMemory(view: readonly string[]): void {
    assert.deepEqual(view, viewExchange(journal.replay.exchange), "I13: memory is not what the journal says");
  }

  function settle(): void {
    const before = state.seq;
    settleSaid(state);
    if (state.seq !== before)
      compareViews(reference, viewExchange(journal.replay.exchange), "the reference stands elsewhere");
  }

  return {
    reference,
    seq: () => state.seq,
    begin,
    take: (session, attempt) => void underway.get(session)?.add(attempt),
    answer: (session, attempt, outcome) => hear(state, session, { attempt, outcome }),
    look: (look) => void state.said.push({ type: "look", look }),
    propose,
    written,
    settle,
    waiting: (session) => underway.get(session)?.size ?? 0,
    compareMemory,
    checkFolds: () => checkJournal(journal.replay.exchange, journal),
  };
}

/** A batch that is not written yet: memory as it was, and the clock. */
type Proposal = { readonly view: readonly string[]; readonly now: number };

function getProposal(proposed: ReadonlyMap<Batch, Proposal>, batch: Batch): Proposal {
  const proposal = proposed.get(batch);
  if (proposal === undefined) throw new Error(`batch ${batch.seq} is written and was never proposed`);
  return proposal;
}

/** What can be said of an answer the moment it is given. */
function hear(
  state: State,
  session: Session,
  { attempt, outcome }: { readonly attempt: Attempt; readonly outcome: Outcome | OnceOutcome },
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
  state.said.push({ type: "outcome", attempt, outcome });
}

/** The batch that an answer names is in the journal; 0 is none. */
function checkDurable({ rows }: State, { type }: WholeCommand, { seq, hash, at }: JournalHead): void {
  const row = rows[seq - 1];
  assert.ok(seq === 0 || row !== undefined, `${type} is answered before its batch is durable`);
  if (row !== undefined) assert.ok(row.hash.equals(hash) && row.at === at, `batch ${seq} is another one`);
}

/** What is said of a request stands in the journal, with the result that every repeat of it gets. */
function checkRequest(state: State, command: WholeCommand, { done, replayed }: DoneOutcome): void {
  assert.ok(command.type === "once", `${command.type} is answered as a request`);
  const events: readonly StoredRequest[] = JSON.parse(state.rows[done.seq - 1]?.events ?? "[]");
  const { key, signed, content } = command.name;
  const found = events.find(
    (one) =>
      one.type === "request-done" &&
      one.content === content &&
      (replayed ? one.key === key || one.signed === signed : one.key === key && one.signed === signed),
  );
  assert.ok(found !== undefined, "a request is said to be done that the journal does not have");
  assert.equal(done.result, found.result, "a request gets another result than it had");
}

type DoneOutcome = Extract<OnceOutcome, { readonly type: "done" }>;
type StoredRequest = RequestName & { readonly type: string; readonly result?: unknown };

function settleSaid(state: State): void {
  const { pending, watched, said } = state;
  if (watched === undefined) return;
  const waiting = state.underway.get(watched.session)?.size ?? 0;
  assert.ok(waiting <= MOST_WAITING, `${waiting} commands wait for an answer`);
  const { seq, at } = watched.head();
  if (pending !== undefined && seq === pending.seq) {
    state.said = [];
    state.pending = undefined;
    state.seq = pending.seq;
    return state.unknown.size > 0
      ? settleUnknown(state, pending, said)
      : settleAnswered(state, pending, said);
  }
  state.said = [];
  for (const one of said) checkUnchanged(state, one, [timesAt(watched.clock(), at)]);
  if (pending === undefined || watched.session.open) return undefined;
  state.pending = undefined;
  state.seq = pending.seq;
  explain(state.reference, pending, [...state.unknown, ...(state.underway.get(watched.session) ?? [])]);
  return undefined;
}

/** All that is in the batch was told that nobody knows; what was said since came after it. */
function settleUnknown(state: State, batch: Written, said: readonly Said[]): void {
  explain(state.reference, batch, [...state.unknown]);
  state.unknown.clear();
  const later = timesAt(state.watched?.clock() ?? batch.now, batch.at);
  for (const one of said) checkUnchanged(state, one, [batch, later]);
}

/** The engine had the batch committed and answered all that is in it, in the order in which it was decided. */
function settleAnswered(state: State, batch: Written, said: readonly Said[]): void {
  const { reference, watched } = state;
  const { at, now, seq } = batch;
  const facts = factsOf(executeWhole(reference, { type: "expire-orders" }, batch));
  const later = timesAt(watched?.clock() ?? now, at);
  for (const one of said) {
    const own = committedOf(one);
    if (own === undefined) {
      // What came after the batch and changed nothing is answered in the same moment.
      checkUnchanged(state, one, [batch, later]);
      continue;
    }
    assert.equal(own.seq, seq, "an answer names another batch than the one that was just written");
    const does = executeWhole(reference, own.attempt.command, batch);
    assert.deepEqual(inAnyOrder(own.facts), inAnyOrder(factsOf(does)), "it did what the reference does not");
    facts.push(...own.facts);
  }
  const [last, ...recorded] = factsOf(executeWhole(reference, { type: "record-prices" }, batch));
  assert.equal(recorded.length, 0);
  const wanted = last === undefined ? facts : [...facts, last];
  assert.deepEqual(batch.facts.slice(0, facts.length), facts, `batch ${seq} is not what was answered`);
  assert.deepEqual(inAnyOrder(batch.facts), inAnyOrder(wanted), `batch ${seq} has more than was answered`);
}

/** An answer that came with a batch: what was done, as facts. */
function committedOf(said: Said) {
  if (said.type === "look") return undefined;
  const { attempt, outcome } = said;
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

/** What changed nothing must change nothing of the reference either, at one of the times that it may have been. */
function checkUnchanged({ reference, seq }: State, said: Said, times: Moments): void {
  if (said.type === "look")
    return assert.deepEqual(said.look, lookOf(reference), `a dry run after batch ${seq}`);
  const { attempt, outcome } = said;
  const { command } = attempt;
  if (outcome.type === "committed")
    assert.equal(outcome.committed.events.length, 0, `${command.type} is answered without its batch`);
  if (outcome.type === "done") assert.ok(outcome.replayed, `${command.type} is answered without its batch`);
  const told = outcome.type === "rejected" ? `refused: ${outcome.rejection.code}` : "";
  const [first, last] = timesThatMatter(command, times);
  // One that is refused changes nothing; one that is not ends the run. Where it may be either, a copy is asked.
  const texts = [
    executeWhole(last === undefined ? reference : structuredClone(reference), command, first),
    ...(last === undefined ? [] : [executeWhole(structuredClone(reference), command, last)]),
  ];
  if (texts.includes(told)) return undefined;
  assert.fail(
    `after batch ${seq} ${JSON.stringify(command)} got "${told}", the reference says "${texts.join('" or "')}"`,
  );
}

type Moments = readonly [first: Times, last?: Times];

const timesAt = (now: number, head: number): Times => ({ at: Math.max(now, head), now });

/** Only an order that expires asks for the time. */
function timesThatMatter(command: WholeCommand, [first, last = first]: Moments): Moments {
  const expires = command.type === "place-order" && command.expiresAt > 0;
  return expires && last.now !== first.now ? [first, last] : [first];
}

/** What a dry run is asked for. */
export type Look = {
  readonly open: number;
  readonly deposits: number;
  readonly placed: number;
  readonly traded: number;
};

const lookOf = ({ orders, deposits, placed, traded }: Reference): Look => ({
  open: orders.length,
  deposits,
  placed,
  traded,
});
