/**
 * The log: lines on standard error, as JSON or for people. Secrets are masked in the finished line, in messages, fields
 * and stacks alike. Text of clients stays within JSON strings, so that it cannot begin a line.
 */
import { closeSync, constants, fstatSync, openSync, write, writeSync } from "node:fs";
import { styleText } from "node:util";
import pino from "pino";
import type { Config } from "./settings/config.ts";
import type { Log } from "./base/log-event.ts";
import { SECRET_NAME_SOURCE } from "./base/secret-names.ts";
import { describeDamage } from "./store/server/server-log.ts";

// Output of the log. Lines are buffered and written asynchronously, so that a stalled reader blocks nothing. Lines that
// exceed the buffer are dropped and counted. The last line before the process exits is not lost.

type LogOutput = {
  /** Writes a line, which includes its line break. */
  write(line: string): void;
  /** Writes buffered lines synchronously, as many as the reader takes within half a second. */
  flushSync(): void;
  /** Registers a callback that gets the number of dropped lines each time the buffer has room again. */
  followDrops(tell: (lines: number) => void): void;
  /** Writes buffered lines, and closes. Later lines are written synchronously. */
  close(): void;
};

/** Buffer limit, bytes. */
export const MAX_WAITING = 1024 * 1024;
/** Size limit of one write, bytes. */
const CHUNK_SIZE = 64 * 1024;
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
  const ownDescriptor = openWithoutWaiting(fd);
  const state: State = {
    fd: ownDescriptor ?? fd,
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
      if (ownDescriptor === undefined || state.writing) return;
      closeSync(ownDescriptor);
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

/** Writes a piece of the buffer; lines of one tick of the event loop are written together. */
function writeNext(state: State): void {
  state.running = state.waiting.length > 0;
  if (!state.running) return;
  const piece = takeChunk(state);
  state.writing = true;
  write(state.fd, piece, (error, written) => {
    state.writing = false;
    const full = error !== null && isFull(error);
    // Other errors are ignored: if the reader has gone, nobody can be notified.
    if (full || (error === null && written < piece.length))
      prependRest(state, piece.subarray(full ? 0 : written));
    if (full) return void setTimeout(writeNext, RETRY_MS, state).unref();
    logDropped(state);
    return writeNext(state);
  });
}

function logDropped(state: State): void {
  const { dropped } = state;
  state.dropped = 0;
  if (dropped > 0) state.tell(dropped);
}

function takeChunk(state: State): Buffer {
  let [bytes, count] = [0, 0];
  for (const { length } of state.waiting) {
    if (count > 0 && bytes + length > CHUNK_SIZE) break;
    bytes += length;
    count += 1;
  }
  state.waitingBytes -= bytes;
  return Buffer.concat(state.waiting.splice(0, count), bytes);
}

function prependRest(state: State, rest: Buffer): void {
  state.waiting.unshift(rest);
  state.waitingBytes += rest.length;
}

const isFull = (error: NodeJS.ErrnoException): boolean => error.code === "EAGAIN";

/** Writes the buffer synchronously. A piece that is being written asynchronously completes by itself. */
function flushSync(state: State): void {
  const until = performance.now() + FLUSH_MS;
  while (state.waiting.length > 0) {
    const piece = takeChunk(state);
    try {
      const written = writeSync(state.fd, piece);
      if (written < piece.length) prependRest(state, piece.subarray(written));
    } catch (error) {
      const full = error instanceof Error && isFull(error);
      if (!full || performance.now() > until) return;
      prependRest(state, piece);
      Atomics.wait(PAUSE, 0, 0, RETRY_MS);
    }
  }
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));

// Formats a log line for people: time, level, sentence, then fields; a stack follows on separate lines.

/** Colours of the levels, used if standard error is a terminal. */
const COLOURS = { debug: "gray", info: "green", warn: "yellow", error: "red", fatal: "red" } as const;

const isLevel = (level: unknown): level is keyof typeof COLOURS =>
  typeof level === "string" && Object.hasOwn(COLOURS, level);

/** Formats a JSON line for people. Text of clients stays within one line, as in JSON. */
function prettyLine(line: string): string {
  const { time, level, msg, err, ...fields }: Record<string, unknown> = JSON.parse(line);
  const name = String(level).toUpperCase().padEnd(5);
  const shown = isLevel(level) ? styleText(COLOURS[level], name, { stream: process.stderr }) : name;
  const parts = [
    String(time),
    shown,
    ...(typeof msg === "string" ? [oneLine(msg)] : []),
    ...Object.entries(fields).map(([field, value]) => `${field}=${valueText(value)}`),
  ];
  return `${parts.join(" ")}\n${err === undefined ? "" : errorLines(err)}`;
}

/** Writes plain words unquoted, and everything else as JSON. */
const valueText = (value: unknown): string =>
  typeof value === "string" && /^[\w.:/@+-]+$/.test(value) ? value : oneLine(JSON.stringify(value));

function errorLines(error: unknown): string {
  const stack = typeof error === "object" && error !== null && "stack" in error ? error.stack : undefined;
  const lines = typeof stack === "string" ? stack.split("\n") : [JSON.stringify(error)];
  return lines.map((line) => `    ${oneLine(line)}\n`).join("");
}

/** Escapes line breaks and characters that a terminal would interpret as commands. */
const oneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    character === "\t" ? " " : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Receiver of lines, each with its line break. */
type LogLines = Pick<LogOutput, "write"> & Partial<Pick<LogOutput, "flushSync" | "followDrops">>;

const MASK = "[hidden]";

/** Shapes of secrets: HMACs, secrets of keys, signatures of wallets, passphrases, the master key and tokens. */
const SECRET_SHAPES: readonly RegExp[] = [
  /(?<![A-Za-z0-9_+/-])[A-Za-z0-9_+/-]{43}=/g,
  /\b0x[0-9a-f]{130,}/gi,
  /(?<![0-9a-z])(?=\d*[a-f])[0-9a-f]{64,}(?![0-9a-z])/gi,
];

/** The password in a URL. Lengths are bounded, since a line may hold any text of a client. */
const URL_PASSWORD = /(?<=\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s:@/"]{0,100}:)[^\s@"]{1,200}(?=@)/gi;

/** Returns a function that masks secrets in log lines. */
function createSecretMasker({ headerPrefixes }: Pick<Config, "headerPrefixes">): (line: string) => string {
  const prefixed = headerPrefixes.map((prefix) => `${prefix}(?:builder_)?(?:readonly_)?\\w+`);
  const names = [SECRET_NAME_SOURCE, "signature", ...prefixed].join("|");
  const named = new RegExp(`("(?:${names})":)"(?:[^"\\\\]|\\\\.)*"`, "gi");
  return (line) =>
    SECRET_SHAPES.reduce(
      (text, shape) => text.replace(shape, MASK),
      line.replace(named, `$1"${MASK}"`).replace(URL_PASSWORD, MASK),
    );
}

/** Describes an error by its stack; for damaged files, by the remedy. */
function describeError(error: unknown): unknown {
  const damage = describeDamage(error);
  if (damage !== undefined) return { type: "DamagedFiles", message: damage };
  return error instanceof Error ? pino.stdSerializers.err(error) : error;
}

type LogSettings = Pick<Config, "logLevel" | "logFormat" | "accessLog" | "headerPrefixes">;

/** Creates the log of an exchange. Logged requests ignore the log level. */
export function createLog(config: LogSettings, lines: LogLines): Log {
  const hide = createSecretMasker(config);
  const form = config.logFormat === "pretty" ? prettyLine : returnUnchanged;
  const options = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
    serializers: { err: describeError },
  };
  const destination = {
    write: (line: string) => lines.write(form(hide(line))),
    flushSync: () => lines.flushSync?.(),
  };
  const log = pino({ ...options, level: config.logLevel }, destination);
  const requests = pino({ ...options, level: "info" }, destination);
  const publicLog: Log = {
    debug: log.debug.bind(log),
    info: log.info.bind(log),
    warn: log.warn.bind(log),
    error: log.error.bind(log),
    fatal: log.fatal.bind(log),
    access: config.accessLog ? (fields) => requests.info({ event: "access", ...fields }) : undefined,
  };
  lines.followDrops?.((count) =>
    publicLog.warn({ event: "lines_dropped", count }, "whoever reads the log did not keep up"),
  );
  return publicLog;
}

const returnUnchanged = (line: string): string => line;

/** Opens standard error. */
export const standardError = (): LogOutput => createLogOutput(2);
