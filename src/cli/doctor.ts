/** `presage doctor request|key`: explains why a request was rejected, and how to fix it. Secrets are never shown. */
import type { Static } from "typebox";
import { ANSWER } from "../http/admin/diagnosis.ts";
import type { DiagnosisAnswer } from "../http/admin/diagnosis.ts";
import { getTextFlag, readNamedFile } from "./terminal/command-line.ts";
import type { CommandLine, Subcommands } from "./terminal/command-line.ts";
import { readCurlCommand } from "./curl-command.ts";
import type { CapturedRequest } from "./curl-command.ts";
import { describeFamily, describeSubcommand } from "./operator/operation.ts";
import { columnsText, printable } from "./terminal/table.ts";

// Reader of a captured request: its HTTP text, or the curl command that sends it.

/** Reads a request in either form; throws an Error of one line if the text is neither. */
export function readCapturedRequest(bytes: Uint8Array): CapturedRequest {
  const text = Buffer.from(bytes).toString("latin1");
  if (text.trim() === "") throw new Error("expected a request, got nothing");
  if (/^\s*(\$\s+)?curl\s/.test(text)) return readCurlCommand(Buffer.from(bytes).toString("utf8"));
  return readMessage(text);
}

/** Reads a request in HTTP from `text`, which has one character for each byte. */
function readMessage(text: string): CapturedRequest {
  const [head = "", body = ""] = text.trimStart().split(/\r?\n\r?\n(.*)/s, 2);
  const [line = "", ...lines] = head.split(/\r?\n/);
  const [, method, url] = /^([A-Za-z]+) +((?:\/|https?:\/\/)\S*)(?: +HTTP\/[0-9.]+)?\s*$/i.exec(line) ?? [];
  if (method === undefined || url === undefined)
    throw new Error(
      `expected a request line as in "POST /order HTTP/1.1", or a curl command, got a line of ${line.length} characters`,
    );
  const headers = lines.filter((one) => one.trim() !== "").map(readHeader);
  const length = headers.find(([name]) => name.toLowerCase() === "content-length")?.[1];
  return { method, url, headers, body: readBody(body, length) };
}

function readHeader(line: string): readonly [string, string] {
  const at = line.indexOf(":");
  if (at > 0) return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  throw new Error(
    `expected a header as in "Name: value", got a line of ${line.length} characters without a colon`,
  );
}

/** Returns the bytes of the body, without the line break that an editor adds at the end of a file. */
function readBody(body: string, length: string | undefined): Uint8Array {
  const bytes = Buffer.from(body, "latin1");
  if (length !== undefined && /^\d+$/.test(length)) return bytes.subarray(0, Number(length));
  return Buffer.from(body.replace(/\r?\n$/, ""), "latin1");
}

const DOCTOR_HELP = `Usage: presage doctor request FILE [--dialect NAME] [--at TIME]
       presage doctor key API_KEY [--address WALLET] [--secret SECRET] [--passphrase PASSPHRASE]

Says why the exchange refuses what a client sends, and which of the usual mistakes explains it. A request is the text
that goes over the wire - a request line, headers, a blank line, the body - or the curl command that sends it; - reads
it from standard input. It is looked through as if it came now: --at gives the moment when it did, in unix seconds or as
2026-11-21T20:00:00Z. Nothing is placed or changed, and no secret is shown. Ends with code 1 when something is wrong.
docs/trading/troubleshooting.md explains every mistake. The exchange must run.

A SECRET or PASSPHRASE of - is read from standard input, a line each in this order: it stays out of the shell's history.

  presage doctor request order.txt
  pbpaste | presage doctor request - --dialect polymarket
  presage doctor key 6e7c7a55-7d0c-5a9e-8f2e-4b1f3f1f6a01 --address 0x00000000000000000000000000000000000000a1
  presage doctor key 6e7c7a55-7d0c-5a9e-8f2e-4b1f3f1f6a01 --secret - --passphrase - < credentials.txt
`;

type Diagnosis = Static<typeof DiagnosisAnswer>;

/** Flags that give a key's secrets, each with its request field. */
const SECRET_FLAGS = { "--secret": "secret", "--passphrase": "passphrase" };

const DIAGNOSIS = {
  changes: false,
  text: diagnosisText,
  code: ({ ok }: Diagnosis): number => (ok ? 0 : 1),
};

const doctor = describeFamily(DOCTOR_HELP, {
  request: describeSubcommand<Diagnosis>({
    ...DIAGNOSIS,
    route: "POST /diagnoses/request",
    operands: { FILE: "" },
    texts: { "--dialect": "dialect" },
    flags: { "--at": "text" },
    read: (line) => ({ at: readMoment(line) }),
    fields: ({ operands: [file] }) => readRequest(readInput(file)),
  }),
  key: describeSubcommand<Diagnosis>({
    ...DIAGNOSIS,
    route: "POST /diagnoses/key",
    operands: { API_KEY: "apiKey" },
    texts: { "--address": "address", ...SECRET_FLAGS },
    fields: ({ line }) => ({ ...readSecrets(line), callerTime: Date.now() }),
  }),
});

/** Reads the secrets given as `-` from standard input: one line each, in the order of SECRET_FLAGS. */
function readSecrets(line: CommandLine): object {
  const secretFlags = Object.entries(SECRET_FLAGS).filter(([flag]) => getTextFlag(line, flag) === "-");
  if (secretFlags.length === 0) return {};
  const lines = readInput("-").toString("utf8").split(/\r?\n/);
  const secretEntries = secretFlags.map(([flag, name], at) => [name, readSecretLine(lines, at, flag)]);
  return Object.fromEntries(secretEntries);
}

function readSecretLine(lines: readonly string[], at: number, flag: string): string {
  const text = lines[at]?.trim();
  if (text) return text;
  throw new Error(`${flag} -: expected it as line ${at + 1} of standard input, which has none`);
}

/** Parses a captured request into the body fields of a diagnosis request. */
export function readRequest(input: Uint8Array): object {
  const { body, ...captured } = readCapturedRequest(input);
  return { ...captured, body: Buffer.from(body).toString("base64") };
}

const readInput = (file: string): Buffer =>
  file === "-" ? readNamedFile(0, "standard input") : readNamedFile(file, "the request");

/** Reads --at as unix milliseconds. */
function readMoment(line: CommandLine): number | undefined {
  const given = getTextFlag(line, "--at");
  if (given === undefined) return undefined;
  const seconds = /^\d{1,10}$/.test(given) ? Number(given) * 1000 : undefined;
  const moment = seconds ?? (/^\d{4}-\d\d-\d\dT/.test(given) ? Date.parse(given) : Number.NaN);
  if (Number.isSafeInteger(moment) && moment >= 0) return moment;
  throw new Error(`--at: expected unix seconds or a time as in 2026-11-21T20:00:00Z, got "${given}"`);
}

export function diagnosisText({ checks, subject, first_wrong: wrong }: Diagnosis): string {
  const table = columnsText(checks, {
    CHECK: "check",
    "": ({ ok }) => (ok ? "ok" : "WRONG"),
    GOT: ({ got }) => clip(got),
    EXPECTED: ({ expected }) => clip(expected),
  });
  const verdict =
    wrong === null
      ? `${subject}: ${findUncheckedHint(checks) ?? "nothing is wrong"}.`
      : `first wrong thing: ${wrong.check}${wrong.mistake && ` (${wrong.mistake})`} - ${wrong.hint}`;
  return `${table}\n${printable(verdict)}\n`;
}

/** Returns the hint about an answer that could not be diagnosed; `undefined` if there is none. */
const findUncheckedHint = (checks: Diagnosis["checks"]): string | undefined =>
  checks.find(({ check, hint }) => check === ANSWER && hint !== "")?.hint;

const MAX_CELL = 70;

const clip = (text: string): string => (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}...` : text);

export const SUBCOMMANDS: Subcommands = { doctor };
