/** An interface in a dialect, at its place on a server. */
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import type { Origins } from "../origins.ts";
import type { Dialect } from "./dialects/dialect.ts";
import type { Endpoint } from "./endpoint.ts";
import type { LimitedInterface } from "./guard/rate-limits.ts";
import type { RefusalForm, Refused } from "./refusal-form.ts";

/** Refuses callers who may not ask this at all, before anything of what they ask is looked at. */
export type Admission = (request: FastifyRequest, endpoint: Endpoint) => Refused | undefined;

/** An interface at an address. */
export type InterfacePlace = Pick<Mount, "endpoints"> & { readonly name: string; readonly at: string };

/** Pages of other origins that may do more than read, and the prefixes of the headers that they may send. */
export type CrossOrigin = {
  readonly origins: Origins;
  /** Upper case, with the underscore. */
  readonly headerPrefixes: readonly string[];
};

export type Mount = {
  readonly dialect: Dialect;
  /** Prefix of the routes in the URL: "" on an address of its own. */
  readonly prefix: string;
  readonly endpoints: readonly Endpoint[];
  readonly form: RefusalForm;
  /** The other interfaces of the dialect, where a caller with these headers finds them; asked when all are open. */
  readonly elsewhere?: ((headers: IncomingHttpHeaders) => readonly InterfacePlace[]) | undefined;
  /** The base address that the operator publishes for it. */
  readonly publicUrl?: string | undefined;
  /** Check of who may ask; without it everyone may. */
  readonly admission?: Admission | undefined;
  /** Interface whose limits count; without it there are none. */
  readonly limited?: LimitedInterface | undefined;
  /** True at the operator's address, where nothing counts that is asked elsewhere. */
  readonly forOperators?: boolean | undefined;
  /** Rights of pages of other origins; without it they have none. */
  readonly crossOrigin?: CrossOrigin | undefined;
};

/** The path as the client wrote it, without the mount's prefix and the query. */
export function routePath(url: string, { prefix }: Mount): string {
  const query = url.indexOf("?");
  return url.slice(prefix.length, query === -1 ? undefined : query);
}

/** The mount that a URL belongs to, whether it has such a route or not: the one with the longest prefix. */
export function findMount(mounts: readonly Mount[], url: string): Mount | undefined {
  const [path = ""] = url.split("?", 1);
  return mounts
    .filter(({ prefix }) => prefix === "" || path === prefix || path.startsWith(`${prefix}/`))
    .reduce<Mount | undefined>(
      (longest, mount) => (mount.prefix.length >= (longest?.prefix.length ?? 0) ? mount : longest),
      undefined,
    );
}
