/**
 * Files of the folder that PRESAGE_INIT_DIR names, which the first start of an exchange runs once each, in order of name.
 * All files are checked before the first one is run. An entry of the audit log says that a file was run: a start that is
 * cut short goes on after it.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../../context.ts";
import { importListings } from "../../listings/import-listings.ts";
import { readGammaFile } from "../../listings/gamma-file.ts";
import type { ReportStep } from "../../base/start-steps.ts";
import { isFirstStart } from "../../store/journal/run-mode.ts";
import { listAudit } from "../../store/reads/audit.ts";
import { createOwnOperatorApi } from "../../serve.ts";
import type { OwnOperatorApi } from "../../serve.ts";
import { countReasons, listFiles, throwOnStop } from "../import.ts";
import { readRequests, runRequests } from "./init-requests.ts";
import type { InitRequest } from "./init-requests.ts";

/** Name of the operator in the audit log. */
const OPERATOR = "init";
const ACTION = "init-file";
const reasonOf = (name: string): string => `file ${name} of the init folder`;

const REQUESTS = ".requests.json";
const CATALOGS = [".json", ".jsonl", ".json.gz", ".jsonl.gz"];
const EXPECTED = `names that end in ${REQUESTS} or ${CATALOGS.join(", ")}`;

/** A file of the folder, checked. */
type InitFile = { readonly name: string; readonly path: string } & (
  | { readonly kind: "requests"; readonly requests: readonly InitRequest[] }
  | { readonly kind: "catalog"; readonly items: number }
);

/** Counts of what a file did, for the audit log. */
type Result = Readonly<Record<string, number>>;

type Runner = {
  readonly context: Context;
  readonly api: OwnOperatorApi;
  /** Reports how far the file is. */
  readonly report: (progress: string) => void;
};

/** Runs the files at the first start. Throws an Error of one line that names the file. */
export async function runInitFolder(context: Context, tellStep: ReportStep): Promise<void> {
  const { config, log, ownSql } = context;
  const { initDirectory: folder } = config;
  if (folder === undefined) return;
  if (!(await isFirstStart(ownSql))) {
    log.info({ event: "init_skipped", folder }, "the init folder is for the first start, which has been");
    return;
  }
  const api = createOwnOperatorApi(context, OPERATOR);
  try {
    tellStep(`checking the files of ${folder}`);
    const files = await readFolder(folder, api);
    const done = await listDone(context);
    for (const [index, file] of files.entries()) {
      if (done.has(file.name)) continue;
      const step = `running ${file.name}, file ${index + 1} of ${files.length} in ${folder}`;
      tellStep(step);
      await runFile({ context, api, report: (progress) => tellStep(step, progress) }, file);
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`PRESAGE_INIT_DIR: ${why}`, { cause: error });
  } finally {
    await api.server.close();
  }
}

async function listDone({ sql }: Context): Promise<ReadonlySet<string>> {
  const filter = { subject: undefined, operator: OPERATOR, action: ACTION, before: undefined };
  const entries = await listAudit(await sql(), { ...filter, limit: Number.MAX_SAFE_INTEGER });
  return new Set(entries.map(({ subject }) => subject));
}

/** Reads the folder and checks all its files. Hidden files are left out. */
async function readFolder(folder: string, api: OwnOperatorApi): Promise<readonly InitFile[]> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Error(`expected a folder, and there is none at ${folder}`);
  const names = readdirSync(folder).filter((name) => !name.startsWith("."));
  const files: InitFile[] = [];
  for (const name of names.toSorted()) files.push(await readFile(name, join(folder, name), api));
  return files;
}

async function readFile(name: string, path: string, { endpoints }: OwnOperatorApi): Promise<InitFile> {
  const isFile = statSync(path).isFile();
  if (isFile && name.endsWith(REQUESTS))
    return {
      name,
      path,
      kind: "requests",
      requests: readRequests(path, { endpoints, reason: reasonOf(name) }),
    };
  if (isFile && CATALOGS.some((end) => name.endsWith(end)))
    return { name, path, kind: "catalog", items: await checkCatalog(path) };
  throw new Error(`expected files with ${EXPECTED}, got ${isFile ? "the file" : "the folder"} ${path}`);
}

/** Counts the events of a file. Throws if it cannot be read, or gives the exchange nothing. */
async function checkCatalog(path: string): Promise<number> {
  let [items, listed] = [0, 0];
  let reason: string | undefined;
  for await (const { listing, skipped } of readGammaFile(path)) {
    items += 1;
    if (listing !== undefined) listed += 1;
    else reason ??= skipped.map((row) => describeSkipped({ ...row, kind: row.what })).at(0);
  }
  if (listed > 0) return items;
  throw new Error(`${path}: ${nothingText(reason)}`);
}

const nothingText = (reason: string | undefined): string =>
  reason === undefined
    ? "expected events or markets, got none"
    : `expected events that can be listed, got none; ${reason}`;

type SkippedPart = {
  readonly kind: string;
  readonly id: string;
  readonly slug?: string | undefined;
  readonly reason: string;
};

const describeSkipped = ({ kind, id, slug = "", reason }: SkippedPart): string =>
  `${kind} ${slug || id || "without an id"}: ${reason}`;

async function runFile(runner: Runner, file: InitFile): Promise<void> {
  const { engine, log } = runner.context;
  const { name } = file;
  const details =
    file.kind === "requests" ? await sendRequests(runner, file) : await listCatalog(runner, file);
  const entry = { action: ACTION, subject: name, reason: reasonOf(name), details } as const;
  const outcome = await engine.submit({ type: "operate", operator: OPERATOR, ...entry, command: undefined });
  if (outcome.type === "rejected") throw new Error(`${name}: ${outcome.rejection.hint}`);
  log.info({ event: "init_file", file: name, ...details }, "a file of the init folder was run");
}

async function sendRequests(
  { api, report }: Runner,
  { name, path, requests }: Extract<InitFile, { kind: "requests" }>,
): Promise<Result> {
  await runRequests(api, { name, path, requests }, (done) =>
    report(`${done} of ${requests.length} requests`),
  );
  return { requests: requests.length };
}

/** Lists the events of a file as an import does. Throws if the exchange takes none of them. */
async function listCatalog(
  { context: { engine, readSql: sql, log }, report: tell }: Runner,
  { name, path, items }: Extract<InitFile, { kind: "catalog" }>,
): Promise<Result> {
  const target = { engine, sql, operator: OPERATOR, reason: reasonOf(name) };
  const report = await listFiles(
    [path],
    { list: async (listings) => throwOnStop(await importListings(target, listings)) },
    (done) => tell(`${done} of ${items} events`),
  );
  const { events, markets, skipped } = report;
  if (events.listed + events.unchanged === 0)
    throw new Error(`${path}: ${nothingText(skipped.map(describeSkipped).at(0))}`);
  if (skipped.length > 0)
    log.warn(
      { event: "init_file", file: name, reasons: Object.fromEntries(countReasons(skipped)) },
      `the init folder's ${name} has events or markets that cannot be listed`,
    );
  return { events: events.listed + events.unchanged, markets: markets.listed + markets.unchanged };
}
