/**
 * The log: lines of JSON on standard error. Secrets are replaced in the finished line, wherever they stand in messages,
 * fields or stacks. Text of clients stays within strings of JSON, so that it cannot begin a line.
 */
import pino from "pino";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { describeDamage } from "./store/server/damaged-files.ts";

/** A receiver of lines, each with its line break. */
export type LogLines = { write(line: string): void };

const HIDDEN = "[hidden]";

/** Names of fields whose values are hidden, also behind the prefix of a header. */
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
];

/** Shapes of secrets: HMACs, secrets of keys, signatures of wallets, passphrases, the master key and tokens. */
const SECRET_SHAPES: readonly RegExp[] = [
  /(?<![A-Za-z0-9_+/-])[A-Za-z0-9_+/-]{43}=/g,
  /\b0x[0-9a-f]{130,}/gi,
  /(?<![0-9a-z])(?=\d*[a-f])[0-9a-f]{64,}(?![0-9a-z])/gi,
];

/** The password in a URL. Lengths are bounded, since a line may hold any text of a client. */
const URL_PASSWORD = /(?<=\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s:@/"]{0,100}:)[^\s@"]{1,200}(?=@)/gi;

/** Hides secrets in lines of a log. */
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

/** Describes an error by its stack, or damaged files by their cure. */
function describeError(error: unknown): unknown {
  const damage = describeDamage(error);
  if (damage !== undefined) return { type: "DamagedFiles", message: damage };
  return error instanceof Error ? pino.stdSerializers.err(error) : error;
}

export function createLog(config: Pick<Config, "logLevel" | "headerPrefixes">, lines: LogLines): Logger {
  const hide = secretHider(config);
  const options = { level: config.logLevel, serializers: { err: describeError } };
  return pino(options, { write: (line: string) => lines.write(hide(line)) });
}

/** Opens standard error for synchronous writes, so that the last line before an end is not lost. */
export const standardError = (): LogLines => pino.destination({ dest: 2, sync: true });
