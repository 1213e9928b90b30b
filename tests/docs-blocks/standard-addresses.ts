/** The addresses that pages show, and those of the exchange beside which their blocks are run. */
import type { Addresses } from "../../src/http/mounts/interfaces.ts";

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
