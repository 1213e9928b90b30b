/**
 * Proves solvency every minute, from one snapshot of the tables. If the exchange owes more than it has, it is halted:
 * it accepts nothing until an operator restarts it.
 */
import type { Log } from "../log-event.ts";
import type { SolvencyProof } from "../store/reads/solvency.ts";
import { isUnavailable } from "../store/sql/unavailable.ts";
import type { AvailabilityControl } from "./availability.ts";

/** Result of a count of the ledger. */
export type LedgerCount = {
  readonly solvent: boolean;
  /** Deposits less the balances of accounts and the backing of shares, micros; 0 unless something is wrong. */
  readonly imbalance: bigint;
  /** Milliseconds since 1970, on the machine's clock. */
  readonly at: number;
};

export type Audit = {
  /** The last count; `undefined` before the first. */
  last(): LedgerCount | undefined;
  /** Counts at once, or after a running count; never throws. */
  check(): Promise<void>;
  /** Stops the timer, and returns once no count is running. */
  close(): Promise<void>;
};

export type AuditOptions = {
  readonly prove: () => Promise<
    Pick<SolvencyProof, "solvent" | "head" | "deposits" | "collateral" | "backing" | "debt">
  >;
  readonly availability: Pick<AvailabilityControl, "restrict">;
  readonly log: Log;
};

const EVERY_MS = 60_000;

/** Starts the timer, and the first count at once. */
export function startAudit({ prove, availability, log }: AuditOptions): Audit {
  let last = Promise.resolve();
  let counted: LedgerCount | undefined;

  async function count(): Promise<void> {
    const { solvent, head, deposits, collateral, backing, debt } = await prove();
    counted = { solvent, imbalance: deposits - (collateral + backing - debt), at: Date.now() };
    if (solvent) return;
    const figures = { batch: head.seq, deposits, collateral, backing };
    log.fatal(
      { event: "insolvent", ...asTexts(figures) },
      "the exchange has not what it owes: it is halted; see presage verify",
    );
    availability.restrict("audit", "halted", "its books do not balance");
  }

  function check(): Promise<void> {
    last = last.then(count).catch((err: unknown) => {
      if (!isUnavailable(err))
        log.error({ event: "audit_failed", err }, "the books could not be counted; they are counted again");
    });
    return last;
  }

  void check();
  const timer = setInterval(() => void check(), EVERY_MS);
  const close = (): Promise<void> => {
    clearInterval(timer);
    return last;
  };
  return { last: () => counted, check, close };
}

/** Converts bigints to text, since JSON has none. */
const asTexts = (figures: Readonly<Record<string, number | bigint>>): Record<string, string> =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, String(figure)]));
