/**
 * A self-signed certificate in DER by RFC 5280: version 3, a P-256 key, and no authority over other certificates. So a
 * client that trusts the certificate trusts only the server with its key.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { isIP } from "node:net";
import { canonicalAddress } from "../base/address-ranges.ts";

/** A certificate and its key, in PEM. */
export type CertificateTexts = { readonly certificate: string; readonly key: string };

export type CertificateParams = {
  /** Host names and addresses that the certificate names. */
  readonly hosts: readonly string[];
  /** Start and end of the certificate's validity, milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
};

export function makeSelfSigned({ hosts, notBefore, notAfter }: CertificateParams): CertificateTexts {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(der(TAG.set, sequence(oid(COMMON_NAME), der(TAG.utf8, Buffer.from(SUBJECT)))));
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const content = sequence(
    der(TAG.context(0), der(TAG.integer, VERSION_3)),
    der(TAG.integer, serialNumber()),
    algorithm,
    name,
    sequence(time(notBefore), time(notAfter)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(TAG.context(3), sequence(...extensions(publicKey, hosts))),
  );
  const signature = sign("sha256", content, privateKey);
  const certificate = sequence(content, algorithm, bits(signature));
  return {
    certificate: pem("CERTIFICATE", certificate),
    key: pem("PRIVATE KEY", privateKey.export({ type: "pkcs8", format: "der" })),
  };
}

const SUBJECT = "Presage, signed by itself";

/** Encoded object identifiers. */
const COMMON_NAME = "550403";
const ECDSA_WITH_SHA256 = "2a8648ce3d040302";
const SUBJECT_KEY_ID = "551d0e";
const ALTERNATIVE_NAMES = "551d11";
const BASIC_CONSTRAINTS = "551d13";
const EXTENDED_KEY_USAGE = "551d25";
const SERVER_AUTHENTICATION = "2b06010505070301";

const VERSION_3 = Buffer.of(2);

const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** Tags of a host name and of an address in a subject alternative name. */
  hostName: 0x82,
  address: 0x87,
  context: (number: number): number => 0xa0 + number,
} as const;

/** Encodes a value with its tag and length; a length above 127 is preceded by its number of bytes. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(TAG.sequence, ...parts);
const oid = (encoded: string): Buffer => der(TAG.oid, Buffer.from(encoded, "hex"));
/** Encodes a bit string of complete bytes: the last byte has no unused bits. */
const bits = (content: Buffer): Buffer => der(TAG.bits, Buffer.of(0), content);

/**
 * Draws sixteen random bytes; the first byte is between 64 and 127, so that the number is positive and has no leading
 * zero.
 */
function serialNumber(): Buffer {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  return serial;
}

/** Encodes a time: with a two-digit year until 2049, with four digits from then on. */
function time(at: number): Buffer {
  const text = `${new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, "")}`;
  return text < "2050"
    ? der(TAG.utcTime, Buffer.from(text.slice(2)))
    : der(TAG.generalizedTime, Buffer.from(text));
}

function extensions(publicKey: KeyObject, hosts: readonly string[]): Buffer[] {
  const critical = der(TAG.boolean, Buffer.of(0xff));
  const extension = (id: string, ...parts: readonly Buffer[]): Buffer => sequence(oid(id), ...parts);
  return [
    extension(BASIC_CONSTRAINTS, critical, der(TAG.octets, sequence())),
    extension(EXTENDED_KEY_USAGE, der(TAG.octets, sequence(oid(SERVER_AUTHENTICATION)))),
    extension(SUBJECT_KEY_ID, der(TAG.octets, der(TAG.octets, keyId(publicKey)))),
    extension(ALTERNATIVE_NAMES, der(TAG.octets, sequence(...hosts.map(alternativeName)))),
  ];
}

const keyId = (publicKey: KeyObject): Buffer =>
  createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest()
    .subarray(0, 20);

const alternativeName = (host: string): Buffer =>
  isIP(host) === 0 ? der(TAG.hostName, Buffer.from(host)) : der(TAG.address, addressBytes(host));

/** Returns the bytes of an address: four for IPv4, sixteen for IPv6. */
function addressBytes(host: string): Buffer {
  const address = canonicalAddress(host) ?? host;
  if (!address.includes(":")) return Buffer.from(address.split(".").map(Number));
  const [before = [], after = []] = address
    .split("::")
    .map((side) => (side === "" ? [] : side.split(":").map((group) => Number.parseInt(group, 16))));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return Buffer.from([...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 255]));
}

const pem = (label: string, content: Buffer): string =>
  `-----BEGIN ${label}-----\n${content.toString("base64").replaceAll(/.{64}(?=.)/g, "$&\n")}\n-----END ${label}-----\n`;
