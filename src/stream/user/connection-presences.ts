/**
 * Connections that ask that the resting orders of their key are cancelled when they end. They are reported to the engine:
 * each ask and each end at once, and all that live every few seconds.
 */
import { randomUUID } from "node:crypto";
import { createSubjectQueues } from "../../base/async.ts";
import type { Context } from "../../context.ts";
import type { Presence } from "../../engine/time/disconnects.ts";
import type { ActiveKey } from "../../store/keys/api-keys.ts";

/** One connection. */
export type ConnectionPresence = {
  /** Asks with this grace period, ms, or takes the ask back with null; resolves once the engine has stored that. */
  ask(graceMs: number | null): Promise<void>;
  /** Reports the end of the connection, if it asked. */
  end(): void;
};

export type ConnectionPresences = {
  open(key: Pick<ActiveKey, "apiKey" | "address">): ConnectionPresence;
};

/** Interval of the reports, of which the engine may miss two. */
const REPORT_MS = 3_000;

export function createConnectionPresences({
  notePresences,
}: Pick<Context, "notePresences">): ConnectionPresences {
  /** Connections that ask. */
  const held = new Map<string, Presence>();
  const { take } = createSubjectQueues();
  let reporting: Promise<void> | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  /** A report that fails is followed by the next; without one for some time the engine takes the connections as lost. */
  function reportAll(): void {
    const done = (): void => void (reporting = undefined);
    reporting ??= notePresences([...held.values()])
      .catch(() => {})
      .finally(done);
  }

  function updateTimer(): void {
    if (held.size > 0) timer ??= setInterval(reportAll, REPORT_MS).unref();
    else {
      clearInterval(timer);
      timer = undefined;
    }
  }

  /** Reports a change after earlier reports of the connection. */
  function note(presence: Presence): Promise<void> {
    if (presence.state === "held") held.set(presence.connection, presence);
    else held.delete(presence.connection);
    updateTimer();
    const underway = reporting;
    return take([presence.connection], async () => {
      await underway;
      await notePresences([presence]);
    });
  }

  return {
    open({ apiKey, address }) {
      const key = { apiKey, address, connection: randomUUID() };
      return {
        ask: (graceMs) =>
          graceMs === null
            ? note({ ...key, graceMs: 0, state: "withdrawn" })
            : note({ ...key, graceMs, state: "held" }),
        end: () => {
          const presence = held.get(key.connection);
          if (presence === undefined) return;
          // An end that cannot be reported is noticed as the reports cease.
          note({ ...presence, state: "ended" }).catch(() => {});
        },
      };
    },
  };
}
