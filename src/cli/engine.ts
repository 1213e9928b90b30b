/**
 * `presage engine`: an engine of a cluster. It follows until it gets the lead, then serves the gateways, and follows again
 * after it gave the lead away.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openCertificate, openExchange } from "./open-exchange.ts";
import type { OpenExchange } from "./open-exchange.ts";
import { serveExchange } from "./serve-exchange.ts";
import { createStartSteps, stepWriter } from "./start.ts";
import { watchTokenFiles } from "./token-files.ts";
import { followUntilLead } from "../cluster/standby.ts";
import type { Standby } from "../cluster/standby.ts";
import { createLeaderLink } from "../cluster/leader-link.ts";
import type { LeaderLink } from "../cluster/leader-link.ts";
import { leadGateways } from "../cluster/lead-exchange.ts";
import { joinCluster } from "../cluster/member.ts";
import type { Member } from "../cluster/member.ts";
import { hasCandidate } from "../cluster/silent-leader.ts";
import type { Lead } from "../context.ts";
import type { Log } from "../base/log-event.ts";
import { NO_SOCKETS } from "../http/server/connection/inherited-sockets.ts";
import { openStartingAddress } from "../http/health/starting-address.ts";
import { describeCommand, describeSubcommand, rejectWord } from "./operator/operation.ts";
import { createLog, standardError } from "../log.ts";
import { RELEASE } from "../release.ts";
import type { Config } from "../settings/config.ts";
import { createHolder } from "../store/journal/leadership.ts";
import { assertNoOperands, readCommandLine } from "./terminal/command-line.ts";
import type { Subcommands } from "./terminal/command-line.ts";
import { exitOnDatabaseFailure, exitOnUncaughtErrors, onInterrupt } from "./terminal/interrupt.ts";

const HELP = `Usage: presage engine [--accept-loss BATCH] [settings]
       presage engine hand-over --reason TEXT

Runs an engine of a cluster; DATABASE_URL, PRESAGE_CLUSTER and NATS_URL name its parts. Of several engines one leads, and the
others follow with a copy of the state: when the leader ends, one of them goes on within seconds. Gateways serve the clients;
see presage gateway. The operators' address is open at the engine that leads, and tells at the others whom they follow.

hand-over gives the lead to another engine, without an error for clients; for upgrades and work on a machine.

An engine does not open when the journal lacks batches that gateways or engines have. --accept-loss goes on without them, if the
journal ends with batch BATCH.

  presage engine --data-dir ./engine
  presage engine hand-over --reason "a new kernel"
`;

type Running = {
  readonly config: Config;
  /** Reads the settings again. Throws an Error of one line. */
  readonly readConfig: () => Config;
  readonly member: Member;
  readonly log: Log;
  readonly holder: string;
  readonly acceptLoss: number | undefined;
  readonly signal: AbortSignal;
};

const HAND_OVER = "hand-over";

const handOver = describeCommand(HELP, () =>
  describeSubcommand<{ readonly cluster: string }>({
    route: "POST /hand-over",
    text: ({ cluster }) => `Another engine leads the cluster ${cluster}.\n`,
  }),
);

async function run(args: readonly string[]): Promise<number> {
  const [first = "", ...rest] = args;
  if (first === HAND_OVER) return handOver.run(rest, "engine");
  if (first !== "" && !first.startsWith("-")) rejectWord("engine", first, [HAND_OVER]);
  return runEngine(args);
}

async function runEngine(args: readonly string[]): Promise<number> {
  const readLine = () => readCommandLine("engine", args, { "--accept-loss": "text" });
  const { config, operands, flags } = readLine();
  assertNoOperands("engine", operands);
  const [loss] = flags.get("--accept-loss") ?? [];
  if (loss !== undefined && !/^\d{1,15}$/.test(loss))
    throw new Error(`--accept-loss: expected the number of the journal's last batch, got "${loss}"`);
  const output = standardError();
  const log = createLog(config, output);
  exitOnUncaughtErrors(log);
  const stopping = new AbortController();
  onInterrupt(() => stopping.abort());
  const { signal } = stopping;
  const member = await joinCluster(config, "engine");
  const { id } = member.own;
  log.warn({ event: "cluster_joined", cluster: member.cluster, engine: id }, "the engine is in its cluster");
  const running: Running = {
    config,
    readConfig: () => readLine().config,
    member,
    log,
    holder: createHolder(id),
    acceptLoss: loss === undefined ? undefined : Number(loss),
    signal,
  };
  try {
    while (!signal.aborted) await followAndLead(running);
    return 0;
  } finally {
    await member.close();
    output.close();
  }
}

/** Follows until this engine has the lead, and leads until it is told to stop or gives the lead away. */
async function followAndLead(running: Running): Promise<void> {
  const { config, member, log, holder, acceptLoss, signal } = running;
  const followed: { standby?: Standby } = {};
  const link = createLeaderLink({
    ...member,
    release: RELEASE.version,
    acceptLoss,
    followed: () => followed.standby?.head(),
    former: () => followed.standby?.former(),
  });
  const wait = { why: "the engine starts" };
  const address = await openFollowersAddress(config, log, () => wait.why);
  const reportWait = (why: string): void => {
    if (why !== wait.why) log.warn({ event: "start_waits", why }, "the engine waits for the lead");
    wait.why = why;
  };
  const standby = followUntilLead({
    member,
    config,
    log,
    holder,
    openTerm: link.openTerm,
    floor: link.floor,
    reportWait,
    signal,
  });
  followed.standby = standby;
  const lead = await standby.lead.finally(address.close);
  if (lead === undefined) return;
  if (signal.aborted) return lead.writer.close();
  await leadExchange(running, lead, link);
}

/** Opens the operators' address of an engine that follows, which tells whom it follows. */
async function openFollowersAddress(
  config: Config,
  log: Log,
  why: () => string,
): Promise<{ readonly close: () => Promise<void> }> {
  const { adminHost: host, ports, dataDirectory } = config;
  const certificate = await openCertificate(config, dataDirectory, log);
  const address = await openStartingAddress({
    setting: "PRESAGE_ADMIN_PORT",
    host,
    port: ports.admin,
    why,
    certificate,
    sockets: NO_SOCKETS,
  });
  const close = async (): Promise<void> => {
    await address?.close();
    certificate?.close();
  };
  return { close };
}

async function leadExchange(
  { config, readConfig, member, log, signal }: Running,
  lead: Lead,
  link: LeaderLink,
): Promise<void> {
  const steps = createStartSteps(stepWriter(config));
  const exchange = await openExchange(config, exitOnDatabaseFailure, {
    serves: true,
    lead,
    tellStep: steps.tell,
  }).catch(async (error: unknown) => {
    // Another engine may be able to lead.
    await lead.writer.close();
    throw error;
  });
  const { context } = exchange;
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  const gateways = leadGateways(context, link, member, exitOnSuccessor);
  const servers = await serveExchange(exchange, steps.tell, gateways.role);
  steps.end();
  log.warn({ event: "lead_taken", batch: context.engine.head().seq }, "this engine leads the cluster");
  announce(config, member, servers.addresses.admin);
  const unwatchTokens = watchTokenFiles({ readConfig, ...exchange });
  const unwatch = watchConnection(member, exchange, end);
  const stop = (): void => end("the engine is told to stop");
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  context.handOver.install({
    hasCandidate: () => findCandidate(context),
    begin: () => setImmediate(end, "an operator hands the lead over"),
  });
  const why = await ended;
  log.warn({ event: "hand_over", why }, "the engine gives its lead away");
  unwatch();
  unwatchTokens();
  await gateways.yield();
  await context.yieldLead(gateways.flush);
  await gateways.close();
  await servers.close();
  await exchange.close();
}

/** Time in which an engine that waits for the lead comes back to the queue: its waits have a limit. */
const CANDIDATE_MS = 2_000;
const CANDIDATE_POLL_MS = 100;

async function findCandidate({ ownSql }: OpenExchange["context"]): Promise<boolean> {
  const deadline = performance.now() + CANDIDATE_MS;
  while (performance.now() < deadline) {
    if (await hasCandidate(ownSql)) return true;
    await sleep(CANDIDATE_POLL_MS);
  }
  return false;
}

/** Exits when another engine leads. Commands that this one had not committed were not done. */
function exitOnSuccessor(engine: string): never {
  process.stderr.write(`presage: the engine ${engine} leads the cluster with a later epoch: this one ends\n`);
  process.exit(1);
}

/** Time without NATS after which the lead is given to an engine that waits for it, ms. */
const CUT_OFF_MS = 1_000;

/** Gives the lead away while NATS is out of reach here, if another engine waits for it. */
function watchConnection(
  { messenger }: Member,
  { context }: OpenExchange,
  end: (why: string) => void,
): () => void {
  let lostAt: number | undefined;
  const look = async (): Promise<void> => {
    if (messenger.isConnected()) lostAt = undefined;
    else lostAt ??= performance.now();
    if (lostAt === undefined || performance.now() - lostAt < CUT_OFF_MS) return;
    if (await hasCandidate(context.ownSql)) end("NATS is not connected here, and another engine is");
  };
  const timer = setInterval(() => void look().catch(() => {}), CUT_OFF_MS / 2);
  return () => clearInterval(timer);
}

function announce({ json }: Config, { cluster, own }: Member, admin: string): void {
  const facts = { cluster, engine: own.id, admin, pid: process.pid };
  process.stdout.write(
    json ? `${JSON.stringify(facts)}\n` : `This engine leads the cluster ${cluster}. Operators: ${admin}\n`,
  );
}

export const SUBCOMMANDS: Subcommands = { engine: { help: HELP, run } };
