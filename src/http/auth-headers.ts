/** The headers that say who calls: each name comes after one of the configured prefixes, the same for all of them. */
import type { FastifyRequest } from "fastify";

export type AuthHeaders<Name extends string> = { readonly [name in Name]?: string };

/** What comes under the one prefix that the request uses, or what is wrong with it. */
export function readHeaders<Name extends string>(
  request: FastifyRequest,
  prefixes: readonly string[],
  names: readonly Name[],
): AuthHeaders<Name> | string {
  const used = prefixes.filter((prefix) =>
    names.some((name) => request.headers[`${prefix}${name}`.toLowerCase()] !== undefined),
  );
  if (used.length > 1) return `headers came with the prefixes ${used.join(" and ")}; use one`;
  const found: { [name in Name]?: string } = {};
  for (const name of names) {
    const header = `${used[0]}${name}`;
    const value = request.headers[header.toLowerCase()];
    if (value === undefined) continue;
    if (typeof value !== "string" || value.includes(", ")) return `${header} came more than once`;
    found[name] = value;
  }
  return found;
}

export const haveAll = <Name extends string, Headers extends AuthHeaders<Name>>(
  headers: Headers,
  names: readonly Name[],
): headers is Headers & { readonly [name in Name]: string } =>
  names.every((name) => headers[name] !== undefined);

/** Which of these did not come, in words; `names` as they follow the prefix and `before`. */
export function missingOf<Name extends string>(
  headers: AuthHeaders<Name>,
  names: readonly Name[],
  before = "",
): string {
  const missing = names.filter((name) => headers[name] === undefined);
  return `missing headers: ${missing.map((name) => before + name).join(", ")}`;
}
