/**
 * The log: lines of JSON on standard error, in which nothing that anyone can sign or enter with is ever told. Whatever
 * stands in what is logged, messages and stacks of errors too, what looks like a secret is replaced in the line itself.
 * Text of clients cannot begin a line of its own: it is within strings of JSON.
 */
import pino from "pino";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { describeDamage } from "./store/server/damaged-files.ts";

/** Where lines go, each with its line break. */
export type LogLines = { write(line: string): void };

const HIDDEN = "[hidden]";

/** Names whose values nobody needs to see, after a header's prefix too. */
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

/** What secrets look like: HMACs and secrets of keys, wallets' signatures, passphrases, the master key and tokens. */
const SECRET_SHAPES: readonly RegExp[] = [
  /(?<![A-Za-z0-9_+/-])[A-Za-z0-9_+/-]{43}=/g,
  /\b0x[0-9a-f]{130,}/gi,
  /(?<![0-9a-z])(?=\d*[a-f])[0-9a-f]{64,}(?![0-9a-z])/gi,
];

/** The password of an address. Its lengths are bounded: a line may hold whatever clients send. */
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

/** An error with its stack, which says where a bug is; of damaged files the cure. */
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

/** Standard error, written at once: the last line before an end is the one that counts. */
export const standardError = (): LogLines => pino.destination({ dest: 2, sync: true });
