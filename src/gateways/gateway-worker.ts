/**
 * The thread of a gateway. It serves clients at the addresses that all gateways share, with a copy of the state. Commands
 * go to the thread of the engine.
 */
import { parentPort, workerData } from "node:worker_threads";
import { createFollowers } from "../base/followers.ts";
import { MACHINE_CLOCKS, createClocks, createVirtualClocks } from "../engine/time/clocks.ts";
import { createFollowerContext } from "../follower-context.ts";
import { shareAllowances } from "../http/guard/shared-allowances.ts";
import { createLog, standardError } from "../log.ts";
import { listen } from "../serve.ts";
import type { OpenServers } from "../serve.ts";
import { parseConfig } from "../settings/config.ts";
import type { Config } from "../settings/config.ts";
import type { Addresses, InterfaceAddresses } from "../http/mounts/interfaces.ts";
import type { Certificate, ServedCertificate } from "../tls/certificate.ts";
import { findTexts } from "./gateway-job.ts";
import type { GatewayJob, GatewayReport, GatewayStep } from "./gateway-job.ts";
import { createGatewayBus } from "./thread-bus.ts";

const job: GatewayJob = workerData;
const port = parentPort;
if (port === null) throw new Error("a gateway is a thread of an exchange");
const report = (told: GatewayReport): void => port.postMessage(told);

const { promise: closing, resolve: close } = Promise.withResolvers<void>();
const { bus, take } = createGatewayBus(port, job.position);
const certificates = createFollowers<Certificate>();

port.on("message", (told: GatewayStep) => {
  if (!("step" in told) && !("certificate" in told)) return take(told);
  if ("certificate" in told) return certificates.notify(told.certificate);
  if (told.step === "close") return close();
  return void servers?.counted().then((counted) => report({ no: told.no, counted }));
});

/** Serves the certificate that the thread of the engine reads and replaces. */
function followCertificate(first: Certificate): ServedCertificate {
  let latest = first;
  certificates.follow((next) => void (latest = next));
  return {
    current: () => latest,
    follow: certificates.follow,
    file: "",
    look: async () => {},
    close: () => {},
  };
}

const portOf = (url: string): number => Number(new URL(url).port || (url.startsWith("https:") ? 443 : 80));
const portsOf = ({ trading, data, catalog }: InterfaceAddresses) => ({
  trading: portOf(trading),
  data: portOf(data),
  catalog: portOf(catalog),
});

/** Replaces free ports by those that the first gateway opened. */
function withPorts(config: Config, { web, admin, spec, polymarket, kuest }: Addresses): Config {
  const ports = {
    web: portOf(web),
    admin: portOf(admin),
    spec: portsOf(spec),
    polymarket: polymarket && portsOf(polymarket),
    kuest: kuest && portsOf(kuest),
  };
  return { ...config, ports };
}

/** Divides capacity among the gateways. One address may take as much as without gateways, up to the gateway's part. */
function withPart(config: Config): Config {
  const part = (most: number): number => Math.ceil(most / job.gateways);
  const [maxConnections, maxStreams] = [part(config.maxConnections), part(config.maxStreams)];
  return {
    ...config,
    maxConnections,
    maxStreams,
    maxConnectionsPerAddress: Math.min(config.maxConnectionsPerAddress, maxConnections),
    maxStreamsPerAddress: Math.min(config.maxStreamsPerAddress, maxStreams),
  };
}

let servers: OpenServers | undefined;

async function run(): Promise<void> {
  const given = withPart({ ...parseConfig(findTexts(job.settings)), dataDirectory: job.dataDirectory });
  const config = job.addresses === undefined ? given : withPorts(given, job.addresses);
  const output = standardError();
  const log = createLog(config, output);
  const machine = createClocks(MACHINE_CLOCKS);
  const clocks = job.virtualTime === undefined ? machine : createVirtualClocks(machine, job.virtualTime);
  const context = await createFollowerContext({
    config,
    log,
    clocks,
    bus,
    gateways: job.gateways,
    databaseUrl: job.databaseUrl,
    masterKey: Buffer.from(job.masterKey),
    onFailure: (error) => {
      throw error;
    },
  });
  servers = await listen(context, job.certificate && followCertificate(job.certificate), undefined, {
    allowances: { ofRequests: shareAllowances(job.requests), ofChecks: shareAllowances(job.checks) },
    role: { kind: "gateway", admin: job.admin, passOn: context.engine.passOn },
  });
  report({ opened: servers.addresses });
  await closing;
  await servers.close();
  await context.close();
  output.close();
  port?.close();
}

run().catch((error: unknown) => {
  report({ failed: error instanceof Error ? error.message : String(error) });
  throw error;
});
