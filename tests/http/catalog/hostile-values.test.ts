import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { catalogEndpoints } from "../../../src/http/catalog/endpoints.ts";
import type { Endpoint } from "../../../src/http/operation/endpoint.ts";
import { atDepth } from "../../support/depth.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { DIALECTS, startCatalog } from "./world.ts";
import { rainListing } from "./rich-listing.ts";

/** Values as they stand in a URL. */
const VALUES: readonly string[] = [
  "%00",
  "rain%00",
  "%ED%A0%80",
  "%EF%BF%BF",
  "%FF%FE",
  "%",
  "%zz",
  "%25",
  "_",
  "rain%25",
  "%5C",
  "%5C%5C",
  "%27",
  "%22",
  "';drop%20table%20events;--",
  "%7B%7D",
  "%5B%5D",
  "a%26b",
  "a|b",
  "a:*",
  "!",
  "()",
  "<->",
  "%F0%9F%8C%A7",
  "%E2%80%AE",
  "%0A",
  "%0D%0A",
  "constructor",
  "__proto__",
  "-0",
  "1e400",
  "NaN",
  "Infinity",
  "0000000000000000000000000901",
  "9223372036854775807",
  "-9223372036854775809",
  "true",
  "null",
  "0x",
  `0x${"f".repeat(64)}`,
  ",",
  ",,1,,",
  "2026-01-01",
  "+275760-09-13T00:00:00Z",
  "x".repeat(450),
  "x".repeat(10_000),
  "%C3%A9".repeat(1_600),
  "a%20".repeat(2_500),
  "1,".repeat(5_000),
];

let parameters = 0;

/** Values are shared out among so many parameters; a long run gives each parameter all of them. */
const SHARES = atDepth({ quick: 12, deep: 6, long: 1 });

/** Picks the values of a parameter: another share of them for each. */
function valuesOfNext(): readonly string[] {
  parameters += 1;
  return VALUES.filter((_, index) => (index + parameters) % SHARES === 0);
}

/** Values at the edge that must not turn into an error of the database. */
const EDGES: readonly string[] = [
  "limit=500&offset=9007199254740991",
  "offset=9007199254740991&order=volume24hr",
  "offset=9007199254740991&order=volume&ascending=true",
  "tag_id=9007199254740991",
  "tag_id=-9007199254740991",
  "q=rain&page=9007199254740991&limit_per_type=500",
  "event_id=-9007199254740991&id=9007199254740991,-9007199254740991",
  "volume_num_min=9999999999.999999&volume_num_max=0",
  "start_date_min=0000-01-01&end_date_max=9999-12-31T23:59:59.999999999Z",
];

let exchange: TestExchange;
before(async () => {
  exchange = await startCatalog();
  await exchange.list(rainListing());
});
after(() => exchange.close());

let asked = 0;

/** Asks each dialect in turn, since what can go wrong with a value does not depend on it. */
async function assertHandled(path: string): Promise<void> {
  asked += 1;
  const { status, body, text } = await exchange.get(path, DIALECTS[asked % DIALECTS.length]);
  assert.ok([200, 400, 404, 422].includes(status), `${path.slice(0, 80)}: ${status} ${text}`);
  // A slug with a strange letter in it is near the one that is listed.
  const suggested = status === 404 && "didYouMean" in body ? ["didYouMean"] : [];
  if (status !== 200) assert.deepEqual(Object.keys(body), ["type", "error", ...suggested], text);
}

const namesOf = ({ query }: Endpoint): string[] => Object.keys(query?.properties ?? {});

void describe("Hostile values", () => {
  for (const operation of catalogEndpoints) {
    const { path } = operation;
    const filled = path.replace(":id", "901").replace(":slug", "rain");

    void it(`in every parameter of ${path}`, async () => {
      for (const name of namesOf(operation)) {
        const needed = path === "/public-search" && name !== "q" ? "q=rain&" : "";
        for (const value of valuesOfNext()) await assertHandled(`${filled}?${needed}${name}=${value}`);
      }
      for (const edge of EDGES) await assertHandled(`${filled}?${edge}`);
    });

    if (!path.includes(":")) continue;
    void it(`in the path of ${path}`, async () => {
      for (const value of VALUES) await assertHandled(path.replace(/:\w+/, value));
    });
  }
});
