/** The addresses that pages show, and those of the exchange beside which their blocks are run. */
import type { Addresses } from "../../src/http/mounts/interfaces.ts";

const HOST = String.raw`(?<=\b(?:127\.0\.0\.1|localhost):)`;

/** Pairs of ports: as shown, and as they are. */
function pairsOf({ web, admin, spec, polymarket, kuest }: Addresses): Map<string, string> {
  const shown: readonly (readonly [port: string, url: string | undefined])[] = [
    ["7000", web],
    ["7004", admin],
    ...[spec, polymarket, kuest].flatMap((dialect, index) =>
      (["trading", "data", "catalog"] as const).map(
        (name, place) => [`70${index}${place + 1}`, dialect?.[name]] as const,
      ),
    ),
  ];
  return new Map(shown.flatMap(([port, url]) => (url === undefined ? [] : [[port, new URL(url).port]])));
}

const exchanged = (text: string, ports: ReadonlyMap<string, string>): string =>
  text.replaceAll(new RegExp(String.raw`${HOST}\d+\b`, "g"), (port) => ports.get(port) ?? port);

export type AddressChange = {
  /** Puts the exchange's addresses into a text of a page. */
  toReal(text: string): string;
  /** Puts the standard addresses into an output. */
  toStandard(text: string): string;
};

export function changeAddresses(addresses: Addresses): AddressChange {
  const real = pairsOf(addresses);
  const standard = new Map([...real].map(([shown, port]) => [port, shown]));
  return {
    toReal: (text) => exchanged(text, real),
    toStandard: (text) => exchanged(text, standard),
  };
}
