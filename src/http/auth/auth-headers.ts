/** The authentication headers: each name follows one of the configured prefixes, the same for all headers of a request. */
import type { FastifyRequest } from "fastify";
import type { InputFault } from "../../core/input-fault.ts";

export type AuthHeaders<Name extends string> = { readonly [name in Name]?: string };

/** Reads the headers under the one prefix that a request uses. */
export type HeaderReader<Name extends string> = (request: FastifyRequest) => AuthHeaders<Name> | InputFault;

/** Makes a reader of these names after any of the prefixes. Make it once: every request has the same headers. */
export function headerReader<Name extends string>(
  prefixes: readonly string[],
  names: readonly Name[],
): HeaderReader<Name> {
  const sets = prefixes.map((prefix) => ({
    prefix,
    headers: names.map((name) => ({ name, shown: prefix + name, sent: (prefix + name).toLowerCase() })),
  }));
  return ({ headers: came }) => {
    const [used, ...others] = sets.filter(({ headers }) =>
      headers.some(({ sent }) => came[sent] !== undefined),
    );
    if (used === undefined) return {};
    if (others.length > 0)
      return {
        fault: `headers came with the prefixes ${[used, ...others].map(({ prefix }) => prefix).join(" and ")}; use one`,
      };
    const found: { [name in Name]?: string } = {};
    for (const { name, shown, sent } of used.headers) {
      const value = came[sent];
      if (value === undefined) continue;
      if (typeof value !== "string" || value.includes(", ")) return { fault: `${shown} came more than once` };
      found[name] = value;
    }
    return found;
  };
}

export const haveAll = <Name extends string, Headers extends AuthHeaders<Name>>(
  headers: Headers,
  names: readonly Name[],
): headers is Headers & { readonly [name in Name]: string } =>
  names.every((name) => headers[name] !== undefined);

/** Describes missing headers; `names` as they follow the prefix and `before`. */
export function missingOf<Name extends string>(
  headers: AuthHeaders<Name>,
  names: readonly Name[],
  before = "",
): InputFault {
  const missing = names.filter((name) => headers[name] === undefined);
  return { fault: `missing headers: ${missing.map((name) => before + name).join(", ")}` };
}
