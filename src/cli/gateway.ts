/** `presage gateway`: serves clients for the engine that leads a cluster. */
import { setTimeout as sleep } from "node:timers/promises";
import { createFollowerLink } from "../cluster/follower-link.ts";
import type { FollowerLink } from "../cluster/follower-link.ts";
import { shareUsage } from "../cluster/shared-usage.ts";
import { joinCluster } from "../cluster/member.ts";
import type { Member } from "../cluster/member.ts";
import type { Log } from "../base/log-event.ts";
import { valueWithTimeout } from "../base/async.ts";
import { notServing } from "../engine/availability.ts";
import type { PassedAnswer } from "../engine/follower/bus.ts";
import type { FollowingEngine } from "../engine/follower/follower.ts";
import { MACHINE_CLOCKS, createClocks } from "../engine/time/clocks.ts";
import { createFollowerContext } from "../follower-context.ts";
import type { FollowerContext } from "../follower-context.ts";
import { READY_PATH, findHealthPath, readyAnswer } from "../http/health/health-endpoints.ts";
import { createAllowances } from "../http/guard/allowances.ts";
import type { PassOn } from "../http/server/pass-on.ts";
import { createLog, standardError } from "../log.ts";
import { RELEASE } from "../release.ts";
import { listen } from "../serve.ts";
import { assertDistinctPorts } from "../settings/address-settings.ts";
import type { Config } from "../settings/config.ts";
import { requireMasterKey } from "../store/keys/master-key.ts";
import { openDatabase } from "../store/sql/database.ts";
import { listMigrationsToApply, requireSchema } from "../store/sql/schema/require-schema.ts";
import { openDataDirectory } from "../store/server/data-directory.ts";
import { openCertificate } from "./open-exchange.ts";
import { createStartSteps, stepWriter } from "./start.ts";
import { watchTokenFiles } from "./token-files.ts";
import { assertNoOperands, readCommandLine } from "./terminal/command-line.ts";
import type { Subcommands } from "./terminal/command-line.ts";
import { exitOnUncaughtErrors, onInterrupt } from "./terminal/interrupt.ts";

const HELP = `Usage: presage gateway [settings]

Serves clients for the engine that leads a cluster; DATABASE_URL, PRESAGE_CLUSTER and NATS_URL name its parts. Any number of
gateways may run, on any machines, behind a load balancer. A gateway needs the engines' PRESAGE_MASTER_KEY, and has nothing of
its own that must be kept. With PRESAGE_ADMIN_TOKEN it passes operators' requests on as well.

On SIGTERM it tells the load balancer that it is not ready, and ends after PRESAGE_STOP_DELAY.

  presage gateway --data-dir ./gateway --host 0.0.0.0
`;

async function run(args: readonly string[]): Promise<number> {
  const readLine = () => readCommandLine("gateway", args, {});
  const { config, operands } = readLine();
  assertNoOperands("gateway", operands);
  assertDistinctPorts(config);
  const output = standardError();
  /** Functions that close everything opened so far, called in reverse order. */
  const closers: Closer[] = [() => output.close()];
  const { promise: stop, resolve } = Promise.withResolvers<void>();
  onInterrupt(resolve);
  try {
    const readConfig = (): Config => readLine().config;
    await serve(config, createLog(config, output), { closers, stop, readConfig });
    return 0;
  } finally {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
  }
}

type Closer = () => Promise<void> | void;

type Running = {
  readonly closers: Closer[];
  readonly stop: Promise<void>;
  /** Reads the settings again. Throws an Error of one line. */
  readonly readConfig: () => Config;
};

/** Serves until the gateway is told to stop. */
async function serve(given: Config, log: Log, { closers, stop, readConfig }: Running): Promise<void> {
  exitOnUncaughtErrors(log);
  const steps = createStartSteps(stepWriter(given));
  closers.push(steps.end);
  const directory = openDataDirectory(given.dataDirectory);
  closers.push(() => directory.close());
  const config = { ...given, dataDirectory: directory.path };
  const certificate = await openCertificate(config, directory.path, log);
  closers.push(() => certificate?.close());
  steps.tell("joining the cluster");
  const member = await joinCluster(config, "gateway");
  closers.push(member.close);
  const copy: { engine?: FollowingEngine } = {};
  const link = createFollowerLink({ ...member, head: () => copy.engine?.head() });
  closers.push(link.close);
  link.followLeader((leader) => log.warn({ event: "leader_changed", leader }, link.describe()));
  const reportWait = createWaitReport(steps.tell, log);
  if (await awaitLeader(link, reportWait, stop)) return;
  if (await awaitSchema(member, reportWait, stop)) return;
  steps.tell("loading the state of the exchange");
  const context = await openContext(config, log, { member, link });
  closers.push(context.close);
  copy.engine = context.engine;
  steps.tell("opening the addresses");
  const state = { isStopping: false };
  const usage = shareUsage(member, RELEASE.version);
  closers.push(usage.close);
  const servers = await listen(context, certificate, undefined, {
    allowances: {
      ofRequests: createAllowances(usage.of("requests")),
      ofChecks: createAllowances(usage.of("checks")),
    },
    role: {
      kind: "gateway",
      admin: config.adminToken === undefined ? "" : undefined,
      passOn: passOnReady(context.engine, link, state),
    },
  });
  closers.push(servers.close);
  if (config.adminToken !== undefined)
    closers.push(watchTokenFiles({ readConfig, directory: undefined, context }));
  steps.end();
  log.info({ event: "exchange_started", ...servers.addresses }, "the addresses are open");
  process.stdout.write(
    config.json
      ? `${JSON.stringify({ ...servers.addresses, cluster: member.cluster, pid: process.pid })}\n`
      : `This gateway serves the cluster ${member.cluster}: ${servers.addresses.web}\n`,
  );
  await stop;
  log.info({ event: "exchange_stopping" }, "the gateway stops");
  state.isStopping = true;
  await sleep(config.stopDelay * 1_000);
}

/** Creates the report of why the start waits, as a step and in the log, once for each reason. */
function createWaitReport(tell: (step: string) => void, log: Log): (why: string) => void {
  let last = "";
  return (why) => {
    if (why === last) return;
    last = why;
    tell(`waiting: ${why}`);
    log.warn({ event: "start_waits", why }, "the gateway waits");
  };
}

/** Waits for an engine that leads; true if the gateway is told to stop first. */
async function awaitLeader(
  link: FollowerLink,
  reportWait: (why: string) => void,
  stop: Promise<void>,
): Promise<boolean> {
  if (link.leader() !== undefined) return false;
  reportWait(link.describe());
  const found = new Promise<false>((resolve) =>
    link.followLeader((leader) => {
      if (leader !== undefined) resolve(false);
      else reportWait(link.describe());
    }),
  );
  return Promise.race([found, stop.then(() => true)]);
}

/** Waits until an engine of this release has brought the schema up to date; true if the gateway is told to stop first. */
async function awaitSchema(
  { databaseUrl }: Member,
  reportWait: (why: string) => void,
  stop: Promise<void>,
): Promise<boolean> {
  const sql = openDatabase(databaseUrl, { name: "presage gateway", maxConnections: 1 });
  try {
    while ((await listMigrationsToApply(sql)).length > 0) {
      reportWait("the schema is that of an earlier release, until an engine of this one leads");
      const waited = sleep(SCHEMA_POLL_MS).then(() => false);
      if (await Promise.race([waited, stop.then(() => true)])) return true;
    }
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const SCHEMA_POLL_MS = 500;

type Joined = { readonly member: Member; readonly link: FollowerLink };

async function openContext(config: Config, log: Log, { member, link }: Joined): Promise<FollowerContext> {
  const { databaseUrl } = member;
  const masterKey = await readMasterKey(member, config);
  return createFollowerContext({
    config,
    log,
    clocks: createClocks(MACHINE_CLOCKS),
    bus: link.bus,
    // The sessions of reads are divided among the gateways that are there.
    gateways: 1 + member.peers.list().filter(({ kind }) => kind === "gateway").length,
    databaseUrl,
    masterKey,
    adminToken: config.adminToken,
    // Whoever calls back may swallow an error.
    onFailure: (error) =>
      void setImmediate(() => {
        throw error;
      }),
  });
}

/** Returns the master key. Refuses a database without this release's tables, or whose keys were made with another one. */
async function readMasterKey({ databaseUrl }: Member, config: Config): Promise<Buffer> {
  const sql = openDatabase(databaseUrl, { name: "presage gateway", maxConnections: 1 });
  try {
    await requireSchema(sql);
    return Buffer.from(await requireMasterKey(sql, config), "hex");
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Time for which a gateway without an answer of an engine stays ready: requests wait meanwhile. */
const READY_WITHOUT_ENGINE_MS = 3_000;
/** Longest wait for an engine's readiness, ms: load balancers wait little. */
const READY_ANSWER_MS = 500;

/** Passes requests on to the engine. A gateway that stops, or that has known no engine for seconds, is not ready. */
function passOnReady(
  { passOn }: FollowingEngine,
  link: FollowerLink,
  state: { readonly isStopping: boolean },
): PassOn["send"] {
  let last: { readonly at: number; readonly answer: PassedAnswer } | undefined;
  return async (request) => {
    if (findHealthPath(request.url) !== READY_PATH) return passOn(request);
    if (state.isStopping) return notReady("the gateway is stopping");
    const at = performance.now();
    const passed = link.leader() === undefined ? undefined : passOn(request).catch(() => undefined);
    const answer = await valueWithTimeout(passed ?? Promise.resolve(undefined), READY_ANSWER_MS);
    if (answer !== undefined) {
      last = { at, answer };
      return answer;
    }
    if (last !== undefined && at - last.at < READY_WITHOUT_ENGINE_MS) return last.answer;
    return notReady(link.leader() === undefined ? link.describe() : "the engine that leads does not answer");
  };
}

function notReady(why: string): PassedAnswer {
  const { status, body } = readyAnswer({ checks: notServing(why) });
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
    body: Buffer.from(JSON.stringify(body)).toString("base64"),
  };
}

export const SUBCOMMANDS: Subcommands = { gateway: { help: HELP, run } };
