/**
 * The log: lines on standard error, as JSON or for people. Secrets are masked in the finished line, in messages, fields
 * and stacks alike. Text of clients stays within JSON strings, so that it cannot begin a line.
 */
import pino from "pino";
import type { Config } from "./config.ts";
import type { Log } from "./log-event.ts";
import { createLogOutput } from "./log-output.ts";
import type { LogOutput } from "./log-output.ts";
import { prettyLine } from "./log-pretty.ts";
import { describeDamage } from "./store/server/server-log.ts";

/** A receiver of lines, each with its line break. */
export type LogLines = Pick<LogOutput, "write"> & Partial<Pick<LogOutput, "flushSync" | "followDrops">>;

const HIDDEN = "[hidden]";

/** Names of fields whose values are masked, also with the prefix of a header. */
const SECRET_NAMES = [
  "authorization",
  "cookie",
  "signature",
  "secret",
  "passphrase",
  "password",
  "master[-_]?key",
  "(?:admin[-_]?)?token",
  "database[-_]?url",
  "private[-_]?key",
  "invite[-_]?code",
  "seed",
];

/** Shapes of secrets: HMACs, secrets of keys, signatures of wallets, passphrases, the master key and tokens. */
const SECRET_SHAPES: readonly RegExp[] = [
  /(?<![A-Za-z0-9_+/-])[A-Za-z0-9_+/-]{43}=/g,
  /\b0x[0-9a-f]{130,}/gi,
  /(?<![0-9a-z])(?=\d*[a-f])[0-9a-f]{64,}(?![0-9a-z])/gi,
];

/** The password in a URL. Lengths are bounded, since a line may hold any text of a client. */
const URL_PASSWORD = /(?<=\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s:@/"]{0,100}:)[^\s@"]{1,200}(?=@)/gi;

/** Returns a function that masks secrets in log lines. */
export function secretHider({ headerPrefixes }: Pick<Config, "headerPrefixes">): (line: string) => string {
  const prefixed = headerPrefixes.map((prefix) => `${prefix}(?:builder_)?(?:readonly_)?\\w+`);
  const names = [...SECRET_NAMES, ...prefixed].join("|");
  const named = new RegExp(`("(?:${names})":)"(?:[^"\\\\]|\\\\.)*"`, "gi");
  return (line) =>
    SECRET_SHAPES.reduce(
      (text, shape) => text.replace(shape, HIDDEN),
      line.replace(named, `$1"${HIDDEN}"`).replace(URL_PASSWORD, HIDDEN),
    );
}

/** Describes an error by its stack, or damaged files by their remedy. */
function describeError(error: unknown): unknown {
  const damage = describeDamage(error);
  if (damage !== undefined) return { type: "DamagedFiles", message: damage };
  return error instanceof Error ? pino.stdSerializers.err(error) : error;
}

export type LogSettings = Pick<Config, "logLevel" | "logFormat" | "accessLog" | "headerPrefixes">;

/** Creates the log of an exchange. Requests, if logged, are logged at any level. */
export function createLog(config: LogSettings, lines: LogLines): Log {
  const hide = secretHider(config);
  const form = config.logFormat === "pretty" ? prettyLine : unchanged;
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
  const told: Log = {
    debug: log.debug.bind(log),
    info: log.info.bind(log),
    warn: log.warn.bind(log),
    error: log.error.bind(log),
    fatal: log.fatal.bind(log),
    access: config.accessLog ? (fields) => requests.info({ event: "access", ...fields }) : undefined,
  };
  lines.followDrops?.((count) =>
    told.warn({ event: "lines_dropped", count }, "whoever reads the log did not keep up"),
  );
  return told;
}

const unchanged = (line: string): string => line;

/** Opens standard error. */
export const standardError = (): LogOutput => createLogOutput(2);
