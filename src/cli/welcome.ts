/** The text that a started exchange prints: its addresses, and variables to paste into the shell of a client. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Dialect } from "../http/dialects/dialect.ts";
import type { Addresses, InterfaceAddresses } from "../http/interfaces.ts";
import { addressesOf } from "../http/page/public-addresses.ts";
import { PACKAGE_ROOT } from "../release.ts";
import { CLIENT_VARIABLES } from "../settings/read-settings.ts";

/** `trusted` is the file of a certificate that clients have to be told to trust. */
export function welcomeText(config: Config, addresses: Addresses, trusted?: string): string {
  const { web, admin, spec, polymarket, kuest } = addresses;
  const { web: publicUrl } = config.publicUrls;
  const published = (dialect: Dialect, open: InterfaceAddresses): InterfaceAddresses =>
    addressesOf(config, dialect, (name) => open[name]);
  const lines = [
    `Presage is running in ${config.mode} mode. Data: ${config.dataDirectory}`,
    "",
    row("", "trading", "data", "catalog"),
    addressRow("As specified", spec),
    ...(polymarket === undefined ? [] : [addressRow("For Polymarket clients", polymarket)]),
    ...(kuest === undefined ? [] : [addressRow("For Kuest clients", kuest)]),
    row("Web page, and all", web),
    ...(publicUrl === undefined ? [] : [row("  in public", publicUrl)]),
    row("Operators (/admin)", admin),
    "",
    "Paste into the shell of a client:",
    "",
    ...exported(CLIENT_VARIABLES, published("spec", spec)),
    ...(polymarket === undefined
      ? []
      : exported(["CLOB_API_URL", "DATA_API_URL", "GAMMA_API_URL"], published("polymarket", polymarket))),
    ...(kuest === undefined
      ? []
      : exported(["KUEST_CLOB_URL", "KUEST_DATA_URL", "KUEST_GAMMA_URL"], published("kuest", kuest))),
    `  export CHAIN_ID=${config.chainIds[0]}`,
    ...(trusted === undefined ? [] : TRUST_VARIABLES.map((name) => `  export ${name}=${trusted}`)),
    "",
    `${config.mode === "sandbox" ? `A first trade: ${EXAMPLE}. ` : ""}Stop with Ctrl-C.`,
    "",
  ];
  return lines.join("\n");
}

/** The command of the example; a package brings no client, which the example needs. */
const EXAMPLE = existsSync(join(PACKAGE_ROOT, "src", "main.ts"))
  ? "npm run example"
  : "npm install @polymarket/clob-client-v2 viem && node node_modules/presage-exchange/examples/first-trade.js";

/** Variables that name a certificate to trust: for Node.js beside all others, for Python, Go and Rust in place of them. */
const TRUST_VARIABLES = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"];

const row = (title: string, ...cells: readonly string[]): string =>
  `  ${[title, ...cells].map((cell) => cell.padEnd(COLUMN)).join("  ")}`.trimEnd();

const addressRow = (title: string, { trading, data, catalog }: InterfaceAddresses): string =>
  row(title, trading, data, catalog);

/** Width of a column in characters: a title or an address on loopback fits. */
const COLUMN = 23;

type Names = readonly [trading: string, data: string, catalog: string];

const exported = (
  [tradingName, dataName, catalogName]: Names,
  { trading, data, catalog }: InterfaceAddresses,
): string[] => [
  `  export ${tradingName}=${trading}`,
  `  export ${dataName}=${data}`,
  `  export ${catalogName}=${catalog}`,
];
