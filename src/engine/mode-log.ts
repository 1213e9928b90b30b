/** Lines of the log about the mode of the exchange: one for each change that an operator or a guard makes. */
import type { Log } from "../log-event.ts";
import type { AvailabilityControl } from "./availability.ts";

type ModeLogOptions = {
  readonly availability: Pick<AvailabilityControl, "now" | "followSources">;
  readonly log: Pick<Log, "warn">;
};

/**
 * Tells the log of each change, and the mode that results, until the returned function is called. Ends are warnings too,
 * for the log has nothing less by default.
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
