/** The programs of a simulated cluster: engines and gateways, of the real parts, on a bus and a database in memory. */
import { createFollowerLink } from "../../src/cluster/follower-link.ts";
import { subjectsOf } from "../../src/cluster/envelope.ts";
import { createLeaderLink } from "../../src/cluster/leader-link.ts";
import type { LeaderLink } from "../../src/cluster/leader-link.ts";
import type { Member } from "../../src/cluster/member.ts";
import { watchPeers } from "../../src/cluster/peers.ts";
import { followUntilLead } from "../../src/cluster/standby.ts";
import type { Standby } from "../../src/cluster/standby.ts";
import type { Lead } from "../../src/context.ts";
import type { Command } from "../../src/core/events/command.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import type { PassedAnswer, PassedRequest } from "../../src/engine/follower/bus.ts";
import { createEngineHub } from "../../src/engine/follower/engine-hub.ts";
import { createFollower } from "../../src/engine/follower/follower.ts";
import type { FollowingEngine } from "../../src/engine/follower/follower.ts";
import { createCommitter } from "../../src/store/journal/committer.ts";
import type { NewTerm } from "../../src/store/journal/leadership.ts";
import { getErrorCode, getErrorMessage } from "../../src/store/sql/unavailable.ts";
import { plainEngineParts, UNREAD_TABLES } from "../support/engine-parts.ts";
import { createTables, hasCandidate, openWatchSession } from "./tables.ts";
import type { Tables } from "./tables.ts";
import type { Database } from "./pg.ts";
import type { SimulatedBus } from "./simulated-bus.ts";
import { end, now, runIn } from "./world.ts";
import type { Process } from "./world.ts";

export type ClusterParts = Database & {
  readonly bus: SimulatedBus;
  /** Last batch of a journal whose lost tail the operator accepts. */
  readonly accepted: { loss: number | undefined };
  /** Called when an engine may open. */
  readonly onTerm: (engine: string, term: NewTerm) => void;
  readonly onWait: (engine: string, why: string) => void;
};

export type EngineProgram = {
  readonly process: Process;
  /** The engine while it leads. */
  leading: { readonly engine: Engine; readonly handOver: () => void } | undefined;
};

export type GatewayProgram = {
  readonly process: Process;
  /** The copy once it has joined. */
  follower: FollowingEngine | undefined;
};

const RULES = { rules: { selfTrade: "allow", autoRedeem: false } } as const;
const LOG = { warn: () => {}, error: () => {}, info: () => {}, fatal: () => {} };
const CLUSTER = "simulated";

function joinSimulated({ bus }: ClusterParts, process: Process, kind: "engine" | "gateway"): Member {
  const messenger = bus.connect();
  const subjects = subjectsOf(CLUSTER, CLUSTER);
  const own = { id: process.name, kind, host: process.machine };
  return {
    own,
    cluster: CLUSTER,
    databaseUrl: `postgres://${process.name}@a,b,c/presage`,
    subjects,
    messenger,
    peers: watchPeers(own, subjects, messenger),
    close: messenger.close,
  };
}

/** Ends the process when its program fails. */
function run(process: Process, program: () => Promise<void>): void {
  runIn(process, () => {
    program().catch((error: unknown) => exit(process, error));
  });
}

const exit = (process: Process, error: unknown): void =>
  end(process, `${getErrorCode(error) ?? "error"}: ${getErrorMessage(error)}`);

export const clock = (): number => Math.floor(now());

export function startEngine(parts: ClusterParts, process: Process): EngineProgram {
  const program: EngineProgram = { process, leading: undefined };
  run(process, async () => {
    const member = joinSimulated(parts, process, "engine");
    for (;;) await followAndLead(parts, program, member);
  });
  return program;
}

async function followAndLead(parts: ClusterParts, program: EngineProgram, member: Member): Promise<void> {
  const followed: { standby?: Standby } = {};
  const link = createLeaderLink({
    ...member,
    release: "simulated",
    acceptLoss: parts.accepted.loss,
    followed: () => followed.standby?.head(),
    former: () => followed.standby?.former(),
  });
  const tables = createTables(parts, program.process, member.databaseUrl);
  const standby = followUntilLead({
    member,
    config: RULES as never,
    log: LOG as never,
    holder: program.process.name,
    floor: link.floor,
    openTerm: async (term) => {
      await link.openTerm(term);
      parts.onTerm(program.process.name, term);
    },
    reportWait: (why) => parts.onWait(program.process.name, why),
    signal: new AbortController().signal,
    store: {
      updateSchema: async () => {},
      openSql: () => openWatchSession(parts, program.process),
      openCopy: async ({ bus }, onFailure) => {
        const engine = await createFollower({ bus, ...tables.copyOptions, onFailure });
        await engine.join();
        return { engine, rows: [] };
      },
    },
  });
  followed.standby = standby;
  const lead = await standby.lead;
  if (lead !== undefined) await leadCluster(parts, program, { member, link, lead, tables });
}

type Leading = {
  readonly member: Member;
  readonly link: LeaderLink;
  readonly lead: Lead;
  readonly tables: Tables;
};

async function leadCluster(parts: ClusterParts, program: EngineProgram, leading: Leading): Promise<void> {
  const { process } = program;
  const { member, link, lead, tables } = leading;
  const onFailure = (error: unknown): void => exit(process, error);
  const committer = createCommitter({ url: member.databaseUrl, writer: lead.writer, onFailure });
  const whole = await tables.readWhole();
  const engine = createEngine({
    ...(lead.continued ?? { ...whole, run: process.name }),
    clock,
    ...plainEngineParts,
    commit: committer.commit,
    tables: UNREAD_TABLES,
    findOrders: whole.findOrders,
    findRequests: whole.findRequests,
    onFailure,
  });
  engine.follow(whole.add);
  const endTables = tables.write(engine);
  const hub = createEngineHub({
    engine,
    tables: { reach: tables.reach, standing: tables.standing },
    virtual: undefined,
    publishPosition: () => {},
    serve: serveOnce(engine),
    notePresences: () => Promise.reject(new Error("no client connects")),
    proveLead: committer.proveLead,
  });
  const onBus = link.lead(hub, { head: engine.head, onSuperseded: () => end(process, "superseded") });
  const { promise: ended, resolve: handOver } = Promise.withResolvers<void>();
  const ticks = setInterval(() => void engine.tick(), TICK_MS);
  const unwatch = watchConnection(parts, member, handOver);
  program.leading = { engine, handOver };
  await ended;
  program.leading = undefined;
  unwatch();
  onBus.yield();
  await engine.close();
  endTables();
  await committer.close();
  clearInterval(ticks);
  onBus.end();
  hub.close();
}

const TICK_MS = 100;
const CUT_OFF_MS = 1_000;

/** Gives the lead away while the bus is out of reach, if another engine waits for it. */
function watchConnection(parts: ClusterParts, { messenger, own }: Member, handOver: () => void): () => void {
  let lostAt: number | undefined;
  const timer = setInterval(() => {
    if (messenger.isConnected()) lostAt = undefined;
    else lostAt ??= now();
    if (lostAt !== undefined && now() - lostAt >= CUT_OFF_MS && hasCandidate(parts, own.host)) handOver();
  }, CUT_OFF_MS / 2);
  return () => clearInterval(timer);
}

export type OnceRequest = { readonly key: string; readonly command: Command };

/** Serves requests that are carried out once. */
const serveOnce =
  (engine: Engine) =>
  async ({ body }: PassedRequest): Promise<PassedAnswer> => {
    const { key, command }: OnceRequest = JSON.parse(Buffer.from(body, "base64").toString());
    const outcome = await engine.submitOnce(command, {
      name: { caller: "simulated", key, content: key },
      makeResult: () => ({ key }),
    });
    const told =
      outcome.type === "rejected"
        ? { code: outcome.rejection.code }
        : { seq: outcome.done.seq, hash: outcome.done.hash.toString("hex") };
    return { status: 200, headers: {}, body: JSON.stringify(told) };
  };

export function startGateway(parts: ClusterParts, process: Process): GatewayProgram {
  const program: GatewayProgram = { process, follower: undefined };
  run(process, async () => {
    const member = joinSimulated(parts, process, "gateway");
    const tables = createTables(parts, process, member.databaseUrl);
    const link = createFollowerLink({ ...member, head: () => copy.engine?.head() });
    const copy: { engine?: FollowingEngine } = {};
    if (link.leader() === undefined)
      await new Promise<void>((resolve) => link.followLeader((leader) => leader && resolve()));
    copy.engine = await createFollower({
      bus: link.bus,
      ...tables.copyOptions,
      onFailure: (error) => exit(process, error),
    });
    await copy.engine.join();
    program.follower = copy.engine;
  });
  return program;
}
