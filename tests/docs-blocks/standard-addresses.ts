/** The addresses that pages show, and those of the exchange beside which their blocks are run. */
import type { Addresses } from "../../src/http/mounts/interfaces.ts";
import { findFreePort } from "../support/free-port.ts";

const HOST = String.raw`(?<=\b(?:127\.0\.0\.1|localhost):)`;

/** Port of a reader's own program on pages; the shell has the real one as PORT. */
const OWN_PORT = "8080";

/** Pairs of ports: as shown, and as they are. */
function pairsOf({ web, admin, spec, polymarket, kuest }: Addresses): [shown: string, real: string][] {
  const shown: readonly (readonly [port: string, url: string | undefined])[] = [
    ["7000", web],
    ["7004", admin],
    ...[spec, polymarket, kuest].flatMap((dialect, index) =>
      (["trading", "data", "catalog"] as const).map(
        (name, place) => [`70${index}${place + 1}`, dialect?.[name]] as const,
      ),
    ),
  ];
  return shown.flatMap(([port, url]) => (url === undefined ? [] : [[port, new URL(url).port]]));
}

const exchanged = (text: string, ports: ReadonlyMap<string, string>): string =>
  text.replaceAll(new RegExp(String.raw`${HOST}\d+\b`, "g"), (port) => ports.get(port) ?? port);

const DIALECTS = ["spec", "polymarket", "kuest"] as const;

export type ChosenPorts = {
  readonly addresses: Addresses;
  readonly settings: Readonly<Record<string, string>>;
};

/** Chooses free ports for an exchange that a page starts, as settings of its shell. */
export async function choosePorts(): Promise<ChosenPorts> {
  const ports = await Promise.all(Array.from({ length: 2 + 3 * DIALECTS.length }, () => findFreePort()));
  const [web, admin, ...others] = ports.map(String);
  const url = (port: string | undefined): string => `http://127.0.0.1:${port}`;
  const three = (index: number): string[] => others.slice(3 * index, 3 * index + 3);
  const interfaces = (index: number): Addresses["spec"] => {
    const [trading, data, catalog] = three(index).map(url);
    return { trading: trading ?? "", data: data ?? "", catalog: catalog ?? "" };
  };
  const [trading = "", data = "", catalog = ""] = three(0);
  return {
    addresses: {
      web: url(web),
      admin: url(admin),
      spec: interfaces(0),
      polymarket: interfaces(1),
      kuest: interfaces(2),
    },
    settings: {
      PRESAGE_PORT: web ?? "",
      PRESAGE_ADMIN_PORT: admin ?? "",
      PRESAGE_TRADING_PORT: trading,
      PRESAGE_DATA_PORT: data,
      PRESAGE_CATALOG_PORT: catalog,
      PRESAGE_POLYMARKET_PORTS: three(1).join(","),
      PRESAGE_KUEST_PORTS: three(2).join(","),
    },
  };
}

export type AddressChange = {
  /** Puts the exchange's addresses into a text of a page. */
  toReal(text: string): string;
  /** Puts the standard addresses into an output. */
  toStandard(text: string): string;
};

/** Makes the change for an exchange, and for a program of the reader at a free port. */
export function changeAddresses(addresses: Addresses, ownPort: number): AddressChange {
  const real = new Map([...pairsOf(addresses), [OWN_PORT, String(ownPort)]]);
  const standard = new Map([...real].map(([shown, port]) => [port, shown]));
  return {
    toReal: (text) => exchanged(text, real),
    toStandard: (text) => exchanged(text, standard),
  };
}
