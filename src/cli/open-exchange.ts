/** Opens the parts of an exchange for a subcommand: the data directory, its database, and the engine. */
import { once } from "node:events";
import { resolve } from "node:path";
import type { Config } from "../settings/config.ts";
import { createContext } from "../context.ts";
import type { Context, ContextOptions } from "../context.ts";
import { MACHINE_CLOCKS, createClocks } from "../engine/time/clocks.ts";
import { openQuarantine } from "../engine/operators/quarantine.ts";
import { openStartingAddress } from "../http/health/starting-address.ts";
import type { StartingAddress } from "../http/health/starting-address.ts";
import { NO_SOCKETS } from "../http/server/connection/inherited-sockets.ts";
import type { InheritedSockets } from "../http/server/connection/inherited-sockets.ts";
import type { Log } from "../base/log-event.ts";
import { createLog, standardError } from "../log.ts";
import { prepareSeededHistory } from "../sandbox/seeded-history/write-seeded-history.ts";
import { assertDistinctPorts } from "../settings/address-settings.ts";
import { REPORT_NOTHING } from "../base/start-steps.ts";
import type { ReportStep } from "../base/start-steps.ts";
import { openDataDirectory } from "../store/server/data-directory.ts";
import { START_BYTES, watchDiskSpace } from "../store/server/disk-space.ts";
import type { DiskSpace, SpaceLimit } from "../store/server/disk-space.ts";
import { hasDatabase, startEmbeddedServer } from "../store/server/embedded-server.ts";
import { freeAt, isWithoutRoom } from "../store/server/server-log.ts";
import { operatorFilesSource, selfSignedSource, serveCertificate } from "../tls/certificate.ts";
import type { CertificateSource, ServedCertificate } from "../tls/certificate.ts";

// Opens the certificate that the settings name; `undefined` if the settings name none: the addresses then speak plain
// HTTP.

type TlsConfig = Pick<Config, "tls" | "host" | "adminHost">;

/** Opens the certificate. Throws an Error of one line that names the setting if the certificate cannot be served. */
export async function openCertificate(
  config: TlsConfig,
  directory: string,
  log: Pick<Log, "warn">,
): Promise<ServedCertificate | undefined> {
  const source = chooseCertificateSource(config, directory);
  return source && serveCertificate({ source, log, clock: Date.now });
}

function chooseCertificateSource(
  { tls, host, adminHost }: TlsConfig,
  directory: string,
): CertificateSource | undefined {
  const { certificate, key, selfSigned } = tls;
  if (certificate !== undefined && key !== undefined) return operatorFilesSource({ certificate, key });
  return selfSigned
    ? selfSignedSource({ directory, boundTo: [host, adminHost], clock: Date.now })
    : undefined;
}

export type OpenExchange = {
  readonly context: Context;
  readonly databaseUrl: string;
  /** Absolute path of the data directory. */
  readonly directory: string;
  /** Certificate of the addresses; `undefined` if no addresses are opened, or for plain HTTP. */
  readonly certificate: ServedCertificate | undefined;
  /** Temporary address on the single port, for answers while the exchange starts; only if addresses will be opened. */
  readonly starting: StartingAddress | undefined;
  /** Inherited sockets that the addresses are opened on, if any. */
  readonly sockets: InheritedSockets;
  close(): Promise<void>;
};

export type OpenOptions = Pick<ContextOptions, "acceptClock" | "lead"> & {
  /** True if the caller will open the addresses: their certificate and the single port are then opened first. */
  readonly serves?: boolean;
  readonly tellStep?: ReportStep | undefined;
  /** Inherited sockets of the process; connections to them wait while the exchange starts. */
  readonly sockets?: InheritedSockets;
  /**
   * Aborts the opening of the context at any stage. `openExchange` then closes the database and rejects with the
   * signal's reason. The process must exit afterwards: PostgreSQL rolls back its uncommitted transactions.
   */
  readonly signal?: AbortSignal;
};

/**
 * Opens the exchange. Throws an Error of one line. A failed commit calls `onFailure` once; the process must then exit.
 */
export async function openExchange(
  config: Config,
  onFailure: (error: unknown) => void,
  options: OpenOptions = {},
): Promise<OpenExchange> {
  const { serves = false, sockets = NO_SOCKETS, tellStep = REPORT_NOTHING, signal } = options;
  const output = standardError();
  const log = createLog(config, output);
  const closers: (() => Promise<void> | void)[] = [() => output.close()];
  let isAborted = false;
  const close = async (): Promise<void> => {
    for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) await closer();
  };
  try {
    signal?.throwIfAborted();
    if (serves) assertDistinctPorts(config);
    tellStep(`opening the data directory ${config.dataDirectory}`);
    const directory = openDataDirectory(config.dataDirectory);
    closers.push(() => directory.close());
    const certificate = serves ? await openCertificate(config, directory.path, log) : undefined;
    closers.push(() => certificate?.close());
    const starting =
      serves && options.lead === undefined
        ? await openStartingAddress({
            setting: "PRESAGE_PORT",
            host: config.host,
            port: config.ports.web,
            certificate,
            sockets,
          })
        : undefined;
    closers.push(() => starting?.close());
    const clocks = createClocks(MACHINE_CLOCKS);
    const historyWriter = serves ? prepareSeededHistory({ config, clocks, log, tellStep }) : undefined;
    closers.push(() => historyWriter?.close());
    if (config.databaseUrl === undefined && !hasDatabase(directory.path)) historyWriter?.begin();
    const store = await openStore(config, directory.path, { closers, log, tellStep, onFailure });
    signal?.throwIfAborted();
    const quarantine = openQuarantine(directory.path);
    closers.push(() => quarantine.close());
    const opening = createContext({
      ...store,
      quarantine,
      config: { ...config, dataDirectory: directory.path },
      log,
      clocks,
      acceptClock: options.acceptClock ?? false,
      lead: options.lead,
      tellStep,
      givePast: historyWriter?.write,
      onFailure: (error) => {
        if (!isAborted) onFailure(error);
      },
    });
    const context = await (signal === undefined ? opening : Promise.race([opening, rejectOnAbort(signal)]));
    closers.push(() => context.close());
    const { databaseUrl } = store;
    return { context, databaseUrl, directory: directory.path, certificate, starting, sockets, close };
  } catch (error) {
    isAborted = true;
    await close();
    throw explainFullDisk(config.dataDirectory, error);
  }
}

async function rejectOnAbort(signal: AbortSignal): Promise<never> {
  await once(signal, "abort");
  throw signal.reason;
}

type StoreOptions = {
  readonly closers: (() => Promise<void> | void)[];
  readonly log: Log;
  readonly tellStep: ReportStep;
  readonly onFailure: (error: unknown) => void;
};

/** Opens the configured database, or starts the embedded one. */
const openStore = async ({ databaseUrl }: Config, directory: string, options: StoreOptions) =>
  databaseUrl === undefined ? startStore(directory, options) : { databaseUrl };

/**
 * Starts the embedded database and the monitor of its disk. On a full disk the monitor first frees its reserve file.
 */
async function startStore(
  directory: string,
  { closers, log, tellStep, onFailure }: StoreOptions,
): Promise<{ databaseUrl: string; diskSpace: DiskSpace }> {
  const diskSpace = await watchDiskSpace({
    directory,
    onError: (err) => log.warn({ event: "disk_unknown", err }, "the disk's free space is not known"),
  });
  closers.push(() => diskSpace.close());
  const server = await startEmbeddedServer({
    directory,
    tellStep,
    log: (message) => log.info({ event: "database" }, message),
    supervised: { warn: (message) => log.warn({ event: "database_ended" }, message), onFailure },
  }).catch((error: unknown) => {
    throw explainedBy(diskSpace.limit(), error);
  });
  closers.push(() => server.close());
  return { databaseUrl: server.url, diskSpace };
}

/** Messages of PostgreSQL's programs about a full disk. */
const FULL_DISK_MESSAGE = /No space left on device|Disk quota exceeded/;

const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (isWithoutRoom(error) || isWithoutRoom(error.cause) || FULL_DISK_MESSAGE.test(error.message));

/** Turns the error of a start on a full disk into one that states the needed space. */
function explainFullDisk(directory: string, error: unknown): unknown {
  if (!isFull(error)) return error;
  const details = error instanceof Error ? error.message : String(error);
  const place = resolve(directory);
  return new Error(
    `The exchange cannot start: the disk of ${place} is full, ${freeAt(place) ?? "few"} bytes are free there, and to start and take orders it needs ` +
      `${START_BYTES}. Free some space, or set PRESAGE_DATA_DIR to a place on another disk, then start again. ${details}`,
    { cause: error },
  );
}

function explainedBy(limit: SpaceLimit | undefined, error: unknown): unknown {
  if (limit === undefined || isFull(error)) return error;
  const details = error instanceof Error ? error.message : String(error);
  return new Error(
    `The exchange cannot start, since ${limit.reason}. Free some, or set PRESAGE_DATA_DIR to a place on another disk, then start again. ${details}`,
  );
}
