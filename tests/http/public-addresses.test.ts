/** Base addresses that callers are told: ports where they came to a port, what is published, or paths behind a proxy. */
import assert from "node:assert/strict";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { readConfig } from "../../src/settings/config.ts";
import { startListeningExchange } from "./listening-exchange.ts";
import type { ListeningExchange } from "./listening-exchange.ts";

/** Asks an address with these headers, Host among them. */
async function get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const sent = request(url, { headers }).end();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  sent.on("response", (answer) => text(answer).then(resolve, reject)).on("error", reject);
  return promise;
}

const below = (base: string, dialect: string) => ({
  trading: `${base}/${dialect}/trading`,
  data: `${base}/${dialect}/data`,
  catalog: `${base}/${dialect}/catalog`,
});

/** Requests that did not come to a port of this machine, as far as their headers tell. */
const FROM_AFAR: readonly (readonly [what: string, headers: Readonly<Record<string, string>>])[] = [
  ["by another name", { host: "presage.example" }],
  ["to this machine's name in a network", { host: "192.0.2.1:7000" }],
  ["through a proxy that keeps the port's name", { "x-forwarded-for": "192.0.2.7" }],
  ["through a proxy that tells the scheme", { "x-forwarded-proto": "https" }],
  ["through a proxy that says Forwarded", { forwarded: "for=192.0.2.7;proto=https" }],
  ["through a proxy that says Via", { via: "1.1 proxy" }],
];

describe("an exchange that publishes no address", () => {
  let exchange: ListeningExchange;
  before(async () => {
    exchange = await startListeningExchange();
  });
  after(() => exchange?.close());

  it("tells its ports to those who come to them", async () => {
    const { web, spec, polymarket, kuest } = exchange.addresses;
    const settings = JSON.parse(await get(`${web}/settings.json`));
    assert.deepEqual(settings.addresses, { spec, polymarket, kuest });
  });

  for (const [what, headers] of FROM_AFAR)
    it(`tells no address of this machine to who comes ${what}`, async () => {
      const { web, spec } = exchange.addresses;
      const settings = await get(`${web}/settings.json`, headers);
      assert.doesNotMatch(settings, /127\.0\.0\.1|localhost/);
      assert.deepEqual(JSON.parse(settings).addresses, {
        spec: below("", "spec"),
        polymarket: below("", "polymarket"),
        kuest: below("", "kuest"),
      });
      const { hint } = JSON.parse(await get(`${spec.trading}/positions`, headers));
      assert.equal(hint, "GET /positions is on the data interface, at an address of its own");
    });
});

describe("an exchange that publishes addresses", () => {
  const PUBLIC = {
    PRESAGE_PUBLIC_URL: "https://presage.example/",
    PRESAGE_PUBLIC_TRADING_URL: "https://trading.example",
    PRESAGE_PUBLIC_KUEST_URLS: "https://k.example/t, https://k.example/d, https://k.example/c",
  };
  const KUEST = {
    trading: "https://k.example/t",
    data: "https://k.example/d",
    catalog: "https://k.example/c",
  };
  let exchange: ListeningExchange;
  before(async () => {
    exchange = await startListeningExchange(PUBLIC);
  });
  after(() => exchange?.close());

  for (const [what, headers] of [["to its port", {}] as const, ...FROM_AFAR])
    it(`tells them to who comes ${what}`, async () => {
      const { web, polymarket } = exchange.addresses;
      const settings = await get(`${web}/settings.json`, headers);
      assert.deepEqual(JSON.parse(settings).addresses, {
        spec: { ...below("https://presage.example", "spec"), trading: "https://trading.example" },
        polymarket: below("https://presage.example", "polymarket"),
        kuest: KUEST,
      });
      const { hint } = JSON.parse(await get(`${polymarket!.trading}/positions`, headers));
      assert.equal(hint, "GET /positions is on the data interface, https://presage.example/polymarket/data");
    });

  it("has them in its OpenAPI documents, each for where it was read", async () => {
    const { web, admin, spec, kuest } = exchange.addresses;
    for (const [base, servers] of [
      [spec.trading, ["https://trading.example", "/"]],
      [spec.data, ["/"]],
      [kuest!.catalog, ["https://k.example/c", "/"]],
      [`${web}/spec/trading`, ["https://presage.example/spec/trading", "/spec/trading"]],
      [admin, ["/"]],
      [`${admin}/polymarket/catalog`, ["/polymarket/catalog"]],
    ] as const) {
      const document = JSON.parse(await get(`${base}/openapi.json`));
      assert.deepEqual(
        document.servers.map(({ url }: { url: string }) => url),
        servers,
        base,
      );
    }
  });
});

const WRONG: readonly (readonly [settings: Readonly<Record<string, string>>, says: RegExp])[] = [
  [{ PRESAGE_PUBLIC_URL: "presage.example" }, /^PRESAGE_PUBLIC_URL: expected a base address like https:/],
  [
    { PRESAGE_PUBLIC_DATA_URL: "ftp://x" },
    /^PRESAGE_PUBLIC_DATA_URL: expected a base address .*, got "ftp:\/\/x"/,
  ],
  [{ PRESAGE_PUBLIC_TRADING_URL: "https://x/?a=1" }, /^PRESAGE_PUBLIC_TRADING_URL: expected a base address/],
  [
    { PRESAGE_PUBLIC_CATALOG_URL: "https://me:secret@x" },
    /^PRESAGE_PUBLIC_CATALOG_URL: expected a base address/,
  ],
  [
    { PRESAGE_PUBLIC_KUEST_URLS: "https://x,https://y" },
    /expected three base addresses "trading,data,catalog"/,
  ],
  [
    { PRESAGE_MODE: "production", PRESAGE_PUBLIC_KUEST_URLS: "https://x,https://y,https://z" },
    /^PRESAGE_PUBLIC_KUEST_URLS: that dialect has no addresses, set PRESAGE_KUEST_PORTS as well$/,
  ],
];

describe("a published address that cannot be used", () => {
  for (const [settings, says] of WRONG)
    it(`is refused by name: ${Object.entries(settings).flat().join(" ")}`, () => {
      assert.throws(() => readConfig(settings, []), { message: says });
    });
});
