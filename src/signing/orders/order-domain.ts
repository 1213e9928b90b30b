/**
 * EIP-712 domain: the exchange contract that an order is signed for, with the domain separator, a hash that is part of
 * every digest.
 */
import { checksumAddress, parseAddress } from "../address.ts";
import { decodeHex, concatBytes, toHex } from "../hex.ts";
import { keccak256, keccakText } from "../keccak.ts";
import type { MarketKind } from "../../core/markets/market-version.ts";
import { writeUint256 } from "../uint.ts";

export type OrderStruct = "v1" | "v2";
export type Venue = "polymarket" | "kuest";

export type DomainParams = {
  readonly id: string;
  readonly venue: Venue;
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  /** Address with checksum. */
  readonly verifyingContract: string;
  /** True if the contract serves negative-risk markets; without meaning for version "3". */
  readonly negRisk: boolean;
  readonly struct: OrderStruct;
};

export type OrderDomain = DomainParams & {
  /** Kind of the markets whose orders are signed for this domain. */
  readonly kind: MarketKind;
  readonly separator: Uint8Array;
  readonly separatorHex: string;
};

/** Version of the domain of ExchangeV3, which serves the Protocol V2 markets of both sorts. */
const PROTOCOL_V2_DOMAIN = "3";

function kindOfDomain({ version, negRisk }: DomainParams): MarketKind {
  if (version === PROTOCOL_V2_DOMAIN) return "protocol-v2";
  return negRisk ? "negative-risk" : "ordinary";
}

/** Adds the separator to a domain; the contract may have any case. */
export function makeDomain(terms: DomainParams): OrderDomain {
  const contract = terms.verifyingContract.toLowerCase();
  const separator = computeDomainSeparator({ ...terms, verifyingContract: contract });
  return {
    ...terms,
    verifyingContract: checksumAddress(contract),
    kind: kindOfDomain(terms),
    separator,
    separatorHex: toHex(separator),
  };
}

type SeparatorParams = {
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  readonly verifyingContract?: string;
};

/** Computes hashStruct(EIP712Domain) of EIP-712, with the contract, lower case, if there is one. */
export function computeDomainSeparator(terms: SeparatorParams): Uint8Array {
  const { name, version, chainId, verifyingContract } = terms;
  const chain = new Uint8Array(32);
  writeUint256(String(chainId), chain, 0);
  const contractType = verifyingContract === undefined ? "" : ",address verifyingContract";
  const type = `EIP712Domain(string name,string version,uint256 chainId${contractType})`;
  const words = [keccakText(type), keccakText(name), keccakText(version), chain];
  if (verifyingContract !== undefined) words.push(new Uint8Array(12), decodeHex(verifyingContract));
  return keccak256(concatBytes(...words));
}

// Known deployments of Polymarket and Kuest. An order does not name its deployment, so deployments are tried in the
// order of this list, current ones first.

type DeploymentFamily = {
  readonly venue: Venue;
  readonly name: string;
  readonly version: string;
  readonly struct: OrderStruct;
};

const POLYMARKET: DeploymentFamily = {
  venue: "polymarket",
  name: "Polymarket CTF Exchange",
  version: "2",
  struct: "v2",
};
const POLYMARKET_V3: DeploymentFamily = { ...POLYMARKET, version: "3" };
const POLYMARKET_V1: DeploymentFamily = { ...POLYMARKET, version: "1", struct: "v1" };
const KUEST: DeploymentFamily = { venue: "kuest", name: "CTF Exchange", version: "2", struct: "v2" };
const KUEST_V1: DeploymentFamily = { venue: "kuest", name: "Kuest CTF Exchange", version: "1", struct: "v1" };

const POLYGON = 137;
const AMOY = 80002;
const BOTH = [POLYGON, AMOY];

type Deployment = readonly [
  id: string,
  family: DeploymentFamily,
  chains: readonly number[],
  /** Contract for ordinary markets; `undefined` if the deployment has none. */
  ordinary: string | undefined,
  /** Contract for negative-risk markets; `undefined` if the first serves them too. */
  negRisk: string | undefined,
];

const DEPLOYMENTS: readonly Deployment[] = [
  [
    "polymarket-v2",
    POLYMARKET,
    BOTH,
    "0xE111180000d2663C0091e4f400237545B87B996B",
    "0xe2222d279d744050d28e00520010520000310F59",
  ],
  [
    "kuest-v2-august",
    KUEST,
    BOTH,
    "0xaa1b8dE834E16eC69C044F5300041673C968c9eF",
    "0xe7FA09cA716FDf498d74AFF618d32AFeacc310aB",
  ],
  ["polymarket-v3", POLYMARKET_V3, [POLYGON], "0xe3333700cA9d93003F00f0F71f8515005F6c00Aa", undefined],
  ["polymarket-v3", POLYMARKET_V3, [AMOY], "0x9fE6e61422AdB6F610d8597F9684b16912D50C3D", undefined],
  [
    "kuest-v2-june",
    KUEST,
    BOTH,
    "0xaCd95F4F42322c7bE215C170362EEc57Ef4E78c2",
    "0x961d3230B3BBdb2592D20fa34dBD12Fa19240603",
  ],
  [
    "polymarket-v1",
    POLYMARKET_V1,
    [POLYGON],
    "0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E",
    "0xC5d563A36AE78145C45a50134d48A1215220f80a",
  ],
  [
    "polymarket-v1",
    POLYMARKET_V1,
    [AMOY],
    "0xdFE02Eb6733538f8Ea35D585af8DE5958AD99E40",
    "0xC5d563A36AE78145C45a50134d48A1215220f80a",
  ],
  // Clients of version 1 use different contracts for negative-risk markets on Amoy; py-clob-client and rs-clob-client
  // use this contract.
  ["polymarket-v1b", POLYMARKET_V1, [AMOY], undefined, "0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296"],
  [
    "kuest-v1",
    KUEST_V1,
    BOTH,
    "0xE79717fE8456C620cFde6156b6AeAd79C4875Ca2",
    "0xccBe425A0Aa24DCEf81f2e6edE3568a1683e7cbe",
  ],
];

/** Lists every known deployment on the given chains; a chain without one adds nothing. */
export function builtInDomains(chainIds: readonly number[]): OrderDomain[] {
  const domains = chainIds.flatMap((chainId) =>
    DEPLOYMENTS.filter(([, , chains]) => chains.includes(chainId)).flatMap((deployment) =>
      listFamilyDomains(deployment, chainId),
    ),
  );
  const rank = (domain: OrderDomain) => DEPLOYMENTS.findIndex(([id]) => domain.id.startsWith(`${id}-`));
  return domains.sort((a, b) => rank(a) - rank(b));
}

function listFamilyDomains([name, family, , ordinary, negRisk]: Deployment, chainId: number): OrderDomain[] {
  const terms = { ...family, chainId };
  const id = `${name}-${chainId}`;
  return [
    ...(ordinary === undefined
      ? []
      : [makeDomain({ ...terms, id, verifyingContract: ordinary, negRisk: false })]),
    ...(negRisk === undefined
      ? []
      : [makeDomain({ ...terms, id: `${id}-neg`, verifyingContract: negRisk, negRisk: true })]),
  ];
}

// Accepted exchanges as an operator configures them: strict JSON, with errors that name entry and field.

/**
 * Reads the configured list of domains: a JSON array of objects with id, venue, name, version, chainId,
 * verifyingContract, negRisk and optionally struct. `struct` is by default v1 for version "1", else v2. Throws an Error
 * that names the first bad entry and field.
 */
export function parseDomains(json: string): OrderDomain[] {
  const entries = parseList(json);
  const domains = entries.map((entry, index) => readDomain(entry, index));
  const ids = new Set<string>();
  for (const [index, { id }] of domains.entries()) {
    if (ids.has(id)) throw new Error(`[${index}].id: "${id}" is used twice`);
    ids.add(id);
  }
  return domains;
}

function parseList(json: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new Error(`not JSON: ${error instanceof Error ? error.message : "unreadable"}`, { cause: error });
  }
  if (!Array.isArray(value) || value.length === 0)
    throw new Error("expected a JSON array of at least one domain");
  return value;
}

const KEYS = new Set(["id", "venue", "name", "version", "chainId", "verifyingContract", "negRisk", "struct"]);

function readDomain(entry: unknown, index: number): OrderDomain {
  if (!isRecord(entry)) throw new Error(`[${index}]: expected an object`);
  const field = <T>(name: string, expected: string, read: (value: unknown) => T | undefined): T => {
    const value = read(entry[name]);
    if (value === undefined)
      throw new Error(`[${index}].${name}: expected ${expected}, got ${JSON.stringify(entry[name])}`);
    return value;
  };
  const unknownKey = Object.keys(entry).find((key) => !KEYS.has(key));
  if (unknownKey !== undefined) throw new Error(`[${index}].${unknownKey}: unknown field`);
  const version = field("version", "a non-empty string", readName);
  return makeDomain({
    id: field("id", "a non-empty string", readName),
    venue: field("venue", `"polymarket" or "kuest"`, (value) =>
      value === "polymarket" || value === "kuest" ? value : undefined,
    ),
    name: field("name", "a non-empty string", readName),
    version,
    chainId: field("chainId", "a positive integer", readPositive),
    verifyingContract: field("verifyingContract", "an address", (value) =>
      typeof value === "string" ? parseAddress(value) : undefined,
    ),
    negRisk: field("negRisk", "true or false", (value) => (typeof value === "boolean" ? value : undefined)),
    struct: field("struct", `"v1" or "v2"`, (value = version === "1" ? "v1" : "v2") =>
      value === "v1" || value === "v2" ? value : undefined,
    ),
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const readName = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value : undefined);
const readPositive = (value: unknown) =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
