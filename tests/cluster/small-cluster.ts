/**
 * A whole cluster on one host without networks of its own: PostgreSQL with two standbys, a server of NATS with TLS and users,
 * two engines and two gateways. It shows no partition, and starts in seconds.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startNatsServer } from "../support/nats-server.ts";
import type { NatsServer } from "../support/nats-server.ts";
import { ANY_PORTS, SPEC_PORTS, launchPresage } from "../support/presage.ts";
import type { Running } from "../support/presage.ts";
import { startReplicatedDatabase } from "../support/replicated-database.ts";
import type { ReplicatedDatabase } from "../support/replicated-database.ts";
import { scratchRoot } from "../support/scratch-directory.ts";
import { until } from "../support/until.ts";
import { makeExchangeSettings } from "./exchange-settings.ts";
import type { Entrances } from "./trading-clients.ts";

export type GatewayPorts = { readonly trading: number; readonly admin: number };

/** Token of the operator ann, a viewer, in the file of `PRESAGE_OPERATORS_FILE`. */
export const FIRST_TOKEN_OF_ANN = "a1".repeat(32);

type Lead = { readonly admin: string; readonly at: number };

export type SmallEngine = Running & {
  /** The latest time that it led, and its address then; `undefined` before. */
  lead(): Lead | undefined;
};

export type SmallCluster = {
  readonly database: ReplicatedDatabase;
  readonly nats: NatsServer;
  /** Folder for files of the cluster, which goes with it. */
  readonly root: string;
  readonly entrances: Entrances;
  /** Settings of all processes. */
  readonly settings: Readonly<Record<string, string>>;
  /** Processes that were started, also those that ended since. */
  readonly engines: readonly SmallEngine[];
  readonly gateways: readonly Running[];
  /** Starts an engine more, of this release or that of another command. */
  startEngine(command?: string): SmallEngine;
  /** Starts a gateway more at a port for trading and one for operators; its clients are served once it has printed a line. */
  startGateway(ports: GatewayPorts, command?: string): Running;
  /** Finds the engine that leads. */
  findLeader(): Promise<SmallEngine>;
  close(): Promise<void>;
};

export const isAlive = ({ process: { exitCode, signalCode } }: Running): boolean =>
  exitCode === null && signalCode === null;

/** The line that a process printed last. */
export function lineOf(running: Running): Record<string, string> | undefined {
  const [line] = running.output.stdout.split("\n").slice(-2);
  return line === undefined || line === "" ? undefined : JSON.parse(line);
}

/** Starts all parts, and so many gateways; resolves when these serve. Close it in `after`. */
export async function startSmallCluster(gatewayCount = 2): Promise<SmallCluster> {
  const root = mkdtempSync(join(scratchRoot(), "presage-cluster-"));
  const [database, nats] = await Promise.all([startReplicatedDatabase(), startNatsServer()]);
  const adminToken = randomBytes(32).toString("hex");
  const operatorsFile = join(root, "operators");
  writeFileSync(operatorsFile, `ann=viewer:${FIRST_TOKEN_OF_ANN}`);
  const settings = {
    ...makeExchangeSettings(database.url, adminToken),
    NATS_URL: nats.url,
    PRESAGE_NATS_CREDENTIALS: nats.credentials,
    PRESAGE_NATS_CA: nats.authorities,
    PRESAGE_CLUSTER: "main",
    PRESAGE_OPERATORS_FILE: operatorsFile,
  };
  const engines: SmallEngine[] = [];
  const gateways: Running[] = [];
  const launch = (kind: "engine" | "gateway", ports: readonly string[], command?: string): Running => {
    const directory = join(root, `${kind}-${engines.length + gateways.length}`);
    return launchPresage([kind, "--data-dir", directory, "--json", ...ports], { settings, command });
  };
  const startGateway = ({ trading, admin }: GatewayPorts, command?: string): Running => {
    const own = ["--trading-port", String(trading), "--admin-port", String(admin)];
    const running = launch("gateway", [...SPEC_PORTS, ...own], command);
    gateways.push(running);
    return running;
  };
  const startEngine = (command?: string): SmallEngine => {
    const running = launch("engine", ANY_PORTS, command);
    let lead: Lead | undefined;
    running.process.stdout?.on("data", () => {
      const { admin } = lineOf(running) ?? {};
      if (admin !== undefined) lead = { admin, at: performance.now() };
    });
    const engine = { ...running, lead: () => lead };
    engines.push(engine);
    return engine;
  };
  const close = async (): Promise<void> => {
    const running = [...gateways, ...engines].filter(isAlive);
    await Promise.all(running.map((one) => one.stop("SIGKILL")));
    await Promise.all([database.close(), nats.close()]);
    rmSync(root, { recursive: true });
  };
  const findLeader = async (): Promise<SmallEngine> => {
    let leader: SmallEngine | undefined;
    await until("an engine leads", () => {
      [leader] = engines
        .filter((engine) => isAlive(engine) && engine.lead() !== undefined)
        .toSorted((first, second) => (second.lead()?.at ?? 0) - (first.lead()?.at ?? 0));
      if (!engines.some(isAlive)) throw new Error(engines.at(-1)?.output.stderr);
      return leader !== undefined;
    });
    if (leader === undefined) throw new Error("no engine leads");
    return leader;
  };
  try {
    startEngine();
    await findLeader();
    startEngine();
    for (let count = 0; count < gatewayCount; count++) startGateway({ trading: 0, admin: 0 });
    const [trading, operators]: [string[], string[]] = [[], []];
    for (const gateway of gateways) {
      await until("a gateway serves", () => {
        if (!isAlive(gateway)) throw new Error(gateway.output.stderr);
        return lineOf(gateway) !== undefined;
      });
      const addresses = JSON.parse(gateway.output.stdout.trim());
      trading.push(addresses.spec.trading);
      operators.push(addresses.admin);
    }
    return {
      database,
      nats,
      root,
      entrances: { trading, operators, adminToken },
      settings,
      engines,
      gateways,
      startEngine,
      startGateway,
      findLeader,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
