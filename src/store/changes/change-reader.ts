/**
 * Reads public events from any cursor of the journal, page by page, also while the exchange runs. Stored and live
 * events are read alike, so none is lost or repeated between them. It replays nothing; names behind the journal's
 * numbers are looked up in the read tables.
 */
import type { Sql } from "../sql/database.ts";
import type { ChangePage, ChangeReader, JournalMoved } from "./change-page.ts";
import { eventIdOf } from "./change-position.ts";
import type { ChangePosition } from "./change-position.ts";
import { draftEvents } from "./draft-events.ts";
import { timeText } from "./event-draft.ts";
import { cutBatches } from "./event-parts.ts";
import type { CutPart, EventPart } from "./event-parts.ts";
import { countMarketsBefore, readBatches, readJournalState, readRedeemed } from "./journal-batches.ts";
import type { JournalState } from "./journal-batches.ts";
import { collectNumbers } from "./journal-numbers.ts";
import { findNames } from "./known-names.ts";
import type { KnownNames } from "./known-names.ts";
import { EVENTS_VERSION } from "./public-event.ts";
import type { PublicEvent } from "./public-event.ts";

/** Positions of events after which a page ends. */
const PAGE_PLACES = 1_000;

type Reading = {
  position: ChangePosition;
  /** The last readable batch so far; 0 before the first poll. */
  head: number;
  /** The rest of the batches that were read together. */
  parts: Generator<CutPart> | undefined;
  /** Number of markets listed before the next part; `undefined` until a listing needs it. */
  known: number | undefined;
};

/**
 * Creates a reader. `sql` is a pool without a fence, best with its own sessions and without statement timeout. Pages
 * reach as far as the read tables, which follow commits within about 50 ms.
 */
export function createChangeReader(sql: Sql, from: ChangePosition): ChangeReader {
  const known = from.seq === 1 ? 0 : undefined;
  const reading: Reading = { position: from, head: 0, parts: undefined, known };
  return { next: () => readPage(sql, reading) };
}

async function readPage(sql: Sql, reading: Reading): Promise<ChangePage | JournalMoved> {
  // Taken out until the page is complete: after an error the batches are read again.
  const parts = reading.parts ?? (await readOn(sql, reading));
  reading.parts = undefined;
  if (parts === undefined || "moved" in parts)
    return parts ?? { events: [], next: reading.position, head: reading.head };
  const taken = takeParts(parts, reading.position);
  try {
    const { events, known } = await nameParts(sql, taken.parts, reading.known);
    const { position } = reading;
    Object.assign(reading, {
      known,
      position: taken.next ?? position,
      parts: taken.isEnd ? undefined : parts,
    });
    return {
      events: events.filter(({ seq, index }) => seq > position.seq || index >= position.index),
      next: reading.position,
      head: reading.head,
    };
  } catch (error) {
    // If a sandbox went back since the batches were read, the names for their events are missing.
    const moved = await findMove(sql, { ...reading.position, ...taken.next });
    if (moved === undefined) throw error;
    return moved;
  }
}

/** Reads the next batches; `undefined` if there are none. */
async function readOn(sql: Sql, reading: Reading): Promise<Generator<CutPart> | JournalMoved | undefined> {
  const { position } = reading;
  const state = await readJournalState(sql, lastOf(position));
  const beyond = reading.head === 0 ? describeBeyond(position, state) : undefined;
  const moved = beyond ?? describeMove(position, state);
  if (moved !== undefined) return moved;
  reading.head = state.head;
  if (position.seq > state.head) {
    if (position.seq === state.head + 1) reading.known ??= state.markets;
    return undefined;
  }
  return cutBatches(await readBatches(sql, position.seq));
}

/** Returns the last batch that was read. */
const lastOf = ({ seq, index }: ChangePosition): number => (index > 0 ? seq : seq - 1);

const findMove = async (sql: Sql, position: ChangePosition): Promise<JournalMoved | undefined> =>
  describeMove(position, await readJournalState(sql, lastOf(position)));

/**
 * Describes a start beyond the journal: neither its last batch nor the next one. Nothing shows that such a batch ever
 * existed.
 */
function describeBeyond(
  { seq, index, hash }: ChangePosition,
  { head, end }: JournalState,
): JournalMoved | undefined {
  if (index > 0 || hash !== undefined || seq <= end + 1) return undefined;
  return { head, moved: `expected a batch from 1 to ${end + 1}, got ${seq}` };
}

function describeMove(position: ChangePosition, { head, end, hash }: JournalState): JournalMoved | undefined {
  const last = lastOf(position);
  if (last > end)
    return { head, moved: `there is no batch ${last}, the journal ends with batch ${end}: ${PUT_BACK}` };
  if (position.hash === undefined || last === 0 || hash?.startsWith(position.hash) === true) return undefined;
  return { head, moved: `batch ${last} is another one than was read: ${PUT_BACK}` };
}

const PUT_BACK = "the exchange was put back to a snapshot, or is another one";

type TakenParts = {
  readonly parts: readonly EventPart[];
  readonly next: ChangePosition | undefined;
  readonly isEnd: boolean;
};

/** Takes the parts of a page. Parts before the cursor in their batch are skipped, except listings. */
function takeParts(cuts: Generator<CutPart>, { seq, index }: ChangePosition): TakenParts {
  const parts: EventPart[] = [];
  let places = 0;
  let next: ChangePosition | undefined;
  for (;;) {
    const cut = cuts.next();
    if (cut.done === true) return { parts, next, isEnd: true };
    const { part } = cut.value;
    ({ next } = cut.value);
    const isRead = next.seq === seq && next.index <= index;
    if (part !== undefined && (!isRead || part.stored.type === "listed")) {
      parts.push(part);
      places += next.index - part.index;
    }
    if (places >= PAGE_PLACES && !isRead) return { parts, next, isEnd: false };
  }
}

type NamedParts = { readonly events: PublicEvent[]; readonly known: number | undefined };

async function nameParts(
  sql: Sql,
  parts: readonly EventPart[],
  before: number | undefined,
): Promise<NamedParts> {
  const names = await findNames(sql, collectNumbers(parts.map(({ stored }) => stored)));
  const events: PublicEvent[] = [];
  let known = before;
  for (const part of parts) {
    const { batch, place, stored } = part;
    if (stored.type === "listed") known ??= await countMarketsBefore(sql, batch.seq);
    const isSilent = stored.type === "redeemed" && !("lots" in stored);
    const redeemed = isSilent ? await readRedeemed(sql, batch.seq, place) : undefined;
    events.push(...publish(names, part, { known: known ?? 0, redeemed }));
    if (stored.type === "listed") for (const { no } of stored.markets) known = Math.max(known ?? 0, no + 1);
  }
  return { events, known };
}

function publish(
  names: KnownNames,
  { batch: { seq, at, hash }, index: first, stored }: EventPart,
  facts: Parameters<typeof draftEvents>[2],
): PublicEvent[] {
  const time = timeText(at);
  return draftEvents(names, stored, facts).flatMap((draft, place) => {
    if (draft === undefined) return [];
    const index = first + place;
    return [{ version: EVENTS_VERSION, id: eventIdOf(seq, index, hash), seq, index, time, ...draft }];
  });
}
