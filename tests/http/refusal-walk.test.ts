/**
 * Every operation of every interface, asked wrongly in every way that its description tells of: nothing is a fault of
 * ours, every refusal says what was expected and what came, and none of them holds a secret.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { REJECTIONS } from "../../src/core/rejection.ts";
import { adminEndpoints } from "../../src/http/admin/endpoints.ts";
import { houseMakerEndpoints } from "../../src/http/admin/exchange/house-maker-endpoints.ts";
import { countHouseMakerQuotes } from "../../src/sandbox/simulated-traders/house-maker-plan.ts";
import { sandboxEndpoints } from "../../src/http/sandbox/endpoints.ts";
import { operatorErrorFormat } from "../../src/http/admin/error-format.ts";
import { catalogEndpoints } from "../../src/http/catalog/endpoints.ts";
import { catalogErrorFormat } from "../../src/http/catalog/refusal.ts";
import { dataEndpoints } from "../../src/http/data/endpoints.ts";
import { dataErrorFormat } from "../../src/http/data/refusal.ts";
import { operationsIn } from "../../src/http/dialects/dialect-parameters.ts";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { Endpoint } from "../../src/http/operation/endpoint.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";
import { noFaults } from "../support/no-faults.ts";
import { noResidents } from "../support/no-residents.ts";
import { startTestExchange } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";
import { createTrader, requestHeaders, walletHeaders } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";
import { faultsOf } from "./faults.ts";
import type { Fault } from "./faults.ts";

const OPERATOR_TOKEN = "ad".repeat(32);
const MASTER_KEY = "5e".repeat(32);

type Refused = { readonly status: number; readonly text: string; readonly allow: string | null };

async function send(url: string, fault: Fault, headers: Readonly<Record<string, string>>): Promise<Refused> {
  const { method, path, body, contentType = "application/json" } = fault;
  const response = await fetch(url + path, {
    method,
    headers: { "content-type": contentType, ...headers },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, text: await response.text(), allow: response.headers.get("allow") };
}

const named = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** A refusal in the form that has a code and a hint. */
function assertCoded({ status, text }: Refused, fault: Fault): void {
  const body: Record<string, unknown> = JSON.parse(text);
  const { code, hint, error, request_id: requestId } = body;
  assert.ok(typeof error === "string" && error.length > 3, text);
  assert.ok(typeof hint === "string" && hint.length > 8, text);
  assert.doesNotMatch(hint, /of the form \^/, "a pattern has words");
  if (fault.hint !== undefined) assert.match(hint, fault.hint);
  if (status === 405) assert.equal(code, "method_not_allowed");
  else if (fault.parameter === undefined) assert.ok(Object.hasOwn(REJECTIONS, String(code)), text);
  else
    assert.equal(
      code,
      fault.parameter.name.endsWith("cursor") && code === "invalid_cursor" ? code : "invalid_payload",
    );
  assert.match(String(requestId), /^[0-9a-f-]{36}$/);
}

describe("the trading interface", () => {
  let exchange: TestExchange;
  let ann: Trader;
  const endpoints = tradingEndpoints("sandbox");

  before(async () => {
    exchange = await startTestExchange({ endpoints });
    ann = await createTrader(exchange, "ann");
  });
  after(() => exchange.close());

  async function headersFor({ access }: Endpoint, { method, path, body }: Fault) {
    if (access === "public") return {};
    const now = exchange.clock.now;
    if (access === "wallet") return walletHeaders(ann.account, now);
    return requestHeaders(ann, { method, path, body, now });
  }

  /** Methods of all operations at a path; GET brings HEAD. */
  function allowedAt(path: string, dialect: Dialect): Set<string> {
    const methods = operationsIn(endpoints, dialect)
      .filter((one) => new RegExp(`^${one.path.replaceAll(/:\w+/g, "[^/]+")}$`).test(path))
      .flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    return new Set(methods);
  }

  for (const endpoint of endpoints) {
    for (const dialect of DIALECTS) {
      it(`refuses what is wrong with ${named(endpoint)}, in the ${dialect} dialect`, async () => {
        for (const fault of operationsIn([endpoint], dialect).flatMap(faultsOf)) {
          const headers = await headersFor(endpoint, fault);
          const refused = await send(exchange.url[dialect], fault, headers);
          const { secret, passphrase } = ann.credentials;
          for (const hidden of [secret, passphrase, headers["SVC_SIGNATURE"], MASTER_KEY])
            if (hidden !== undefined) assert.ok(!refused.text.includes(hidden), `${fault.name}: a secret`);
          assert.ok(
            fault.statuses.includes(refused.status),
            `${fault.name}: ${refused.status} ${refused.text}`,
          );
          assertCoded(refused, fault);
          if (refused.status === 405)
            assert.deepEqual(refused.allow?.split(", ").sort(), [...allowedAt(fault.path, dialect)].sort());
        }
      });
    }
    if (endpoint.access !== "public")
      it(`asks for credentials for ${named(endpoint)}, and says which`, async () => {
        const path = endpoint.path.replaceAll(/:\w+/g, "1");
        const fault: Fault = { name: "", method: endpoint.method, path, statuses: [401], hint: /./ };
        const refused = await send(exchange.url.spec, fault, { SVC_ADDRESS: ann.account.address });
        assert.equal(refused.status, 401, refused.text);
        assertCoded(refused, fault);
      });
  }
});

describe("the operator API", () => {
  const endpoints = [
    ...adminEndpoints(() => null),
    ...houseMakerEndpoints(countHouseMakerQuotes),
    ...sandboxEndpoints(noFaults(), noResidents()),
  ];
  let exchange: TestExchange;

  before(async () => {
    exchange = await startTestExchange({ endpoints, form: operatorErrorFormat });
  });
  after(() => exchange.close());

  for (const endpoint of endpoints)
    it(`refuses what is wrong with ${named(endpoint)}`, async () => {
      const unknown: Fault = {
        name: "an unknown parameter",
        method: endpoint.method,
        path: `${endpoint.path.replaceAll(/:\w+/g, "1")}?colour=red`,
        statuses: [400],
        hint: /^the query: expected .*, got "colour"/,
      };
      for (const fault of [...faultsOf(endpoint), unknown]) {
        const refused = await send(exchange.url.spec, fault, { authorization: `Bearer ${OPERATOR_TOKEN}` });
        for (const hidden of [OPERATOR_TOKEN, MASTER_KEY]) assert.ok(!refused.text.includes(hidden));
        assert.ok(
          fault.statuses.includes(refused.status),
          `${fault.name}: ${refused.status} ${refused.text}`,
        );
        assertCoded(refused, fault);
      }
    });
});

/** The interfaces whose refusals are texts that clients match, and nothing else. */
const PLAIN = [
  { name: "data", endpoints: dataEndpoints, form: dataErrorFormat, keys: ["error"], bad: () => 400 },
  {
    name: "catalog",
    endpoints: catalogEndpoints,
    form: catalogErrorFormat,
    keys: ["type", "error"],
    bad: (dialect: Dialect) => (dialect === "polymarket" ? 422 : 400),
  },
] as const;

/** Texts of the refusals of a parameter; some say behind it what is expected. */
const PARAMETER_TEXTS = {
  data: {
    missing: (name: string) => `missing_field: ${name}`,
    invalid: (name: string) => `invalid_field: ${name}`,
    unknown: (name: string) => `unknown_field: ${name}`,
  },
  catalog: {
    missing: (name: string) => `${name} is required`,
    invalid: (name: string) => (name === "order" ? "order fields are not valid" : `${name} is invalid`),
    unknown: (name: string) => `${name} is not supported`,
  },
} as const;

const UNKNOWN = "colour";

/** Faults of an operation, and a parameter that it does not have where the dialect refuses one. */
function plainFaults(endpoint: Endpoint, dialect: Dialect): Fault[] {
  const { method } = endpoint;
  const path = `${endpoint.path.replaceAll(/:\w+/g, "1")}?${UNKNOWN}=red`;
  const unknown = { kind: "unknown", name: UNKNOWN } as const;
  const faults = operationsIn([endpoint], dialect).flatMap(faultsOf);
  return faults.length === 0 || (dialect === "polymarket" && endpoint.strict !== true)
    ? faults
    : [...faults, { name: "an unknown parameter", method, path, statuses: [400], parameter: unknown }];
}

for (const { name, endpoints, form, keys, bad } of PLAIN) {
  describe(`the ${name} interface`, () => {
    let exchange: TestExchange;

    before(async () => {
      exchange = await startTestExchange({ endpoints, form });
    });
    after(() => exchange.close());

    for (const endpoint of endpoints)
      it(`refuses what is wrong with ${named(endpoint)}`, async () => {
        for (const dialect of DIALECTS)
          for (const fault of plainFaults(endpoint, dialect)) {
            const { status, text, allow } = await send(exchange.url[dialect], fault, {});
            const wanted = fault.statuses.includes(400) ? bad(dialect) : fault.statuses[0];
            assert.equal(status, wanted, `${dialect}, ${fault.name}: ${text}`);
            if (status === 405) assert.match(allow ?? "", new RegExp(`\\b${endpoint.method}\\b`));
            const body: Record<string, unknown> = JSON.parse(text);
            assert.deepEqual(Object.keys(body), keys);
            if (fault.parameter === undefined) continue;
            const { kind, name: parameter } = fault.parameter;
            const [bare] = String(body["error"]).split(/: (?:expected|it is|that is)| \(did/);
            const error = String(body["error"]);
            if (kind !== "unknown" && error.includes(": expected"))
              assert.match(error, /, got [^;]/, `${dialect}, ${fault.name}`);
            assert.equal(bare, PARAMETER_TEXTS[name][kind](parameter), `${dialect}, ${fault.name}`);
          }
      });
  });
}
