/** `presage follow`: prints committed events as lines of JSON, from any batch on and then live. */
import { isFault } from "../../core/values/input-fault.ts";
import type { Config } from "../../settings/config.ts";
import { isMoved, followChanges, readStreamEnd } from "../../operate/changes/change-reader.ts";
import { readChangeRequest } from "../../operate/changes/change-request.ts";
import type { ChangeRequest } from "../../operate/changes/change-request.ts";
import type { Following } from "../../operate/changes/change-reader.ts";
import { findMarketNamed } from "../../operate/export/exported-listings.ts";
import { readInstance } from "../../store/server/data-directory.ts";
import type { Sql } from "../../store/sql/database.ts";
import { readCommandLine, assertNoOperands, textFlags, getTextFlags } from "../terminal/command-line.ts";
import type { CommandLine, FlagKinds, Subcommands } from "../terminal/command-line.ts";
import { failureText } from "../terminal/failure-text.ts";
import { openForReading, withSql } from "./open-database.ts";

const FOLLOW_HELP = `Usage: presage follow [--from SEQ | --after ID] [--type TYPE]... [--wallet ADDRESS]
                      [--market MARKET] [--until SEQ | --once] [settings]

Writes what was committed to standard output, a line of JSON for each event, beside a running exchange, and goes on live.
docs/reference/events.md has the types and their fields. --from is the first batch of the journal, 1 for all that ever happened; without
it only new events come. --after goes on after an event, by its id: nothing is lost and nothing comes twice, and an id of another journal is refused.

--type order.placed, order.* or a list of these, --wallet and --market (a slug, number, condition id or token id) are what is
shown. --until is the last batch; --once ends at the end of the journal, as it is now.

  presage follow --from 1 --once > history.ndjson
  presage follow --after 3377-0-8c1f0a22d7be --type trade.*,order.canceled
  presage follow --market will-it-rain | jq .data
`;

const TEXTS = {
  "--from": "from",
  "--after": "after",
  "--wallet": "wallet",
  "--market": "market",
  "--until": "until",
} as const;

const FLAGS: FlagKinds = { ...textFlags(TEXTS), "--type": "list", "--once": "switch" };

export async function follow(args: readonly string[]): Promise<number> {
  const line = readCommandLine("follow", args, FLAGS);
  assertNoOperands("follow", line.operands);
  const isOnce = line.flags.has("--once");
  const request = readRequest(line, isOnce);
  if (!isOnce && request.until === undefined) assertExchangeRunning(line.config);
  const opening = openForReading(line.config);
  return withSql(opening, { name: "presage follow", maxConnections: 2 }, async (sql) => {
    const following = await completeRequest(sql, request, isOnce);
    return writeEvents(sql, following, line.flags.has("--after") ? "--after" : "--from");
  });
}

function readRequest(line: CommandLine, isOnce: boolean): ChangeRequest {
  const texts = getTextFlags(line, TEXTS);
  if (isOnce && texts.until !== undefined)
    throw new Error("--once and --until both say where it ends: give one of them");
  const request = readChangeRequest({ ...texts, type: line.flags.get("--type") });
  if (isFault(request)) throw new Error(`--${request.parameter}: ${request.fault}`);
  return request;
}

/**
 * Refuses a directory that no exchange has open: no new events would come, and following would block the next start.
 */
function assertExchangeRunning({ databaseUrl, dataDirectory }: Config): void {
  if (databaseUrl !== undefined || readInstance(dataDirectory) !== undefined) return;
  throw new Error(`no exchange runs in ${dataDirectory}: --once gives what there is`);
}

async function completeRequest(sql: Sql, request: ChangeRequest, isOnce: boolean): Promise<Following> {
  const { market } = request;
  const end = await readStreamEnd(sql);
  return {
    ...request,
    from: request.from ?? end,
    until: isOnce ? end.seq - 1 : request.until,
    market: market === undefined ? undefined : await findMarketNamed(sql, market),
  };
}

/** Thrown if the journal is no longer the one that was followed, so that its event ids do not continue. */
class OtherJournalError extends Error {}

/** Writes events until the range ends or the reader closes the pipe. `flag` names the start position, for errors. */
async function writeEvents(sql: Sql, following: Following, flag: string): Promise<number> {
  let lastId: string | undefined;
  let hasBegun = false;
  try {
    for await (const page of followChanges(sql, following)) {
      if (isMoved(page)) throw new OtherJournalError(hasBegun ? page.moved : `${flag}: ${page.moved}`);
      hasBegun = true;
      if (page.events.length > 0) {
        const text = page.events.map((event) => `${JSON.stringify(event)}\n`).join("");
        if (!(await print(text))) return 0;
      }
      ({ lastId } = page);
    }
    return 0;
  } catch (error) {
    if (lastId === undefined || error instanceof OtherJournalError) throw error;
    throw new Error(`${failureText(error)}; --after ${lastId} goes on from here`, { cause: error });
  }
}

/**
 * Prints a text. Resolves to true once the text is written, for backpressure, or to false if the reader closed the
 * pipe.
 */
const print = (text: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error) resolve(true);
      else if ("code" in error && error.code === "EPIPE") resolve(false);
      else reject(error);
    });
  });

export const SUBCOMMANDS: Subcommands = { follow: { help: FOLLOW_HELP, run: follow } };
