/**
 * Operators: names, roles and tokens of the users of the operator API. Tokens are stored as hashes, and compared in
 * constant time.
 */
import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Roles. `market-admin`: markets, listings, sites, keys, names, bans, the mode and the quarantine. `resolver`: resolutions.
 * `treasury`: collateral. `viewer`: read access only, which these three include. `metrics`: the metrics only, which every
 * role includes.
 */
export const ROLES = ["market-admin", "resolver", "treasury", "viewer", "metrics"] as const;
export type Role = (typeof ROLES)[number];

/** Roles that permit no change; others include what these permit. */
const READING_ROLES: ReadonlySet<Role> = new Set(["viewer", "metrics"]);

/** True if one of the roles is the needed one, or includes it. */
export const hasRole = (roles: readonly Role[], needed: Role): boolean =>
  needed === "metrics" ||
  roles.includes(needed) ||
  (needed === "viewer" && roles.some((role) => role !== "metrics"));

export type Operator = { readonly name: string; readonly roles: readonly Role[] };

/** An operator as configured. */
export type OperatorEntry = Operator & { readonly token: string };

/** Name of the operator that every exchange has; its token is generated unless configured. */
export const FIRST_OPERATOR = "admin";
/** Roles of the first operator: all roles that permit changes. */
export const FIRST_ROLES: readonly Role[] = ROLES.filter((role) => !READING_ROLES.has(role));

const NAME = /^[a-z0-9-]{1,32}$/;
const TOKEN = /^[0-9a-f]{64,}$/i;

/**
 * Parses `NAME=ROLE[+ROLE]:TOKEN,...`. Throws an Error of one line about the first wrong entry. The line never contains
 * a token, even if the parts of an entry are swapped.
 */
export function parseOperators(text: string): readonly OperatorEntry[] {
  const entries = text.split(",").map((entry, index) => parseEntry(entry.trim(), index + 1));
  for (const [index, { name, token }] of entries.entries()) {
    const earlierEntries = entries.slice(0, index);
    if (name === FIRST_OPERATOR || earlierEntries.some((other) => other.name === name))
      throw new Error(`the name ${name} is taken by another operator`);
    const twin = earlierEntries.find((other) => isSameToken(other.token, token));
    if (twin !== undefined) throw new Error(`${name} has the token of ${twin.name}`);
  }
  return entries;
}

function parseEntry(entry: string, position: number): OperatorEntry {
  const [, name = "", roles = "", token = ""] = /^([^=:]*)=([^:]*):(.*)$/s.exec(entry) ?? [];
  if (!NAME.test(name))
    throw new Error(
      `expected NAME=ROLE[+ROLE]:TOKEN, NAME of 1 to 32 characters a-z, 0-9 and -, in entry ${position}`,
    );
  if (!TOKEN.test(token))
    throw new Error(`expected a token of at least 64 hexadecimal characters for ${name}`);
  return { name, roles: parseRoles(roles, name), token };
}

function parseRoles(text: string, name: string): readonly Role[] {
  const roles = text.split("+").map((word) => ROLES.find((role) => role === word));
  const known = roles.filter((role) => role !== undefined);
  if (known.length < roles.length)
    throw new Error(`expected roles among ${ROLES.join(", ")} with + between them for ${name}`);
  return [...new Set(known)];
}

/** Operators by token. */
export type OperatorRegister = {
  find(token: string): Operator | undefined;
  /** Puts other tokens in place of all. Throws if a configured operator has the first operator's token; nothing changes then. */
  replace(firstToken: string, configured: readonly OperatorEntry[]): void;
};

/**
 * Creates the register of the first operator, who has every role, and of the configured operators. Throws if a
 * configured operator has the first operator's token.
 */
export function createOperatorRegister(
  firstToken: string,
  configured: readonly OperatorEntry[],
): OperatorRegister {
  let known = hashTokens(firstToken, configured);
  return {
    find: (token) => {
      const hash = hashToken(token);
      // Compares with all tokens, so that timing reveals nothing.
      return known.reduce<Operator | undefined>(
        (found, one) => (timingSafeEqual(one.hash, hash) ? one.operator : found),
        undefined,
      );
    },
    replace: (token, entries) => {
      known = hashTokens(token, entries);
    },
  };
}

type KnownOperator = { readonly operator: Operator; readonly hash: Buffer };

function hashTokens(firstToken: string, configured: readonly OperatorEntry[]): readonly KnownOperator[] {
  const twin = configured.find(({ token }) => isSameToken(token, firstToken));
  if (twin !== undefined)
    throw new Error(`PRESAGE_OPERATORS: ${twin.name} has the token of ${FIRST_OPERATOR}`);
  const first: OperatorEntry = { name: FIRST_OPERATOR, roles: FIRST_ROLES, token: firstToken };
  return [first, ...configured].map(({ token, ...operator }) => ({ operator, hash: hashToken(token) }));
}

/** Compares hexadecimal tokens without regard to case: tokens that differ only in case would be too easy to confuse. */
const isSameToken = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
