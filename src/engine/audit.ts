/**
 * Counts every minute, in one snapshot of the tables, whether the exchange has what it owes. Where it has not, going on
 * would make it worse: nothing is taken any more until an operator has looked and the exchange was started again.
 */
import type { Logger } from "pino";
import type { SolvencyProof } from "../store/reads/solvency.ts";
import { isUnavailable } from "../store/sql/unavailable.ts";
import type { StandingKeeper } from "./standing.ts";

export type Audit = {
  /** Counts at once; never throws. */
  look(): Promise<void>;
  /** Returns when no count is underway. */
  close(): Promise<void>;
};

export type AuditOptions = {
  readonly prove: () => Promise<
    Pick<SolvencyProof, "solvent" | "head" | "deposits" | "collateral" | "backing">
  >;
  readonly standing: Pick<StandingKeeper, "restrict">;
  readonly log: Logger;
};

const EVERY_MS = 60_000;

/** The first count is made at once. */
export function startAudit({ prove, standing, log }: AuditOptions): Audit {
  let last = Promise.resolve();

  async function count(): Promise<void> {
    const { solvent, head, deposits, collateral, backing } = await prove();
    if (solvent) return;
    const figures = { batch: head.seq, deposits, collateral, backing };
    log.fatal(texts(figures), "the exchange has not what it owes: it is halted; see presage verify");
    standing.restrict("audit", "halted", "its books do not balance");
  }

  function look(): Promise<void> {
    last = last.then(count).catch((err: unknown) => {
      if (!isUnavailable(err)) log.error({ err }, "the books could not be counted; they are counted again");
    });
    return last;
  }

  void look();
  const timer = setInterval(() => void look(), EVERY_MS);
  const close = (): Promise<void> => {
    clearInterval(timer);
    return last;
  };
  return { look, close };
}

/** Big integers are not JSON. */
const texts = (figures: Readonly<Record<string, number | bigint>>): Record<string, string> =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, String(figure)]));
