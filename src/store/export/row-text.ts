/** Exported rows as text: CSV after RFC 4180, and NDJSON. Amounts are exact decimals, times ISO 8601 in UTC. */
import { once } from "node:events";
import { Readable } from "node:stream";
import type { Worker } from "node:worker_threads";
import { decimalText } from "../../core/units.ts";
import { THREAD_MS, threadInTime } from "../sql/in-time.ts";
import { PLACES, isDecimal } from "./exported-tables.ts";
import type { ColumnKind, Columns, ExportedRow } from "./exported-tables.ts";

// Encodes an export, some rows at a time.

export type RowEncoder = {
  begin(): Uint8Array;
  /** Returns the bytes that are complete after these rows. */
  add(rows: readonly ExportedRow[]): Uint8Array;
  end(): Uint8Array;
};

type Value = ExportedRow[string];

/** Formats the value: amounts and times as text. */
function shown(kind: ColumnKind, value: Value | undefined): Value {
  if (value === null || value === undefined || typeof value !== "number") return value ?? null;
  if (isDecimal(kind)) return decimalText(value, PLACES[kind]);
  return kind === "time" ? new Date(value).toISOString() : value;
}

const SPECIAL = /[",\r\n]/;

function csvField(value: Value): string {
  const text = value === null ? "" : String(value);
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const NOTHING = Buffer.alloc(0);

/** Writes a line of names, and a line for each row. */
export function csvEncoder(columns: Columns): RowEncoder {
  const kinds = Object.entries(columns);
  const line = (row: ExportedRow): string =>
    `${kinds.map(([name, kind]) => csvField(shown(kind, row[name]))).join(",")}\r\n`;
  return {
    begin: () => Buffer.from(`${Object.keys(columns).join(",")}\r\n`),
    add: (rows) => Buffer.from(rows.map(line).join("")),
    end: () => NOTHING,
  };
}

/** Writes a JSON object on its own line for each row. */
export function ndjsonEncoder(columns: Columns): RowEncoder {
  const kinds = Object.entries(columns);
  const line = (row: ExportedRow): string =>
    `${JSON.stringify(Object.fromEntries(kinds.map(([name, kind]) => [name, shown(kind, row[name])])))}\n`;
  return {
    begin: () => NOTHING,
    add: (rows) => Buffer.from(rows.map(line).join("")),
    end: () => NOTHING,
  };
}

// Pieces that a thread makes as a stream. One is made when the reader has room for it, and the thread stops if the reader
// disconnects.

type PieceStream = {
  readonly stream: Readable;
  /** Pushes the next piece, or `null` for the end. Calls `onIdle` if the reader does not take it in time. */
  push(piece: Uint8Array | string | null, onIdle: () => void): void;
};

/** Waits for the first message of a thread. Terminates a thread that does not send it in time, and names it in the error. */
export async function beginThread<Head>(name: string, worker: Worker, ms = THREAD_MS): Promise<Head> {
  try {
    const [head]: readonly unknown[] = await threadInTime(name, once(worker, "message"), ms);
    return head as Head;
  } catch (error) {
    void worker.terminate();
    throw error;
  }
}

/** Requests pieces from the thread by the message "next"; a reader has `idleMs` milliseconds to take one. */
export function openPieceStream(worker: Worker, idleMs: number): PieceStream {
  let idle: NodeJS.Timeout | undefined;
  const stream = new Readable({
    read() {
      clearTimeout(idle);
      worker.postMessage("next");
    },
    destroy(error, done) {
      clearTimeout(idle);
      void endThread(worker, () => done(error));
    },
  });
  return {
    stream,
    push: (piece, onIdle) => {
      clearTimeout(idle);
      idle = setTimeout(onIdle, idleMs).unref();
      stream.push(piece);
    },
  };
}

/** Terminates a thread, and then calls back. */
async function endThread(worker: Worker, then: () => void): Promise<void> {
  await worker.terminate();
  then();
}
