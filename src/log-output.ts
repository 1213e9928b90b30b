/**
 * Output of the log. Lines are buffered and written asynchronously, so that a stalled reader blocks nothing. Lines that
 * exceed the buffer are dropped and counted. A last line before the process exits is not lost.
 */
import { constants, fstatSync, openSync, closeSync, write, writeSync } from "node:fs";

export type LogOutput = {
  /** Writes a line, which includes its line break. */
  write(line: string): void;
  /** Writes buffered lines synchronously, as far as the reader takes them within half a second. */
  flushSync(): void;
  /** Registers a callback for the number of dropped lines, called each time there is room again. */
  followDrops(tell: (lines: number) => void): void;
  /** Writes buffered lines, and closes. Later lines are written synchronously. */
  close(): void;
};

/** Buffer limit, bytes. */
export const MAX_WAITING = 1024 * 1024;
/** Size limit of one write, bytes. */
const PIECE = 64 * 1024;
/** Delay before a full pipe is retried, ms. */
const RETRY_MS = 50;
const FLUSH_MS = 500;

type State = {
  fd: number;
  waiting: Buffer[];
  waitingBytes: number;
  /** True from scheduling a write until the buffer is empty. */
  running: boolean;
  /** True while a write is underway. */
  writing: boolean;
  dropped: number;
  closed: boolean;
  tell: (lines: number) => void;
};

/** Opens the output of a file descriptor. Writes into a pipe never block on its reader. */
export function createLogOutput(fd: number): LogOutput {
  const own = openWithoutWaiting(fd);
  const state: State = {
    fd: own ?? fd,
    waiting: [],
    waitingBytes: 0,
    running: false,
    writing: false,
    dropped: 0,
    closed: false,
    tell: () => {},
  };
  const flush = (): void => flushSync(state);
  process.on("exit", flush);
  return {
    write: (line) => take(state, Buffer.from(line)),
    flushSync: flush,
    followDrops: (tell) => {
      state.tell = tell;
    },
    close() {
      if (state.closed) return;
      flush();
      state.closed = true;
      process.off("exit", flush);
      if (own === undefined || state.writing) return;
      closeSync(own);
      state.fd = fd;
    },
  };
}

/**
 * Opens a pipe again in non-blocking mode. Setting the flag on the original descriptor would affect all processes that
 * share it. `undefined` if the descriptor is not a pipe, or cannot be reopened.
 */
function openWithoutWaiting(fd: number): number | undefined {
  try {
    if (!fstatSync(fd).isFIFO()) return undefined;
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

function take(state: State, line: Buffer): void {
  if (state.waitingBytes + line.length > MAX_WAITING) {
    state.dropped += 1;
    return;
  }
  state.waiting.push(line);
  state.waitingBytes += line.length;
  if (state.closed) flushSync(state);
  else if (!state.running) {
    state.running = true;
    setImmediate(writeNext, state);
  }
}

/** Writes a piece of the buffer; lines of one turn of the event loop are written together. */
function writeNext(state: State): void {
  state.running = state.waiting.length > 0;
  if (!state.running) return;
  const piece = takePiece(state);
  state.writing = true;
  write(state.fd, piece, (error, written) => {
    state.writing = false;
    const full = error !== null && isFull(error);
    // Other errors are ignored: if the reader has gone, nobody can be notified.
    if (full || (error === null && written < piece.length))
      putBack(state, piece.subarray(full ? 0 : written));
    if (full) return void setTimeout(writeNext, RETRY_MS, state).unref();
    tellDropped(state);
    return writeNext(state);
  });
}

function tellDropped(state: State): void {
  const { dropped } = state;
  state.dropped = 0;
  if (dropped > 0) state.tell(dropped);
}

function takePiece(state: State): Buffer {
  let [bytes, count] = [0, 0];
  for (const { length } of state.waiting) {
    if (count > 0 && bytes + length > PIECE) break;
    bytes += length;
    count += 1;
  }
  state.waitingBytes -= bytes;
  return Buffer.concat(state.waiting.splice(0, count), bytes);
}

function putBack(state: State, rest: Buffer): void {
  state.waiting.unshift(rest);
  state.waitingBytes += rest.length;
}

const isFull = (error: NodeJS.ErrnoException): boolean => error.code === "EAGAIN";

/** Writes the buffer synchronously. A piece that is being written asynchronously completes by itself. */
function flushSync(state: State): void {
  const until = performance.now() + FLUSH_MS;
  while (state.waiting.length > 0) {
    const piece = takePiece(state);
    try {
      const written = writeSync(state.fd, piece);
      if (written < piece.length) putBack(state, piece.subarray(written));
    } catch (error) {
      const full = error instanceof Error && isFull(error);
      if (!full || performance.now() > until) return;
      putBack(state, piece);
      Atomics.wait(PAUSE, 0, 0, RETRY_MS);
    }
  }
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));
