/**
 * Series whose rows mean steps of time, in every interface and dialect: a step in which nothing happened has a row,
 * or the answer's description tells that it has none.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { getStatistics } from "../../../src/http/admin/exchange/statistics.ts";
import { dataEndpoints } from "../../../src/http/data/endpoints.ts";
import { operationsIn } from "../../../src/http/dialects/dialect-parameters.ts";
import { DIALECTS } from "../../../src/http/dialects/dialect.ts";
import { catalogEndpoints } from "../../../src/http/catalog/endpoints.ts";
import type { Endpoint } from "../../../src/http/operation/endpoint.ts";
import { lots } from "../../../src/core/units.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { hashOf, testListing, tokenOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { startData } from "./world.ts";
import { ANN, BOB, trade } from "./v2/world.ts";

const HOUR_MS = 3_600_000;
const YES = tokenOf("rain yes");

/** Parameters that name a step or a span. */
const STEP = /^(fidelity|resolution|bucket_seconds|per|interval|timePeriod)$/;
/** Keys of a row that name its time. */
const TIME = ["t", "timestamp", "date", "dt", "from"];

type Schema = { readonly [key: string]: unknown };
const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;

/** The schemas of rows with a time, anywhere in an answer. */
function timedRows(schema: unknown): Schema[] {
  if (!isSchema(schema)) return [];
  const { items } = schema;
  const rows = isSchema(items) && isSchema(items["properties"]) ? items["properties"] : {};
  const own = TIME.some((key) => key in rows) ? [schema] : [];
  return [...own, ...Object.values(schema).flatMap(timedRows)];
}

const parametersOf = ({ query, body }: Endpoint): string[] =>
  [query, body].flatMap((schema) => Object.keys((schema as Schema | undefined)?.["properties"] ?? {}));

/** Each series, with how it is asked in steps of an hour where every step has a row. */
const SERIES: Readonly<Record<string, object | string | undefined>> = {
  "GET /prices-history": `market=${YES}&fidelity=60&interval=max`,
  "POST /batch-prices-history": { markets: [YES], fidelity: 60, interval: "max" },
  "GET /v2/prices-history": `token_id=${YES}&interval=max&bucket_seconds=3600`,
  "GET /user-pnl": `user_address=${ANN}&interval=1d&fidelity=1h`,
  "GET /v2/user-pnl": `user=${ANN}&interval=1d&fidelity=1h`,
  "GET /profit": `user=${ANN}&interval=1w`,
  "GET /figures": undefined,
  "GET /candles": undefined,
  "GET /fees/timeseries": undefined,
  "GET /v1/builders/volume": undefined,
  "GET /v2/builders/volume": undefined,
};

const all = [...tradingEndpoints("sandbox"), ...dataEndpoints, ...catalogEndpoints, getStatistics(undefined)];
const series = new Map(
  DIALECTS.flatMap((dialect) => operationsIn(all, dialect))
    .filter((endpoint) => parametersOf(endpoint).some((name) => STEP.test(name)))
    .filter(({ answer }) => timedRows(answer).length > 0)
    .map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint]),
);

/** The times of the first rows that have any, in milliseconds. */
function timesIn(value: unknown): number[] {
  if (!isSchema(value)) return [];
  if (!Array.isArray(value))
    return (
      Object.values(value)
        .map(timesIn)
        .find(({ length }) => length > 0) ?? []
    );
  return value.flatMap((row) => {
    const time = isSchema(row) ? TIME.map((key) => row[key]).find((at) => at !== undefined) : undefined;
    if (typeof time === "number") return time * 1_000;
    return typeof time === "string" ? Date.parse(time) : [];
  });
}

void describe("a series by steps of time", () => {
  let exchange: TestExchange;
  before(async () => {
    const own = new Set(dataEndpoints.map(({ path }) => path));
    const trading = tradingEndpoints("sandbox").filter(({ path }) => !own.has(path));
    exchange = await startData({ endpoints: [...dataEndpoints, ...trading] });
    await exchange.list(testListing([{ name: "rain" }]));
    for (const wallet of [ANN, BOB]) await exchange.open(wallet, "1000");
    await exchange.submit({
      type: "split",
      address: ANN,
      owner: ANN,
      conditionId: hashOf("rain"),
      lots: lots(5_000),
    });
    await trade(exchange, "rain yes", "0.4", "10");
    await exchange.wait(7 * HOUR_MS);
    await trade(exchange, "rain yes", "0.6", "5");
    await exchange.wait(6 * HOUR_MS);
  });
  after(() => exchange.close());

  void it("is known here", () => assert.deepEqual([...series.keys()].sort(), Object.keys(SERIES).sort()));

  for (const [name, asked] of Object.entries(SERIES)) {
    const [method, path = ""] = name.split(" ");
    if (asked === undefined) {
      void it(`tells what a step without anything has: ${name}`, () => {
        for (const { description } of timedRows(series.get(name)?.answer))
          assert.match(String(description), /without/);
      });
      continue;
    }
    for (const dialect of series.get(name)?.dialects ?? DIALECTS)
      void it(`has a row for every step: ${name} of ${dialect}`, async () => {
        const reply =
          method === "POST"
            ? await exchange.post(path, asked, dialect)
            : await exchange.get(`${path}?${String(asked)}`, dialect);
        assert.equal(reply.status, 200, reply.text);
        const times = timesIn(reply.body);
        // Kuest's own step of all time is three hours.
        assert.ok(times.length >= 5, reply.text);
        // The last row may be that of the present time.
        const steps = times.slice(1, -1).map((time, index) => time - (times[index] ?? 0));
        assert.equal(new Set(steps).size, 1, reply.text);
      });
  }
});
