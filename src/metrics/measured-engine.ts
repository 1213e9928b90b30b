/** An engine decorator that counts and times commands, batches and fills. */
import type { Command } from "../core/events/command.ts";
import type { Event } from "../core/events/event.ts";
import type { Engine } from "../engine/engine.ts";
import type { CommandOutcome, OnceOutcome } from "../engine/repeats/entry.ts";
import type { CommandOutcomeLabel, Metrics } from "./instruments.ts";
import type { StoredValues } from "./stored-histogram.ts";

/** Wraps the engine. Commands of the engine's own timer bypass the wrapper: only their events are counted. */
export function measureEngine(engine: Engine, metrics: Metrics): Engine {
  engine.follow(({ events }) => countEvents(metrics, events));
  const times = createCommandTimes(metrics);
  const measure = async <Outcome extends CommandOutcome | OnceOutcome>(
    { type: command }: Command,
    outcome: Promise<Outcome>,
  ): Promise<Outcome> => {
    const since = performance.now();
    let label: CommandOutcomeLabel = "failed";
    metrics.waiting.inc();
    try {
      const done = await outcome;
      label = outcomeLabel(done);
      return done;
    } finally {
      metrics.waiting.dec();
      times(command, label).observe(secondsSince(since));
    }
  };
  return {
    ...engine,
    follow: (follower) =>
      engine.follow((publication) => {
        const since = performance.now();
        follower(publication);
        metrics.followers.observe(secondsSince(since));
      }),
    submit: (command) => measure(command, engine.submit(command)),
    submitOnce: (command, request) => measure(command, engine.submitOnce(command, request)),
  };
}

/** Returns a function that caches the instruments, a few dozen, by kind of command and outcome. */
function createCommandTimes({ commands }: Pick<Metrics, "commands">) {
  const kept = new Map<string, Map<CommandOutcomeLabel, StoredValues>>();
  return (command: Command["type"], outcome: CommandOutcomeLabel): StoredValues => {
    const known = kept.get(command)?.get(outcome);
    if (known !== undefined) return known;
    const values = commands.of({ command, outcome });
    kept.set(
      command,
      (kept.get(command) ?? new Map<CommandOutcomeLabel, StoredValues>()).set(outcome, values),
    );
    return values;
  };
}

/** Wraps the engine's commit function, and times each call. */
export const measureCommits =
  <Batch>(commit: (batch: Batch) => Promise<void>, { commits }: Pick<Metrics, "commits">) =>
  async (batch: Batch): Promise<void> => {
    const since = performance.now();
    await commit(batch);
    commits.observe(secondsSince(since));
  };

/** Times flushes of the read tables, in ms. */
export const recordFlushes =
  ({ flushes }: Pick<Metrics, "flushes">) =>
  (ms: number): void =>
    flushes.observe(ms / 1_000);

const secondsSince = (since: number): number => (performance.now() - since) / 1_000;

function outcomeLabel(outcome: CommandOutcome | OnceOutcome): CommandOutcomeLabel {
  if (outcome.type === "rejected") return "rejected";
  if (outcome.type === "duplicate") return "repeated";
  return outcome.type === "done" && outcome.replayed ? "repeated" : "committed";
}

function countEvents({ batchEvents, events: counter, fills }: Metrics, events: readonly Event[]): void {
  batchEvents.observe(events.length);
  for (const event of events) {
    counter.inc({ type: event.type });
    if (event.type === "order-placed" && event.fills.length > 0) fills.inc(event.fills.length);
  }
}
