/** Writes the seeded history of a new sandbox, before anybody can see it. */
import type { Log } from "../log-event.ts";
import { demoCatalogSince } from "../catalog/demo-catalog.ts";
import type { Rules } from "../core/state.ts";
import type { OrderDomain } from "../signing/order-domain.ts";
import { RESIDENT_SEED } from "../residents/resident-terms.ts";
import { isRecoveryNative } from "../signing/recover.ts";
import type { WriterSession } from "../store/journal/writer-session.ts";
import type { TellStep } from "../start-steps.ts";
import { writeHistory } from "../store/projector/rebuild-tables.ts";
import { makePast } from "./make-past.ts";

export type PastOptions = {
  readonly config: {
    readonly mode: "sandbox" | "production";
    readonly demo: "full" | "catalog" | "empty";
    readonly rules: Rules;
    readonly domains: readonly OrderDomain[];
    /** Start time of a virtual clock, ms; `undefined` without one. */
    readonly clockStart: number | undefined;
  };
  readonly clocks: { readonly now: () => number };
  readonly log: Pick<Log, "info">;
  readonly tellStep: TellStep;
};

/** Length of the seeded history. */
const DAY_MS = 86_400_000;
export const PAST_MS = 30 * DAY_MS;

const LIVING = "giving the sandbox a past of thirty days";

/** Amount of trading if signatures are made in JavaScript, at a thirtieth of the speed. */
const SLOW_ACTIVITY = 0.05;

/**
 * Writes the seeded history into an empty journal, if the settings ask for it, and returns the session after it. An
 * interrupted start leaves no part of it.
 */
export async function liveThroughPast(options: PastOptions, writer: WriterSession): Promise<WriterSession> {
  const { config, clocks, log, tellStep } = options;
  const wanted = config.mode === "sandbox" && config.demo === "full";
  if (!wanted || writer.last.seq > 0) return writer;
  try {
    tellStep(LIVING);
    const until = config.clockStart ?? clocks.now();
    const from = until - PAST_MS;
    const past = makePast({
      seed: RESIDENT_SEED,
      from,
      until,
      listings: demoCatalogSince(from, until),
      rules: config.rules,
      domains: config.domains,
      activity: isRecoveryNative() ? 1 : SLOW_ACTIVITY,
    });
    const days = PAST_MS / DAY_MS;
    const last = await writeHistory(writer.client, past, ({ at }) =>
      tellStep(LIVING, `day ${Math.min(Math.floor((at - from) / DAY_MS) + 1, days)} of ${days}`),
    );
    tellStep("putting the past into tables");
    log.info({ event: "past_written", batches: last.seq }, "the sandbox has a past of thirty days");
    return { ...writer, last };
  } catch (error) {
    await writer.close();
    throw error;
  }
}
