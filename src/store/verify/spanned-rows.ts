/**
 * Compares a table whose rows belong to spans of time, minutes or days, with the journal while it is replayed. The
 * values of a span come in many batches and are certain when it is over, so they are gathered until then. The table is
 * read along, span by span.
 */
import { compareValues, addDifference } from "../journal/differences.ts";
import type { Differences, Values } from "../journal/differences.ts";
import { nextRow } from "../sql/table-stream.ts";

/** Key of a row within its span: the number of a market or an account, or a builder's code. */
type Key = string | number;

/** Rows come by ascending span. */
export type SpanRow = { readonly span: number; readonly key: Key; readonly [column: string]: unknown };

export type SpanCheck = {
  readonly rows: AsyncGenerator<SpanRow>;
  readonly nameOf: (span: number, key: Key) => string;
  readonly differences: Differences;
  /** The row that was read and not compared yet. */
  next: SpanRow | undefined;
  started: boolean;
  span: number;
  /** Values that `span` leaves behind, as far as the replay went. */
  readonly gathered: Map<Key, Values>;
};

export const createSpanCheck = (
  rows: AsyncGenerator<SpanRow>,
  nameOf: SpanCheck["nameOf"],
  differences: Differences,
): SpanCheck => ({
  rows,
  nameOf,
  differences,
  next: undefined,
  started: false,
  span: 0,
  gathered: new Map(),
});

/** Goes on to a span; when it is another, the one before is over. */
export async function enterSpan(check: SpanCheck, span: number): Promise<void> {
  if (span !== check.span) await compareSpan(check);
  check.span = span;
}

export async function finishSpans(check: SpanCheck): Promise<void> {
  await compareSpan(check);
  for (let row = check.next; row !== undefined; row = await advance(check)) extra(check, row);
}

async function compareSpan(check: SpanCheck): Promise<void> {
  const { span, gathered, nameOf, differences } = check;
  if (!check.started) await advance(check);
  check.started = true;
  for (let row = check.next; row !== undefined && row.span <= span; row = await advance(check)) {
    const expected = row.span === span ? gathered.get(row.key) : undefined;
    if (expected === undefined) extra(check, row);
    else compareValues(differences, nameOf(span, row.key), expected, row);
    if (row.span === span) gathered.delete(row.key);
  }
  for (const key of gathered.keys())
    addDifference(differences, `${nameOf(span, key)}: it is not in the table`);
  gathered.clear();
}

async function advance(check: SpanCheck): Promise<SpanRow | undefined> {
  check.next = await nextRow(check.rows);
  return check.next;
}

const extra = ({ differences, nameOf }: SpanCheck, { span, key }: SpanRow): void =>
  addDifference(differences, `${nameOf(span, key)}: it is in the table, and not in the journal`);
