/** Accepted exchanges as an operator configures them: strict JSON, with errors that name entry and field. */
import { parseAddress } from "./address.ts";
import { makeDomain, type OrderDomain } from "./order-domain.ts";

/**
 * Reads the configured list of domains. It is a JSON array of objects with id, venue, name, version, chainId,
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
