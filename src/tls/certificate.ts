/** The certificate of the addresses, and its key. An unusable pair is rejected with an error of one line. */
import { X509Certificate, createPrivateKey } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { canonicalAddress } from "../base/address-ranges.ts";
import { repeatTask } from "../base/async.ts";
import type { Log } from "../base/log-event.ts";
import { readIfPresent, writeDurably } from "../store/server/disk-space.ts";
import { getErrorMessage } from "../store/sql/unavailable.ts";
import { makeSelfSigned } from "./self-signed-certificate.ts";
import type { CertificateTexts } from "./self-signed-certificate.ts";

export type Certificate = CertificateTexts & {
  /** SHA-256 of the certificate: pairs of hex digits separated by colons. */
  readonly fingerprint: string;
  /** Start and end of the certificate's validity, milliseconds since 1970. */
  readonly validFrom: number;
  readonly validTo: number;
};

/** Names of certificate and key in errors, each by setting and file. */
type TextNames = { readonly certificate: TextName; readonly key: TextName };
type TextName = { readonly setting: string; readonly file: string };

/** Checks a certificate and its key; in a chain the first certificate is used. Throws an Error of one line. */
export function checkCertificate(texts: CertificateTexts, names: TextNames): Certificate {
  const certificate = parseCertificate(texts.certificate, names.certificate);
  const key = parseKey(texts.key, names.key);
  if (!certificate.checkPrivateKey(key))
    throw new Error(
      `${names.key.setting}: the key in ${names.key.file} is not the one of the certificate in ${names.certificate.file}, of which the first counts`,
    );
  try {
    createSecureContext({ cert: texts.certificate, key: texts.key });
  } catch (error) {
    throw findCertificateFault(
      names.certificate,
      `${names.certificate.file} cannot be served: ${getErrorMessage(error)}`,
      error,
    );
  }
  return {
    ...texts,
    fingerprint: certificate.fingerprint256,
    validFrom: certificate.validFromDate.getTime(),
    validTo: certificate.validToDate.getTime(),
  };
}

/**
 * Returns a sentence about a certificate that is not valid at a time, milliseconds since 1970; `undefined` for a valid
 * one.
 */
export function findValidityFault({ validFrom, validTo }: Certificate, at: number): string | undefined {
  if (at < validFrom) return `the certificate is not valid before ${formatDay(validFrom)}: clients refuse it`;
  return at > validTo ? `the certificate expired on ${formatDay(validTo)}: clients refuse it` : undefined;
}

const formatDay = (at: number): string => new Date(at).toISOString();

function parseCertificate(text: string, name: TextName): X509Certificate {
  try {
    if (text.includes("-----BEGIN ")) return new X509Certificate(text);
  } catch (error) {
    throw findCertificateFault(
      name,
      `expected a certificate in PEM, ${name.file} has one that cannot be read`,
      error,
    );
  }
  throw findCertificateFault(name, `expected a certificate in PEM, ${name.file} has none`);
}

function parseKey(text: string, name: TextName): KeyObject {
  try {
    return createPrivateKey(text);
  } catch (error) {
    const got = text.includes("ENCRYPTED") ? "has one with a passphrase" : "has none";
    throw findCertificateFault(
      name,
      `expected a private key in PEM without a passphrase, ${name.file} ${got}`,
      error,
    );
  }
}

const findCertificateFault = ({ setting }: TextName, fault: string, cause?: unknown): Error =>
  new Error(`${setting}: ${fault}`, { cause });

// Sources of the certificate: files of the operator, or a self-signed certificate, which is stored in the data
// directory and renewed before it expires.

export type CertificateSource = {
  readonly names: TextNames;
  /** Reads the current texts of certificate and key. Throws an Error of one line. */
  read(): Promise<CertificateTexts>;
};

/** Makes the source of the operator's files. */
export function operatorFilesSource(files: {
  readonly certificate: string;
  readonly key: string;
}): CertificateSource {
  const names = {
    certificate: { setting: "PRESAGE_TLS_CERT", file: files.certificate },
    key: { setting: "PRESAGE_TLS_KEY", file: files.key },
  };
  const read = async (): Promise<CertificateTexts> => ({
    certificate: await readNamed(names.certificate),
    key: await readNamed(names.key),
  });
  return { names, read };
}

/** Reads the file of a setting. Throws an Error of one line that names file and setting. */
export async function readNamed(name: TextName): Promise<string> {
  try {
    return await readFile(name.file, "utf8");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const fault = isMissing
      ? `there is no file ${name.file}`
      : `${name.file} cannot be read: ${getErrorMessage(error)}`;
    throw findCertificateFault(name, fault, error);
  }
}

const DAY_MS = 86_400_000;
/** Validity in days: some systems reject certificates of more than 825 days. */
const VALID_DAYS = 800;
/** Days before expiry at which a certificate is renewed. */
const RENEWAL_DAYS = 30;

type StoredCertificate = {
  /** The data directory. */
  readonly directory: string;
  /** Hosts at which the exchange listens; the machine's own names are added. */
  readonly boundTo: readonly string[];
  /** Returns the time, milliseconds since 1970. */
  readonly clock: () => number;
};

/**
 * Makes the source of the self-signed certificate. The source reads the stored certificate, or creates a new one if the
 * stored one is missing, unfit or about to expire.
 */
export function selfSignedSource({ directory, boundTo, clock }: StoredCertificate): CertificateSource {
  const setting = "PRESAGE_TLS_SELF_SIGNED";
  const names = {
    certificate: { setting, file: join(directory, "tls-certificate.pem") },
    key: { setting, file: join(directory, "tls-key.pem") },
  };
  const hosts = listMachineHosts(boundTo);
  const read = async (): Promise<CertificateTexts> => {
    const now = clock();
    const kept = findStoredCertificate(names);
    if (kept !== undefined && isFit(kept, names, { hosts, now })) return kept;
    const newTexts = makeSelfSigned({ hosts, notBefore: now - DAY_MS, notAfter: now + VALID_DAYS * DAY_MS });
    // The key is written first: a certificate without its key would be useless.
    writeDurably(names.key.file, newTexts.key);
    writeDurably(names.certificate.file, newTexts.certificate);
    return newTexts;
  };
  return { names, read };
}

/** Wildcard addresses, which stand for every address of the machine. */
const ANY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Lists the names and addresses of this machine that clients use, without those that a certificate cannot name. */
function listMachineHosts(boundTo: readonly string[]): string[] {
  const hosts = ["localhost", "127.0.0.1", "::1", hostname(), ...boundTo].map(
    (host) => canonicalAddress(host) ?? host.toLowerCase(),
  );
  return [...new Set(hosts)].filter(
    (host) => !ANY_ADDRESS.has(host) && (isIP(host) !== 0 || /^[a-z0-9_.-]{1,253}$/.test(host)),
  );
}

function findStoredCertificate({ certificate, key }: TextNames): CertificateTexts | undefined {
  const texts = { certificate: readIfPresent(certificate.file), key: readIfPresent(key.file) };
  if (texts.certificate === undefined || texts.key === undefined) return undefined;
  return { certificate: texts.certificate, key: texts.key };
}

type Wanted = { readonly hosts: readonly string[]; readonly now: number };

/** Tells if a stored certificate can be served, names all hosts and is valid for long enough. */
function isFit(kept: CertificateTexts, names: TextNames, { hosts, now }: Wanted): boolean {
  try {
    const { validFrom, validTo } = checkCertificate(kept, names);
    const certificate = new X509Certificate(kept.certificate);
    const isNamed = (host: string): boolean =>
      (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined;
    return validFrom <= now && validTo - now > RENEWAL_DAYS * DAY_MS && hosts.every(isNamed);
  } catch {
    return false;
  }
}

// The certificate that the addresses serve. A replaced file is served without a restart.

export type ServedCertificate = {
  /** File of the certificate, for clients that must be told to trust it. */
  readonly file: string;
  current(): Certificate;
  /** Calls `take` with each new certificate; returns a function that stops the calls. */
  follow(take: (certificate: Certificate) => void): () => void;
  /** Checks once for a new certificate. Logs a fault and keeps serving the old certificate. */
  look(): Promise<void>;
  close(): void;
};

type CertificateUse = {
  readonly source: CertificateSource;
  readonly log: Pick<Log, "warn">;
  /** Returns the time, milliseconds since 1970. */
  readonly clock: () => number;
};

/** Interval of the checks, ms. */
const POLL_MS = 2_000;

/** Reads the certificate, and checks regularly for a new certificate. Throws an Error of one line. */
export async function serveCertificate({ source, log, clock }: CertificateUse): Promise<ServedCertificate> {
  let current = checkCertificate(await source.read(), source.names);
  let fault: string | undefined;
  const followers = new Set<(certificate: Certificate) => void>();
  /** Logs a persistent fault only once. */
  const logFault = (found: string | undefined): void => {
    if (found !== undefined && found !== fault)
      log.warn({ event: "certificate_fault" }, `${source.names.certificate.setting}: ${found}`);
    fault = found;
  };
  const checkOnce = async (): Promise<void> => {
    try {
      const texts = await source.read();
      if (!isSameCertificate(texts, current)) take(checkCertificate(texts, source.names));
      logFault(findValidityFault(current, clock()));
    } catch (error) {
      logFault(`the certificate before is served on, since another one cannot be: ${getErrorMessage(error)}`);
    }
  };
  const take = (certificate: Certificate): void => {
    // If a follower fails, the next check starts again.
    for (const follower of followers) follower(certificate);
    current = certificate;
    const { fingerprint, validTo } = certificate;
    log.warn(
      { event: "certificate_replaced", fingerprint, until: new Date(validTo).toISOString() },
      "another certificate is served from now on",
    );
  };
  logFault(findValidityFault(current, clock()));
  const stop = repeatTask(checkOnce, POLL_MS);
  return {
    file: source.names.certificate.file,
    current: () => current,
    follow(follower) {
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    look: checkOnce,
    close: stop,
  };
}

const isSameCertificate = (one: Pick<Certificate, "certificate" | "key">, other: typeof one): boolean =>
  one.certificate === other.certificate && one.key === other.key;
