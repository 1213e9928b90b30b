/** Log lines about the mode of the exchange: one for each change by an operator or a guard. */
import type { Log } from "../log-event.ts";
import type { AvailabilityControl } from "./availability.ts";

type ModeLogOptions = {
  readonly availability: Pick<AvailabilityControl, "now" | "followSources">;
  readonly log: Pick<Log, "warn">;
};

/**
 * Logs each change and the resulting mode, until the returned function is called. The end of a restriction is a warning
 * too, since lower levels are not logged by default.
 */
export const logModes = ({ availability, log }: ModeLogOptions): (() => void) =>
  availability.followSources(({ source, mode, why }) => {
    const fields = {
      event: "mode_changed" as const,
      source,
      mode,
      ...(why !== "" && { why }),
      exchange: availability.now().mode,
    };
    log.warn(fields, mode === "normal" ? "a restriction is over" : "the exchange is restricted");
  });
