/**
 * Sources of the certificate: files of the operator, or a self-signed certificate, which is stored in the data
 * directory and renewed before it expires.
 */
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { isIP } from "node:net";
import { join } from "node:path";
import { canonicalAddress } from "../address-ranges.ts";
import { readIfPresent, writeDurably } from "../store/server/disk-space.ts";
import { messageOf } from "../store/sql/unavailable.ts";
import { checkCertificate, faultOf } from "./certificate.ts";
import type { TextName, TextNames } from "./certificate.ts";
import { makeSelfSigned } from "./self-signed-certificate.ts";
import type { CertificateTexts } from "./self-signed-certificate.ts";

export type CertificateSource = {
  readonly names: TextNames;
  /** Reads the current texts of certificate and key. Throws an Error of one line. */
  read(): Promise<CertificateTexts>;
};

/** Makes the source of the operator's files. */
export function filesOf(files: { readonly certificate: string; readonly key: string }): CertificateSource {
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
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const fault = missing
      ? `there is no file ${name.file}`
      : `${name.file} cannot be read: ${messageOf(error)}`;
    throw faultOf(name, fault, error);
  }
}

const DAY_MS = 86_400_000;
/** Validity in days: clients of some systems reject certificates of more than 825 days. */
const VALID_DAYS = 800;
/** Days before expiry at which a certificate is renewed. */
const RENEWAL_DAYS = 30;

export type KeptCertificate = {
  /** The data directory. */
  readonly directory: string;
  /** Hosts that the addresses are bound to; the machine's own names are added. */
  readonly boundTo: readonly string[];
  /** The time, milliseconds since 1970. */
  readonly clock: () => number;
};

/**
 * Makes the source of the self-signed certificate. It reads the stored one, or creates a new one if that is missing,
 * unfit or about to expire.
 */
export function keptIn({ directory, boundTo, clock }: KeptCertificate): CertificateSource {
  const setting = "PRESAGE_TLS_SELF_SIGNED";
  const names = {
    certificate: { setting, file: join(directory, "tls-certificate.pem") },
    key: { setting, file: join(directory, "tls-key.pem") },
  };
  const hosts = hostsOf(boundTo);
  const read = async (): Promise<CertificateTexts> => {
    const now = clock();
    const kept = findKept(names);
    if (kept !== undefined && isFit(kept, names, { hosts, now })) return kept;
    const made = makeSelfSigned({ hosts, notBefore: now - DAY_MS, notAfter: now + VALID_DAYS * DAY_MS });
    // The key is written first: a certificate without its key would be useless.
    writeDurably(names.key.file, made.key);
    writeDurably(names.certificate.file, made.certificate);
    return made;
  };
  return { names, read };
}

/** Wildcard addresses, which stand for every address of the machine. */
const ANY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Lists the names and addresses of this machine that clients use, without those that a certificate cannot name. */
function hostsOf(boundTo: readonly string[]): string[] {
  const hosts = ["localhost", "127.0.0.1", "::1", hostname(), ...boundTo].map(
    (host) => canonicalAddress(host) ?? host.toLowerCase(),
  );
  return [...new Set(hosts)].filter(
    (host) => !ANY_ADDRESS.has(host) && (isIP(host) !== 0 || /^[a-z0-9_.-]{1,253}$/.test(host)),
  );
}

function findKept({ certificate, key }: TextNames): CertificateTexts | undefined {
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
