/** Starts a loaded exchange's addresses, simulated traders, house market makers and webhooks. */
import { setTimeout as sleep } from "node:timers/promises";
import { demoCatalog } from "../listings/demo-catalog.ts";
import { addDemoPictures } from "../listings/demo/pictures.ts";
import type { Context } from "../context.ts";
import { START_SNAPSHOT } from "../engine/sandbox/snapshots.ts";
import { endFirstStart } from "../store/journal/run-mode.ts";
import { createHouseMakerRunner } from "../sandbox/simulated-traders/house-maker-runner.ts";
import { createSimulatedTraders } from "../sandbox/simulated-traders/simulated-traders.ts";
import { countGateways } from "../gateways/count-gateways.ts";
import { startGateways } from "../gateways/gateways.ts";
import { listen } from "../serve.ts";
import type { ListenRole, OpenServers } from "../serve.ts";
import { REPORT_NOTHING } from "../base/start-steps.ts";
import type { ReportStep } from "../base/start-steps.ts";
import { isRecoveryNative } from "../signing/recover.ts";
import { writeInstance } from "../store/server/data-directory.ts";
import type { Instance } from "../store/server/data-directory.ts";
import { runInitFolder } from "./first-start/init-folder.ts";
import type { OpenExchange } from "./open-exchange.ts";

const SLOW_RECOVERY =
  "signatures are verified in JavaScript, at a thirtieth of the speed: secp256k1 brings no native code for this machine. " +
  "Its install script compiles it, with Python and a C++ compiler: allow that script and run npm rebuild secp256k1";

/**
 * Starts serving: lists the demo catalog if configured, opens the addresses, and writes the operator address into the
 * data directory for other commands.
 */
export async function serveExchange(
  exchange: OpenExchange,
  tellStep: ReportStep = REPORT_NOTHING,
  role: ListenRole = chooseRole(exchange),
): Promise<OpenServers> {
  const { context, directory, certificate, starting, sockets } = exchange;
  if (!isRecoveryNative()) context.log.warn({ event: "signatures_slow" }, SLOW_RECOVERY);
  await listDemoCatalog(context);
  await runInitFolder(context, tellStep);
  if (context.config.mode === "sandbox") tellStep("starting the simulated traders");
  const residents = await createSimulatedTraders(context);
  await residents?.fillBooks();
  await prepareFirstStart(context);
  tellStep("opening the addresses");
  const servers = await listen(context, certificate, residents?.control, {
    sockets,
    freeOnePort: starting?.close,
    role,
  });
  residents?.start();
  const houseMakers = createHouseMakerRunner(context);
  houseMakers.start();
  context.webhooks.start();
  const { admin: adminAddress } = servers.addresses;
  const write = (tls: Pick<Instance, "fingerprint">): void =>
    writeInstance(directory, { pid: process.pid, adminAddress, ...tls });
  write(certificate === undefined ? {} : { fingerprint: certificate.current().fingerprint });
  certificate?.follow(({ fingerprint }) => write({ fingerprint }));
  const close = async (): Promise<void> => {
    context.readiness.stop();
    await sleep(context.config.stopDelay * 1_000);
    await Promise.all([residents?.close(), houseMakers.close()]);
    await servers.close();
  };
  return { ...servers, close };
}

/** Serves clients in this thread, or by gateways in threads of their own. */
function chooseRole({ context, certificate, sockets, databaseUrl }: OpenExchange): ListenRole {
  const count = countGateways(context.config, sockets);
  if (count === 0) return { kind: "whole" };
  return {
    kind: "engine",
    sharesPorts: true,
    openGateways: (admin, servers) =>
      startGateways({ context, count, databaseUrl, certificate, admin, servers }),
  };
}

/**
 * Ends what a first start does once. In a sandbox, adds the demo's pictures and takes the snapshot that `presage reset`
 * returns to.
 */
async function prepareFirstStart({ config, snapshots, ownSql, clock }: Context): Promise<void> {
  // Before the snapshot, since a reset to it is no first start.
  await endFirstStart(ownSql);
  if (config.mode !== "sandbox") return;
  const storedSnapshots = await snapshots.list();
  if (storedSnapshots.some(({ name }) => name === START_SNAPSHOT)) return;
  if (config.demo !== "empty") await addDemoPictures(ownSql, clock());
  await snapshots.take(START_SNAPSHOT);
}

/** Lists the demo catalog in an empty sandbox that is configured without seeded history. */
async function listDemoCatalog(context: Context): Promise<void> {
  const { mode, demo } = context.config;
  if (mode !== "sandbox" || demo !== "catalog" || context.engine.head().seq > 0) return;
  await Promise.all(
    demoCatalog(context.clock()).map((listing) => context.engine.submit({ type: "list", listing })),
  );
}
