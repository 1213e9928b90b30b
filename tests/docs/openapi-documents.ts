/** The OpenAPI documents of every interface in every dialect, and the files of docs/openapi. */
import { readConfig } from "../../src/settings/config.ts";
import { adminEndpoints } from "../../src/http/admin/endpoints.ts";
import { houseMakerEndpoints } from "../../src/http/admin/exchange/house-maker-endpoints.ts";
import { countHouseMakerQuotes } from "../../src/sandbox/simulated-traders/house-maker-plan.ts";
import { sandboxEndpoints } from "../../src/http/sandbox/endpoints.ts";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import { healthEndpoints } from "../../src/http/health/health-endpoints.ts";
import { INTERFACES, onePortPrefix } from "../../src/http/mounts/interfaces.ts";
import type { Addresses, InterfaceName } from "../../src/http/mounts/interfaces.ts";
import { createInterfaces } from "../../src/http/mounts/mounts.ts";
import type { ServedInterface } from "../../src/http/openapi/document.ts";
import { INTERFACE_PAGES, onePortPage } from "../../src/http/openapi/interface-pages.ts";
import { openApiDocument } from "../../src/http/openapi/with-openapi.ts";
import { operatorPage } from "../../src/http/openapi/operator-page.ts";
import { INDEX, indexEndpoint } from "../../src/http/page/page-files.ts";
import { noFaults } from "../support/no-faults.ts";
import { noResidents } from "../support/no-residents.ts";
import { foldedJson } from "./folded-json.ts";

/** The settings of a standard sandbox with an address for each interface. */
const config = readConfig({}, []);
const { headerPrefixes, publicRecords } = config;
const standard = { headerPrefixes, publicRecords, prefix: "" };

const servedInterface = (name: InterfaceName, dialect: Dialect): ServedInterface => ({
  ...standard,
  dialect,
  page: INTERFACE_PAGES[name],
  endpoints: createInterfaces(config)[name].endpoints,
});

/** An interface in a dialect, in an exchange that serves everything. */
type Place = {
  readonly name: string;
  /** Base address of its own. */
  readonly base: (addresses: Addresses) => string;
  /** Prefix on the one port; `undefined` where it is not mounted there. */
  readonly prefix: string | undefined;
  /** The interface as on its own address. */
  readonly served: ServedInterface;
};

const OPERATIONS = [
  ...adminEndpoints(() => null),
  ...houseMakerEndpoints(countHouseMakerQuotes),
  ...sandboxEndpoints(noFaults(), noResidents()),
];

const OPERATOR: Place = {
  name: "operator",
  base: ({ admin }) => admin,
  prefix: undefined,
  served: { ...standard, dialect: "spec", page: operatorPage, endpoints: OPERATIONS },
};

const ONE_PORT: Place = {
  name: "one port",
  base: ({ web }) => web,
  prefix: undefined,
  served: {
    ...standard,
    dialect: "spec",
    page: onePortPage,
    endpoints: [indexEndpoint(DIALECTS), ...healthEndpoints(INDEX)],
  },
};

export const SERVED: readonly Place[] = [
  ...DIALECTS.flatMap((dialect) =>
    INTERFACES.map((name) => ({
      name: `${name}, ${dialect}`,
      base: (addresses: Addresses) => addresses[dialect]?.[name] ?? "",
      prefix: onePortPrefix(dialect, name),
      served: servedInterface(name, dialect),
    })),
  ),
  OPERATOR,
  ONE_PORT,
];

/** Documents as a server sends them: a field without a value is not there. */
const sent = (served: ServedInterface): unknown => JSON.parse(JSON.stringify(openApiDocument(served)));
const written = (served: ServedInterface): string => `${foldedJson(sent(served))}\n`;
const textOf = (name: InterfaceName, dialect: Dialect): string => written(servedInterface(name, dialect));

/** The files of docs/openapi; of the other dialects only documents with other fields. */
export const OPENAPI_FILES: readonly { readonly url: URL; readonly text: string }[] = [
  { url: fileUrl("trading.json"), text: textOf("trading", "spec") },
  { url: fileUrl("data.json"), text: textOf("data", "spec") },
  { url: fileUrl("data-polymarket.json"), text: textOf("data", "polymarket") },
  { url: fileUrl("catalog.json"), text: textOf("catalog", "spec") },
  { url: fileUrl("catalog-polymarket.json"), text: textOf("catalog", "polymarket") },
  { url: fileUrl("operator.json"), text: written(OPERATOR.served) },
];

function fileUrl(name: string): URL {
  return new URL(`../../docs/openapi/${name}`, import.meta.url);
}
