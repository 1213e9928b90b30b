/** `presage follow`: prints committed events as lines of JSON, from any batch on and then live. */
import { isFault } from "../core/input-fault.ts";
import type { Config } from "../settings/config.ts";
import { isMoved, followChanges, readStreamEnd } from "../operate/changes/change-reader.ts";
import { readChangeRequest } from "../operate/changes/change-request.ts";
import type { ChangeRequest } from "../operate/changes/change-request.ts";
import type { Following } from "../operate/changes/change-reader.ts";
import { findMarketNamed } from "../operate/export/exported-listings.ts";
import { readInstance } from "../store/server/data-directory.ts";
import { openDatabase } from "../store/sql/database.ts";
import type { Sql } from "../store/sql/database.ts";
import { requireSchema } from "../store/sql/require-schema.ts";
import { readCommandLine, assertNoOperands, getTextFlag } from "./command-line.ts";
import type { CommandLine, FlagKinds } from "./command-line.ts";
import { failureText } from "./failure-text.ts";
import { closeOnInterrupt } from "./interrupt.ts";
import { openForReading } from "./open-database.ts";

export const FOLLOW_HELP = `Usage: presage follow [--from SEQ | --after ID] [--type TYPE]... [--wallet ADDRESS]
                      [--market MARKET] [--until SEQ | --once] [settings]

Writes what was committed to standard output, a line of JSON for each event, beside a running exchange, and goes on live.
docs/events.md has the types and their fields. --from is the first batch of the journal, 1 for all that ever happened; without
it only new events come. --after goes on after an event, by its id: nothing is lost and nothing comes twice, and an id of another journal is refused.

--type order.placed, order.* or a list of these, --wallet and --market (a slug, number, condition id or token id) are what is
shown. --until is the last batch; --once ends at the end of the journal, as it is now.

  presage follow --from 1 --once > history.ndjson
  presage follow --after 3377-0-8c1f0a22d7be --type trade.*,order.canceled
  presage follow --market will-it-rain | jq .data
`;

const FLAGS: FlagKinds = {
  "--from": "text",
  "--after": "text",
  "--type": "list",
  "--wallet": "text",
  "--market": "text",
  "--until": "text",
  "--once": "switch",
};

export async function follow(args: readonly string[]): Promise<number> {
  const line = readCommandLine("follow", args, FLAGS);
  assertNoOperands("follow", line.operands);
  const isOnce = line.flags.has("--once");
  const request = readRequest(line, isOnce);
  if (!isOnce && request.until === undefined) assertExchangeRunning(line.config);
  const database = await openForReading(line.config);
  const sql = openDatabase(database.url, { name: "presage follow", maxConnections: 2 });
  const close = async (): Promise<void> => {
    await sql.end({ timeout: 1 });
    await database.close();
  };
  closeOnInterrupt(close);
  try {
    await requireSchema(sql);
    const following = await completeRequest(sql, request, isOnce);
    return await writeEvents(
      sql,
      following,
      getTextFlag(line, "--after") === undefined ? "--from" : "--after",
    );
  } finally {
    await close();
  }
}

function readRequest(line: CommandLine, isOnce: boolean): ChangeRequest {
  const until = getTextFlag(line, "--until");
  if (isOnce && until !== undefined)
    throw new Error("--once and --until both say where it ends: give one of them");
  const request = readChangeRequest({
    from: getTextFlag(line, "--from"),
    after: getTextFlag(line, "--after"),
    until,
    type: line.flags.get("--type"),
    wallet: getTextFlag(line, "--wallet"),
    market: getTextFlag(line, "--market"),
  });
  if (isFault(request)) throw new Error(`--${request.parameter}: ${request.fault}`);
  return request;
}

/** Refuses a directory that no exchange has open: nothing new would come, and following would block the next start. */
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

/** Error: the journal is not the one that was followed, so its event ids do not continue. */
class JournalIsAnother extends Error {}

/** Writes events until the range ends or the reader closes the pipe. `flag` names the start position, for errors. */
async function writeEvents(sql: Sql, following: Following, flag: string): Promise<number> {
  let lastId: string | undefined;
  let hasBegun = false;
  try {
    for await (const page of followChanges(sql, following)) {
      if (isMoved(page)) throw new JournalIsAnother(hasBegun ? page.moved : `${flag}: ${page.moved}`);
      hasBegun = true;
      if (page.events.length > 0) {
        const text = page.events.map((event) => `${JSON.stringify(event)}\n`).join("");
        if (!(await print(text))) return 0;
      }
      ({ lastId } = page);
    }
    return 0;
  } catch (error) {
    if (lastId === undefined || error instanceof JournalIsAnother) throw error;
    throw new Error(`${failureText(error)}; --after ${lastId} goes on from here`, { cause: error });
  }
}

/** Resolves to true when the text is written, which gives backpressure; to false if the reader has closed the pipe. */
const print = (text: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error) resolve(true);
      else if ("code" in error && error.code === "EPIPE") resolve(false);
      else reject(error);
    });
  });
