/** An interface of one dialect, mounted at a prefix on a server. */
import type { IncomingHttpHeaders } from "node:http";
import type { HttpRequest } from "../operation/http-exchange.ts";
import type { Origins } from "../../base/public-urls.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import type { LimitedInterface } from "../guard/rate-limits.ts";
import type { ErrorFormat, ErrorResponse } from "../operation/error-format.ts";

/** Refuses callers who may not use the interface, before the request is examined. */
export type Admission = (request: HttpRequest, endpoint: Endpoint) => ErrorResponse | undefined;

/** An interface at an address. */
export type MountedInterface = Pick<Mount, "endpoints"> & { readonly name: string; readonly at: string };

/** Origins whose pages may do more than read, and the header prefixes that they may send. */
export type CrossOrigin = {
  readonly origins: Origins;
  /** Prefixes in upper case, with the underscore. */
  readonly headerPrefixes: readonly string[];
};

export type Mount = {
  readonly dialect: Dialect;
  /** Prefix of the routes in the URL: "" on an address of its own. */
  readonly prefix: string;
  readonly endpoints: readonly Endpoint[];
  readonly form: ErrorFormat;
  /**
   * Lists the dialect's other interfaces with the addresses for a caller with these headers; called once all interfaces are
   * open.
   */
  readonly elsewhere?: ((headers: IncomingHttpHeaders) => readonly MountedInterface[]) | undefined;
  /** The base address that the operator publishes for the interface. */
  readonly publicUrl?: string | undefined;
  /** Check of each caller's permission; without it everyone is admitted. */
  readonly admission?: Admission | undefined;
  /** Interface whose rate limits apply; if undefined, nothing is limited. */
  readonly limited?: LimitedInterface | undefined;
  /** True for the console's reads at the operator's address. These reads are limited separately from public reads. */
  readonly forOperators?: boolean | undefined;
  /** Rights of pages of other origins; if undefined, such pages have none. */
  readonly crossOrigin?: CrossOrigin | undefined;
};

/** Returns the path as the client wrote it, without the mount's prefix and the query. */
export function routePath(url: string, { prefix }: Mount): string {
  const query = url.indexOf("?");
  return url.slice(prefix.length, query === -1 ? undefined : query);
}

/** Finds the mount that a URL belongs to, even without such a route: the mount with the longest prefix. */
export function findMount(mounts: readonly Mount[], url: string): Mount | undefined {
  const [path = ""] = url.split("?", 1);
  return mounts
    .filter(({ prefix }) => prefix === "" || path === prefix || path.startsWith(`${prefix}/`))
    .reduce<Mount | undefined>(
      (longest, mount) => (mount.prefix.length >= (longest?.prefix.length ?? 0) ? mount : longest),
      undefined,
    );
}
