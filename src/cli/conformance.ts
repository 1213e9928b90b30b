/** `presage conformance URL`: checks any server against the specification, from outside, and reports each endpoint. */
import { MARKET_VERSIONS } from "../core/markets/market-version.ts";
import { readFileSync } from "node:fs";
import { DIALECT_NAMES } from "../tools/conformance/dialect-rules.ts";
import type { Report, Row } from "../tools/conformance/check.ts";
import { runChecks } from "../tools/conformance/run-checks.ts";
import type { ServerUnderCheck } from "../tools/conformance/run-checks.ts";
import { isKey, createWallet } from "../tools/conformance/wallets.ts";
import type { Wallet } from "../tools/conformance/wallets.ts";
import { parseHexOf } from "../signing/hex.ts";
import { readChoice, readCommandLine, getTextFlag } from "./terminal/command-line.ts";
import type { CommandLine, FlagKinds, Subcommands } from "./terminal/command-line.ts";
import { printable, printResult, rowsText } from "./terminal/table.ts";

const CONFORMANCE_HELP = `Usage: presage conformance TRADING_URL [--data URL] [--catalog URL] [--channels URL] [--dialect NAME]
                          [--key PRIVATE_KEY | --read-only] [--timeout SECONDS] [--json]
                          [--chain-ids IDS] [--exchanges ADDRESSES] [--market-version v1|v2]

Checks a server against the specification, endpoint by endpoint: status, content type, fields, and whether answers agree
with each other. It speaks HTTP and WebSocket, to any server, and needs neither a data directory nor a database. A server whose
address ends in /trading has the others beside it, at /data and /catalog; else they are named, or not checked.

The live channels /ws/market and /ws/user are below the trading address, or below that of --channels. They are optional, since
the specification does not describe them: where the trading address has none, they are "not offered", which is no difference.

Without --key two fresh wallets sign in, ask the faucet of a sandbox for funds, and trade the smallest size with each other.
With --key (- reads it from standard input) that wallet bids for the smallest size at one and two ticks, and at one tick for the
other outcome: it can spend no more than four ticks of the smallest size, and trades nothing else. One order with a wrong price and
two with wrong signatures are sent too, for as little, which a server must refuse. All orders are cancelled at the end. With
--read-only nothing is placed. A check that cannot be made is skipped, with the reason: its endpoint never counts as passed.

--dialect is ${DIALECT_NAMES.join(", ")}; docs/reference/conformance.md says what is checked. --timeout is of each request and
message that is awaited, 10 seconds without it. --chain-ids and --exchanges name the chain and the contracts that orders are signed for.
--market-version v2 trades a market of Polymarket's Protocol V2, v1 one of the Conditional Tokens; without it, the first with room. Ends with code 0 when
nothing differs, 1 when something does, and 2 when the checks could not be run.

  presage conformance http://127.0.0.1:7001 --data http://127.0.0.1:7002 --catalog http://127.0.0.1:7003
  presage conformance http://127.0.0.1:7000/kuest/trading --dialect kuest
  presage conformance https://clob.example.org --channels wss://live.example.org --dialect polymarket --read-only --json
`;

const FLAGS: FlagKinds = {
  "--data": "text",
  "--catalog": "text",
  "--channels": "text",
  "--dialect": "text",
  "--key": "text",
  "--read-only": "switch",
  "--timeout": "text",
  "--market-version": "text",
};

const [DIFFERS, CANNOT_RUN] = [1, 2];

export async function conformance(args: readonly string[]): Promise<number> {
  try {
    const line = readCommandLine("conformance", args, FLAGS);
    const report = await runChecks(readServer(line));
    printResult(line.config, report, reportText(report));
    return report.result === "fail" ? DIFFERS : 0;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    process.stderr.write(`presage: conformance: ${printable(cause)}\n`);
    return CANNOT_RUN;
  }
}

function readServer(line: CommandLine): ServerUnderCheck {
  const { operands, flags, config } = line;
  const [given, more] = operands;
  if (given === undefined)
    throw new Error("expected the address of the trading interface; see presage conformance --help");
  if (more !== undefined)
    throw new Error(`expected one address, got "${more}" too; see presage conformance --help`);
  if (flags.has("--key") && flags.has("--read-only"))
    throw new Error("--key and --read-only exclude each other: nothing is placed with --read-only");
  const [chainId] = config.chainIds;
  if (chainId === undefined) throw new Error("--chain-ids: expected a chain");
  const version = getTextFlag(line, "--market-version");
  return {
    addresses: readAddresses(line, given),
    dialect: readChoice("--dialect", getTextFlag(line, "--dialect") ?? "specified", DIALECT_NAMES),
    readOnly: flags.has("--read-only"),
    wallet: readKey(getTextFlag(line, "--key")),
    domains: config.domains,
    chainId,
    marketVersion:
      version === undefined ? undefined : readChoice("--market-version", version, MARKET_VERSIONS),
    timeoutMs: readTimeout(getTextFlag(line, "--timeout") ?? "10"),
  };
}

const TRADING_PATH = /\/trading$/;

function readAddresses(line: CommandLine, given: string): ServerUnderCheck["addresses"] {
  const trading = readAddress("TRADING_URL", given);
  const other = (name: "data" | "catalog"): string | undefined => {
    const text = getTextFlag(line, `--${name}`);
    if (text !== undefined) return readAddress(`--${name}`, text);
    return TRADING_PATH.test(trading) ? trading.replace(TRADING_PATH, `/${name}`) : undefined;
  };
  const channels = getTextFlag(line, "--channels");
  return {
    trading,
    data: other("data"),
    catalog: other("catalog"),
    ...(channels !== undefined && { channels: readChannelsAddress(channels) }),
  };
}

const HTTP = /^https?:$/;
const HTTP_OR_WEBSOCKET = /^(http|ws)s?:$/;

function readAddress(name: string, text: string, schemes = HTTP): string {
  const url = URL.parse(text);
  if (url !== null && schemes.test(url.protocol) && url.search === "" && url.hash === "")
    return url.href.replace(/\/+$/, "");
  throw new Error(`${name}: expected an address as in http://127.0.0.1:7001, got "${text}"`);
}

/**
 * Reads the base address of the live channels. Cuts off /ws or a channel's path, since clients may be configured with
 * either.
 */
const readChannelsAddress = (text: string): string =>
  readAddress("--channels", text, HTTP_OR_WEBSOCKET).replace(/\/ws(\/(market|user))?$/, "");

const KEY_BYTES = 32;

function readKey(given: string | undefined): Wallet | undefined {
  if (given === undefined) return undefined;
  const text = (given === "-" ? readFileSync(0, "utf8") : given).trim();
  const key = parseHexOf(text.startsWith("0x") ? text : `0x${text}`, KEY_BYTES);
  if (key !== undefined && isKey(key)) return createWallet(key);
  throw new Error("--key: expected a private key of 64 hex digits, got something else");
}

function readTimeout(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) > 0) return Number(text) * 1000;
  throw new Error(`--timeout: expected seconds from 1 to 999, got "${text}"`);
}

/** Formats a line for each endpoint and live channel, then the differences and the skipped checks. */
export function reportText({ dialect, endpoints, optional, left }: Report): string {
  const all = [...endpoints, ...optional];
  const rows = `${rowsText(endpoints.map(formatCells))}\nOptional:\n${rowsText(optional.map(formatCells))}`;
  const [passed, failed, skipped] = (["pass", "fail", "skipped"] as const).map(
    (kind) => all.filter((row) => row.result === kind).length,
  );
  const sum = `${passed} endpoints passed, ${failed} failed, ${skipped} were not or not wholly checked (dialect ${dialect}).`;
  return `${rows}${differencesText(all)}${skipsText(all)}${leftText(left)}\n${sum}\n`;
}

const formatCells = ({ interface: at, endpoint, result, checks }: Row): string[] => [
  result === "fail" ? "FAIL" : result,
  at,
  endpoint,
  `${checks.filter((check) => check.result === "pass").length} of ${checks.length} checks passed`,
];

const differencesText = (rows: readonly Row[]): string =>
  rows
    .flatMap(({ checks }) => checks)
    .map((check) =>
      check.result === "fail"
        ? `\nFAIL ${check.endpoint}: ${check.check}\n  request   ${printable(check.request)}\n  expected  ${printable(check.expected)}\n  got       ${printable(check.got)}\n`
        : "",
    )
    .join("");

/** Formats each reason for skipped checks once, with the endpoints concerned. */
function skipsText(rows: readonly Row[]): string {
  const reasons = new Map<string, Set<string>>();
  for (const check of rows.flatMap(({ checks }) => checks)) {
    if (check.result !== "skipped" && check.result !== "not offered") continue;
    const reason = `${check.result.padEnd(WORD_WIDTH)}${printable(check.reason)}`;
    reasons.set(reason, (reasons.get(reason) ?? new Set()).add(check.endpoint));
  }
  return [...reasons].map(([reason, names]) => `\n${reason}\n  of      ${[...names].join(", ")}\n`).join("");
}

const WORD_WIDTH = "not offered ".length;

const leftText = (ids: readonly string[]): string =>
  ids.length === 0
    ? ""
    : `\nThe server did not say that these orders are cancelled: ${ids.map(printable).join(", ")}\n`;

export const SUBCOMMANDS: Subcommands = { conformance: { help: CONFORMANCE_HELP, run: conformance } };
