/**
 * Configuration: the checked value of every setting in the table, read once at start. Rules between settings are checks
 * here.
 */
import { assertDistinctPorts } from "./address-settings.ts";
import { parseSetting, readSettings } from "./read-settings.ts";
import type { SettingText } from "./read-settings.ts";
import { mapSettings } from "./setting.ts";
import type { SettingsValues } from "./setting.ts";
import type { Rules } from "../core/state.ts";
import { SETTINGS } from "./settings-table.ts";
import { TRACE_RULES } from "./trace-settings.ts";
import { builtInDomains } from "../signing/orders/order-domain.ts";
import type { OrderDomain } from "../signing/orders/order-domain.ts";

type SettingValues = SettingsValues<typeof SETTINGS>;

export type Config = SettingValues & {
  readonly rules: Rules;
  readonly domains: readonly OrderDomain[];
  /** True if a setting states the mode. The default mode applies to new exchanges only. */
  readonly modeGiven: boolean;
  /** The texts that the values are read from. */
  readonly texts: readonly SettingText[];
};

export type Mode = Config["mode"];
/** Ports by address; 0 is any free port, `undefined` is closed. */
export type Ports = Config["ports"];
export type InterfacePorts = Ports["spec"];

/** Reads the configuration; throws an Error of one line that names the setting. */
export const readConfig = (
  environment: Readonly<Record<string, string | undefined>>,
  flags: readonly string[],
): Config => parseConfig(readSettings(environment, flags));

/** Checks the texts of all settings; throws an Error of one line that names the setting. */
export function parseConfig(texts: readonly SettingText[]): Config {
  const config = parseValues(texts);
  for (const refuse of RULES) refuse(config);
  return completed(config, texts);
}

function parseValues(texts: readonly SettingText[]): SettingValues {
  const values = new Map(texts.map((text) => [text.setting.name, parseSetting(text)]));
  return mapSettings(SETTINGS, ({ name }) => values.get(name));
}

function completed(config: SettingValues, texts: readonly SettingText[]): Config {
  const { name } = SETTINGS.mode;
  const modeGiven = texts.some(({ setting, source }) => setting.name === name && source !== "default");
  const rules = { ...config.rules, refinesTicks: config.strictness.has("ticks") };
  return { ...config, rules, domains: config.domains ?? builtInDomains(config.chainIds), modeGiven, texts };
}

type CheckedConfig = {
  /** All faults, one line each. */
  readonly faults: readonly string[];
  /** The configuration with defaults in place of wrong texts. */
  readonly config: Config;
};

/**
 * Checks all settings and the rules between settings. Skips a rule's fault that names a setting with an invalid text,
 * since the rule has seen the setting's default.
 */
export function checkConfig(texts: readonly SettingText[]): CheckedConfig {
  const faults: string[] = [];
  const invalidNames: string[] = [];
  const attempt = <T>(check: () => T): T | undefined => {
    try {
      return check();
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  const usableTexts = texts.map((text) => {
    const before = faults.length;
    attempt(() => parseSetting(text));
    const { setting } = text;
    if (faults.length === before) return text;
    invalidNames.push(setting.name);
    return { setting, text: setting.standard, source: "default" as const };
  });
  const config = parseValues(usableTexts);
  const own = faults.length;
  for (const refuse of [assertDistinctPorts, ...RULES]) attempt(() => refuse(config));
  const isTold = (fault: string): boolean => invalidNames.some((name) => fault.split(/\W+/).includes(name));
  const between = faults.splice(own).filter((fault) => !isTold(fault));
  return { faults: [...faults, ...between], config: completed(config, usableTexts) };
}

/** Refuses a demo in production. */
function rejectDemo({ mode, demo }: SettingValues): void {
  if (mode !== "production" || demo === "empty") return;
  throw new Error(
    `${SETTINGS.demo.name}: expected empty in production, which begins without markets, got "${demo}"`,
  );
}

/** Refuses public URLs of a dialect that has no ports here. */
function rejectUrlsWithoutPorts({ ports, publicUrls }: SettingValues): void {
  for (const dialect of ["polymarket", "kuest"] as const) {
    if (ports[dialect] !== undefined || publicUrls[dialect].trading === undefined) continue;
    const { [dialect]: urls } = SETTINGS.publicUrls;
    throw new Error(
      `${urls.name}: that dialect has no addresses, set ${SETTINGS.ports[dialect].name} as well`,
    );
  }
}

/** Refuses a certificate without its key or the reverse, two certificates, and a self-signed certificate in production. */
function rejectTls({ tls, mode }: SettingValues): void {
  const { certificate, key, selfSigned } = SETTINGS.tls;
  const given = tls.certificate !== undefined || tls.key !== undefined;
  if (given && tls.key === undefined)
    throw new Error(`${certificate.name}: a certificate needs its key, set ${key.name} as well`);
  if (given && tls.certificate === undefined)
    throw new Error(`${key.name}: a key needs its certificate, set ${certificate.name} as well`);
  if (tls.selfSigned && given)
    throw new Error(
      `${selfSigned.name}: ${certificate.name} names a certificate already, set one of the two`,
    );
  if (tls.selfSigned && mode === "production")
    throw new Error(
      `${selfSigned.name}: expected false in production, where clients cannot know such a certificate from a forged one; set ${certificate.name} and ${key.name}`,
    );
}

/** Refuses a virtual clock and a seed for secrets in production, and a start time for the system clock. */
function rejectVirtualTime({ mode, clock, clockStart, seed }: SettingValues): void {
  if (clock === "virtual" && mode === "production")
    throw new Error(`${SETTINGS.clock.name}: expected system in production, where time is the machine's`);
  if (clock === "system" && clockStart !== undefined)
    throw new Error(
      `${SETTINGS.clockStart.name}: expected none, since a machine's clock begins nowhere; set ${SETTINGS.clock.name}=virtual as well`,
    );
  if (seed !== undefined && mode === "production")
    throw new Error(`${SETTINGS.seed.name}: expected none in production, where secrets are random`);
}

/** Refuses simulated traders in production, where money is real. */
function rejectSimulatedTraders({ residents, mode }: SettingValues): void {
  if (mode === "production" && residents !== "off")
    throw new Error(`${SETTINGS.residents.name}: expected off in production, got "${residents}"`);
}

/** Refuses chain ids without a built-in order domain: no order could be signed for them. */
function rejectChainsWithoutDomains({ chainIds, domains }: SettingValues): void {
  const unknown = chainIds.find((chainId) => builtInDomains([chainId]).length === 0);
  if (domains !== undefined || unknown === undefined) return;
  const { chainIds: setting, domains: list } = SETTINGS;
  throw new Error(
    `${setting.name}: expected chain ids of the built-in order domains, or domains in ${list.name}, got ${unknown}`,
  );
}

/** Refuses a cluster on the embedded database, which has no standby. */
function rejectClusterWithoutDatabase({ cluster, databaseUrl }: SettingValues): void {
  if (cluster === undefined || databaseUrl !== undefined) return;
  throw new Error(
    `${SETTINGS.cluster.name}: a cluster needs a PostgreSQL with standbys, set ${SETTINGS.databaseUrl.name} as well`,
  );
}

/** Refuses replicas of the embedded database, which has none. */
function rejectReplicasWithoutDatabase({ readUrl, databaseUrl }: SettingValues): void {
  if (readUrl === undefined || databaseUrl !== undefined) return;
  throw new Error(
    `${SETTINGS.readUrl.name}: replicas are of a PostgreSQL of your own, set ${SETTINGS.databaseUrl.name} as well`,
  );
}

/** Refuses an endpoint or credentials of an object store if backups go into a directory. */
function rejectStoreWithoutBucket({ backup }: SettingValues): void {
  if (backup.place?.kind !== "directory") return;
  const { place, s3 } = SETTINGS.backup;
  for (const field of ["endpoint", "account"] as const)
    if (backup.s3[field] !== undefined)
      throw new Error(
        `${s3[field].name}: expected ${place.name} to be s3://BUCKET/PREFIX, got the directory ${backup.place.path}`,
      );
}

/** Refuses a retention shorter than the interval between backups. */
function rejectShortRetention({ backup: { every, keep } }: SettingValues): void {
  if (keep >= every) return;
  throw new Error(
    `${SETTINGS.backup.keep.name}: expected at least as long as ${SETTINGS.backup.every.name}, got less`,
  );
}

/** Rules between settings; each throws an Error of one line. */
const RULES: readonly ((values: SettingValues) => void)[] = [
  rejectDemo,
  rejectUrlsWithoutPorts,
  rejectTls,
  rejectVirtualTime,
  rejectSimulatedTraders,
  rejectChainsWithoutDomains,
  ...TRACE_RULES.map(
    (refuse) =>
      ({ traces }: SettingValues) =>
        refuse(traces),
  ),
  rejectClusterWithoutDatabase,
  rejectReplicasWithoutDatabase,
  rejectStoreWithoutBucket,
  rejectShortRetention,
];
