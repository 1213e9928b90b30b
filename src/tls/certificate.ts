/** The certificate of the addresses, and its key. A pair that cannot be served is rejected with an error of one line. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { createSecureContext } from "node:tls";
import { messageOf } from "../store/sql/unavailable.ts";
import type { CertificateTexts } from "./self-signed-certificate.ts";

export type Certificate = CertificateTexts & {
  /** SHA-256 of the certificate: pairs of hex digits separated by colons. */
  readonly fingerprint: string;
  /** Start and end of its validity, milliseconds since 1970. */
  readonly validFrom: number;
  readonly validTo: number;
};

/** Names of the two texts in errors: the setting, and the file. */
export type TextNames = { readonly certificate: TextName; readonly key: TextName };
export type TextName = { readonly setting: string; readonly file: string };

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
    throw faultOf(
      names.certificate,
      `${names.certificate.file} cannot be served: ${messageOf(error)}`,
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

/** Returns a sentence if a certificate is not valid at a time, milliseconds since 1970; `undefined` if it is. */
export function validityFault({ validFrom, validTo }: Certificate, at: number): string | undefined {
  if (at < validFrom) return `the certificate is not valid before ${dayOf(validFrom)}: clients refuse it`;
  return at > validTo ? `the certificate expired on ${dayOf(validTo)}: clients refuse it` : undefined;
}

const dayOf = (at: number): string => new Date(at).toISOString();

function parseCertificate(text: string, name: TextName): X509Certificate {
  try {
    if (text.includes("-----BEGIN ")) return new X509Certificate(text);
  } catch (error) {
    throw faultOf(name, `expected a certificate in PEM, ${name.file} has one that cannot be read`, error);
  }
  throw faultOf(name, `expected a certificate in PEM, ${name.file} has none`);
}

function parseKey(text: string, name: TextName): KeyObject {
  try {
    return createPrivateKey(text);
  } catch (error) {
    const got = text.includes("ENCRYPTED") ? "has one with a passphrase" : "has none";
    throw faultOf(name, `expected a private key in PEM without a passphrase, ${name.file} ${got}`, error);
  }
}

export const faultOf = ({ setting }: TextName, fault: string, cause?: unknown): Error =>
  new Error(`${setting}: ${fault}`, { cause });
