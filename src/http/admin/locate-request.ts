/** Finds the operation of an interface that a request was meant for, by its URL and the port that it was sent to. */
import type { Config } from "../../config.ts";
import { failed, passed, shown } from "../../doctor/check.ts";
import type { Check } from "../../doctor/check.ts";
import { operationsIn } from "../dialects/dialect-parameters.ts";
import { DIALECTS } from "../dialects/dialect.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Endpoint } from "../endpoint.ts";
import { INTERFACES, onePortPrefix } from "../interfaces.ts";
import type { Addresses, InterfaceName } from "../interfaces.ts";
import type { Mount } from "../mount.ts";
import { interfacesOf, otherPlaces } from "../mounts.ts";
import { isRoute, routeHint } from "../server/route-hint.ts";

/** The addresses that are open, as far as they are: none while the exchange starts. */
export type OpenAddresses = Partial<Addresses> | null | undefined;

export type PastedRequestLine = {
  readonly method: string;
  /** URL with or without scheme and host. */
  readonly url: string;
  /** The Host header, where the URL has no host. */
  readonly host: string;
  /** Dialect and interface, where the port does not tell them. */
  readonly dialect: Dialect | undefined;
};

export type RequestTarget = {
  readonly check: Check;
  readonly mount: Mount;
  /** Address that it was sent to. */
  readonly host: string;
  /** Path without prefix and query. */
  readonly path: string;
  /** Query with its question mark; empty when there is none. */
  readonly query: string;
  /** Operation as the dialect has it. */
  readonly endpoint: Endpoint | undefined;
};

export function locateRequest(
  sent: PastedRequestLine,
  config: Config,
  addresses: OpenAddresses,
): RequestTarget {
  const { host, target } = splitUrl(sent);
  const [whole = "", query] = target.split(/\?(.*)/s, 2);
  const onePort = PLACES.find((place) => whole.startsWith(`${onePortPrefix(place.dialect, place.name)}/`));
  const place = onePort ?? publishedPlace(host, config) ?? placeAt(host, addresses);
  const dialect = onePort?.dialect ?? sent.dialect ?? place?.dialect ?? "spec";
  const prefix = onePort === undefined ? "" : onePortPrefix(onePort.dialect, onePort.name);
  const path = whole.slice(prefix.length);
  const interfaces = interfacesOf(config);
  const endpointsOf = (name: InterfaceName) => operationsIn(interfaces[name].endpoints, dialect);
  const find = (name: InterfaceName): Endpoint | undefined =>
    endpointsOf(name).find((one) => one.method === sent.method && isRoute(one.path, path));
  const name = place?.name ?? INTERFACES.find((one) => find(one) !== undefined) ?? "trading";
  const endpoint = find(name);
  const { form } = interfaces[name];
  const elsewhere = () =>
    otherPlaces(
      interfaces,
      { dialect, asked: name },
      (other) => addresses?.[dialect]?.[other] ?? "another address",
    );
  const mount = { dialect, prefix, endpoints: endpointsOf(name), form, elsewhere };
  const compared = { got: `${sent.method} ${shown(path)} in the dialect ${dialect}` };
  const check =
    endpoint === undefined
      ? failed(
          "route",
          {
            mistake: "route_unknown",
            hint: routeHint({ method: sent.method, url: whole, headers: {} }, mount),
          },
          compared,
        )
      : passed("route", compared);
  return { check, mount, host, path, query: query === undefined ? "" : `?${query}`, endpoint };
}

function splitUrl({ url, host }: PastedRequestLine): { readonly host: string; readonly target: string } {
  const [, given, rest] = /^[a-z]+:\/\/([^/?#]*)([^#]*)/i.exec(url) ?? [];
  if (given === undefined || rest === undefined) return { host, target: url };
  return { host: given, target: rest === "" || rest.startsWith("?") ? `/${rest}` : rest };
}

type InterfacePlace = { readonly dialect: Dialect; readonly name: InterfaceName };

const PLACES: readonly InterfacePlace[] = DIALECTS.flatMap((dialect) =>
  INTERFACES.map((name) => ({ dialect, name })),
);

/** Finds the interface by the host of the base address that the operator publishes for it. */
const publishedPlace = (host: string, { publicUrls }: Config): InterfacePlace | undefined =>
  PLACES.find(({ dialect, name }) => {
    const url = publicUrls[dialect][name];
    return url !== undefined && new URL(url).host === host;
  });

/** Finds the interface by the port alone: the same server has many names. */
function placeAt(host: string, addresses: OpenAddresses): InterfacePlace | undefined {
  const [, port] = /:(\d+)$/.exec(host) ?? [];
  if (port === undefined || !addresses) return undefined;
  return PLACES.find(({ dialect, name }) => addresses[dialect]?.[name].endsWith(`:${port}`));
}
