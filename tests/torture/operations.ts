/** What of the promises about balances and about what operators did is not so after a restart. */
import { count } from "./promises.ts";
import type { Counts, Operation, Promises, TraderPromises } from "./promises.ts";
import { microsOf } from "./balances.ts";

export type LedgerState = {
  readonly type: string;
  readonly condition_id: string;
  readonly collateral: string;
  readonly transaction_hash: string;
};

export type AuditState = { readonly reason: string };

/**
 * A wallet's ledger has the trader's operations in their order, between the first credit and nothing; the one without
 * an answer may be there or not, at the end. Whichever it is, it counts as promised from here on.
 */
export function brokenOperations(
  promised: TraderPromises,
  ledger: readonly LedgerState[],
  counts: Counts,
): string[] {
  const found = ledger.filter(({ type }) => type !== "trade").reverse();
  const [first, ...stored] = found;
  const { operations, unanswered } = promised;
  if (unanswered !== undefined) {
    const happened = stored.length > operations.length;
    if (happened) operations.push(unanswered);
    promised.unanswered = undefined;
    count(counts, happened ? "unanswered, had happened" : "unanswered, had not");
  }
  const broken = first?.type === "deposit" ? [] : ["the first credit is gone"];
  if (stored.length !== operations.length)
    broken.push(`${operations.length} operations were acknowledged, and ${stored.length} are there`);
  for (const [index, operation] of operations.entries()) {
    const entry = stored[index];
    if (entry !== undefined && !isSame(operation, entry))
      broken.push(`operation ${JSON.stringify(operation)} is there as ${JSON.stringify(entry)}`);
  }
  return broken;
}

const isSame = ({ kind, collateral, conditionId, hash }: Operation, entry: LedgerState): boolean =>
  entry.type === kind &&
  microsOf(entry.collateral) === collateral &&
  entry.condition_id === conditionId &&
  (hash === undefined || hash === entry.transaction_hash);

/** The audit log has each deed once, and no other; one without an answer may be there. */
export function brokenDeeds({ deeds }: Promises, audit: readonly AuditState[]): string[] {
  const broken: string[] = [];
  const seen = new Set<string>();
  for (const { reason } of audit) {
    if (seen.has(reason)) broken.push(`${reason} was done twice`);
    seen.add(reason);
    if (!deeds.has(reason)) broken.push(`${reason} is in the audit log, and was refused`);
  }
  for (const [reason, state] of deeds)
    if (state === "acknowledged" && !seen.has(reason)) broken.push(`${reason} was acknowledged and is gone`);
    else if (state === "unanswered" && !seen.has(reason)) deeds.delete(reason);
  return broken;
}
