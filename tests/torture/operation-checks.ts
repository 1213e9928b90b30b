/** Checks of promises about balances and about operators' actions. */
import { count } from "./promises.ts";
import type { Counts, Operation, Promises, TraderPromises } from "./promises.ts";
import { microsOf } from "./balance-checks.ts";

export type LedgerState = {
  readonly type: string;
  readonly condition_id: string;
  readonly collateral: string;
  readonly transaction_hash: string;
};

export type AuditState = { readonly reason: string };

/**
 * Lists the differences between a wallet's ledger and the trader's operations. The ledger has them in order after the
 * first credit. The unanswered one may be missing or be last; from here on it counts as found.
 */
export function listLedgerFaults(
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

/**
 * Lists the differences between the audit log and the operator's actions: each is there once, and no other. An
 * unanswered one may be there.
 */
export function listAuditFaults({ operatorActions }: Promises, audit: readonly AuditState[]): string[] {
  const broken: string[] = [];
  const seen = new Set<string>();
  for (const { reason } of audit) {
    if (seen.has(reason)) broken.push(`${reason} was done twice`);
    seen.add(reason);
    if (!operatorActions.has(reason)) broken.push(`${reason} is in the audit log, and was refused`);
  }
  for (const [reason, state] of operatorActions)
    if (state === "acknowledged" && !seen.has(reason)) broken.push(`${reason} was acknowledged and is gone`);
    else if (state === "unanswered" && !seen.has(reason)) operatorActions.delete(reason);
  return broken;
}
