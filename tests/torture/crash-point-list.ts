/**
 * Named points at which a process can be made to kill itself: a line of the source, and text put before or after it,
 * or in its place. A missing line is an error of the program that starts the process, so no point silently loses its
 * effect.
 */

export type Place = { readonly file: string; readonly line: RegExp; readonly becomes: string };

export type CrashPoint = {
  readonly name: string;
  /**
   * Situation of the point: under load, in an outage of the server, at a start, in a rebuild of tables, at a stop, or
   * at the first start.
   */
  readonly during: "load" | "outage" | "start" | "rebuild" | "stop" | "birth";
  /** Upper bound of the passage at which the process dies; the passage is drawn. */
  readonly passages: number;
  /** True if the process stands still for a moment before it dies, so that the database goes on alone. */
  readonly waits?: boolean;
};

const point = (
  during: CrashPoint["during"],
  name: string,
  options: { readonly passages?: number; readonly waits?: boolean } = {},
): CrashPoint => ({ name, during, passages: 1, ...options });

export const CRASH_POINTS: readonly CrashPoint[] = [
  point("load", "before the statement of a batch", { passages: 60 }),
  point("load", "the statement was sent", { passages: 60 }),
  point("load", "the statement is underway", { passages: 60, waits: true }),
  point("load", "the statement returned", { passages: 60 }),
  point("load", "the journal row is committed and the tables' rows are not", { passages: 60 }),
  point("load", "committed, not published", { passages: 60 }),
  point("load", "published, not answered", { passages: 60 }),
  point("load", "answered", { passages: 60 }),
  point("load", "before the statement that moves the tables", { passages: 15 }),
  point("load", "the statement that moves the tables is underway", { passages: 15, waits: true }),
  point("load", "the statement that moves the tables returned", { passages: 15 }),
  point("load", "a flush of several statements has begun", { passages: 5 }),
  point("load", "the rows of a flush are written", { passages: 5 }),
  point("load", "the commit of a flush is underway", { passages: 5, waits: true }),
  point("load", "the flush is committed and its answer is not taken", { passages: 5 }),
  point("outage", "before the session is opened again"),
  point("outage", "before a batch is tried again"),
  point("outage", "the server is gone, and not started again"),
  point("start", "the server runs, its database was not looked at"),
  point("start", "the schema is up to date"),
  point("start", "the exchange is half loaded"),
  point("start", "recovery projects the journal's rest", { passages: 2 }),
  point("start", "the exchange is loaded"),
  point("rebuild", "the tables are empty"),
  point("rebuild", "some batches are projected", { passages: 100 }),
  point("rebuild", "before the commit of a rebuild"),
  point("rebuild", "the commit of a rebuild is underway", { waits: true }),
  point("rebuild", "the rebuild is committed"),
  point("stop", "asked to stop"),
  point("stop", "nobody listens any more"),
  point("stop", "the engine is closed"),
  point("stop", "the server was told to stop"),
  point("birth", "the cluster is made, not in its place"),
  point("birth", "before a migration", { passages: 12 }),
  point("birth", "a migration is applied, not committed", { passages: 12 }),
  point("birth", "before the demo catalog"),
];

const at = (file: string, line: RegExp, becomes: string): Place => ({ file: `src/${file}`, line, becomes });
const crash = (name: string): string => `crashPoint(${JSON.stringify(name)});`;

/** Changes of the sources; `$&` in `becomes` is the matched text. */
export const PLACES: readonly Place[] = [
  at(
    "store/journal/journal.ts",
    /await (client\.query\(\{ \.\.\.statement, .*\}\));/,
    [
      crash("before the statement of a batch"),
      "const sent = $1;",
      crash("the statement was sent"),
      crash("the statement is underway"),
      "await sent;",
      crash("the statement returned"),
    ].join(" "),
  ),
  at(
    "store/projector/write-rows.ts",
    /await (client\.query\(\{ \.\.\.lastStatement, .*\}\));/,
    [
      crash("before the statement that moves the tables"),
      "const moved = $1;",
      crash("the statement that moves the tables is underway"),
      "await moved;",
      crash("the statement that moves the tables returned"),
    ].join(" "),
  ),
  at(
    "store/projector/write-rows.ts",
    /await writeRows\(client, rows\);/,
    [crash("a flush of several statements has begun"), "$&", crash("the rows of a flush are written")].join(
      " ",
    ),
  ),
  at(
    "store/projector/write-rows.ts",
    /await (client\.query\("commit"\));/,
    [
      "const commit = $1;",
      crash("the commit of a flush is underway"),
      "await commit;",
      crash("the flush is committed and its answer is not taken"),
    ].join(" "),
  ),
  at(
    "engine/writer.ts",
    /tables\.add\(rows\);/,
    `${crash("the journal row is committed and the tables' rows are not")} $&`,
  ),
  at(
    "store/journal/recover-exchange.ts",
    /tables\.add\(readBatchRows\(/,
    `${crash("recovery projects the journal's rest")} $&`,
  ),
  at(
    "engine/writer.ts",
    /const books = writer\.sequences\.advance\(/,
    `${crash("committed, not published")} $&`,
  ),
  at(
    "engine/writer.ts",
    /entries\.forEach\(\(entry, index\) => .*;/,
    [crash("published, not answered"), "$&", crash("answered")].join(" "),
  ),
  at(
    "store/server/embedded-server.ts",
    /await ensureDatabase\(installation, /,
    `${crash("the server runs, its database was not looked at")} $&`,
  ),
  at(
    "store/journal/committer.ts",
    /return await open\(state\);/,
    `${crash("before the session is opened again")} $&`,
  ),
  at(
    "store/journal/committer.ts",
    /if \(state\.written === batch\) return true;/,
    `if (writer !== state.options.writer) ${crash("before a batch is tried again")} $&`,
  ),
  at(
    "store/server/embedded-server.ts",
    /const fatal = \(await findCause\(state\)\)/,
    `${crash("the server is gone, and not started again")} $&`,
  ),
  at("context.ts", /await updateSchema\(databaseUrl\);/, `$& ${crash("the schema is up to date")}`),
  at(
    "store/projector/load-tables.ts",
    /await Promise\.all\(\[loadPositions/,
    `${crash("the exchange is half loaded")} $&`,
  ),
  at(
    "engine/time/timed-parts.ts",
    /const heartbeats = await createHeartbeats\(/,
    `${crash("the exchange is loaded")} $&`,
  ),
  at(
    "store/projector/rebuild-tables.ts",
    /await client\.query\(`truncate .*;/,
    `$& ${crash("the tables are empty")}`,
  ),
  at(
    "store/projector/rebuild-tables.ts",
    /await projection\.add\(batch, .*;/,
    `{ ${crash("some batches are projected")} $& }`,
  ),
  at(
    "store/projector/rebuild-tables.ts",
    /await (client\.query\("commit"\));/,
    [
      crash("before the commit of a rebuild"),
      "const commit = $1;",
      crash("the commit of a rebuild is underway"),
      "await commit;",
      crash("the rebuild is committed"),
    ].join(" "),
  ),
  at(
    "cli/start.ts",
    /await listening\?\.close\(\);/,
    [crash("asked to stop"), "$&", crash("nobody listens any more")].join(" "),
  ),
  at("context.ts", /await engine\.close\(\);/, `$& ${crash("the engine is closed")}`),
  at(
    "store/server/server-process.ts",
    /sendSignal\(pid, signal, programs\);/,
    `$& ${crash("the server was told to stop")}`,
  ),
  at(
    "store/server/server-cluster.ts",
    /renameSync\(fresh, cluster\);/,
    `${crash("the cluster is made, not in its place")} $&`,
  ),
  at(
    "store/sql/schema/migrate.ts",
    /await run\(sql, next\);/,
    [crash("before a migration"), "$&", crash("a migration is applied, not committed")].join(" "),
  ),
  at("cli/serve-exchange.ts", /await listDemoCatalog\(context\);/, `${crash("before the demo catalog")} $&`),
];
