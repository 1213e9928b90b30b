/** Every parameter of every read of the trading interface, in each dialect: a value of it changes the answer. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { Type } from "typebox";
import { micros } from "../../../src/core/units.ts";
import { operationsIn } from "../../../src/http/dialects/dialect-parameters.ts";
import type { Endpoint } from "../../../src/http/operation/endpoint.ts";
import { CLIENT_FILTERS } from "../../../src/http/trading/error-format.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { hashOf, START_AT, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import {
  adding,
  describeFormWalk,
  describeParameterWalk,
  describeSlashWalk,
  laidOver,
} from "../../support/parameter-walk.ts";
import type { Change, WalkedRead } from "../../support/parameter-walk.ts";
import { traderWith, walletHeaders } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { DIALECTS, NO, startTraders, YES } from "./world.ts";

const BUILDER = `0x${"b1".repeat(32)}` as const;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const WIND = tokenOf("wind yes");
const FINE = tokenOf("fine yes");
const SECOND_WALLET = walletOf("ann's second");
const REWARDED = hashOf("rewarded");
const FIRST = START_AT / 1000;
const SECOND = FIRST + DAY_MS / 1000;

/** Queries without which an operation answers nothing, or nothing that changes. */
const BASES: Readonly<Record<string, string>> = {
  "/price": "side=BUY",
  "/prices-history": `market=${YES}`,
  "/builder/trades": `builder_code=${BUILDER}`,
  "/builder/volume": `builder=${BUILDER}`,
  "/deployed": `address=${walletOf("nobody")}`,
  "/v1/account/transactions/params": `address=${SECOND_WALLET}`,
  "/balance-allowance": "asset_type=COLLATERAL",
  "/balance-allowance/update": "asset_type=COLLATERAL",
};

const PATHS: Readonly<Record<string, string>> = {
  "/rewards/markets/:condition_id": `/rewards/markets/${REWARDED}`,
};

/** The two ends of a walk, since few listings here have more than one page. */
const CURSORS: readonly Change[] = [["next_cursor=MA==", "next_cursor=LTE="]];
const TOKENS: readonly Change[] = [[`token_id=${YES}`, `token_id=${FINE}`]];

/** Parameters of what is always empty or the same, with the words of docs/reference/dialects.md about it. */
const EMPTY = "return an empty response for any parameters";
const RELAYED_NOTHING = "Nonces are 0 for any `address` and `type`";
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  "GET /book side": "the response has both sides",
  "GET /spread side": "the response has both sides",
  "GET /data/pre-migration-orders next_cursor": EMPTY,
  "GET /rewards/user date": EMPTY,
  "GET /rewards/user signature_type": EMPTY,
  "GET /rewards/user next_cursor": EMPTY,
  "GET /rewards/user/total date": EMPTY,
  "GET /rewards/user/total signature_type": EMPTY,
  "GET /rewards/user/percentages signature_type": EMPTY,
  "GET /rewards/user/markets date": "shows no earnings for any `date`",
  "GET /rebates/current date": EMPTY,
  "GET /rebates/current maker_address": EMPTY,
  "GET /nonce": RELAYED_NOTHING,
  "GET /v1/account/transactions/params type": RELAYED_NOTHING,
  "GET /notifications signature_type": "GET /notifications ignores `signature_type`",
};

/** Ids that the story makes. */
const made = { order: "", scoring: "", trade: "", readonlyKey: "" };

/** Values that no rewarded market has. */
const OF_NO_MARKET = {
  q: "nothing of it",
  event_title: "nothing of it",
  tag_slug: "none",
  event_id: "999999",
  market_id: "999999",
  min_volume_24hr: "1000000000",
  max_volume_24hr: "0.000001",
  min_spread: "1",
  max_spread: "0.000001",
  min_price: "1",
  max_price: "0.000001",
};

const changes = (): Readonly<Record<string, readonly Change[]>> => ({
  ...Object.fromEntries(
    Object.entries(OF_NO_MARKET).map(([name, value]) => [
      `GET /rewards/markets/multi ${name}`,
      [adding(`${name}=${value}`)],
    ]),
  ),
  "GET /rewards/markets/multi page_size": [adding("page_size=1")],
  "GET /rewards/markets/multi position": [adding("position=DESC")],
  token_id: TOKENS,
  token_ids: [[`token_ids=${YES}`, `token_ids=${FINE}`]],
  side: [[`token_id=${YES}&side=BUY`, `token_id=${YES}&side=SELL`]],
  next_cursor: CURSORS,
  "GET /neg-risk token_id": [[`token_id=${YES}`, `token_id=${tokenOf("neg yes")}`]],
  "GET /fee-rate token_id": [[`token_id=${YES}`, `token_id=${tokenOf("rewarded yes")}`]],
  "GET /prices-history market": [adding(`market=${NO}`)],
  start_ts: [adding(`start_ts=${SECOND}`)],
  startTs: [adding(`startTs=${SECOND}`)],
  end_ts: [adding(`end_ts=${SECOND}`)],
  endTs: [adding(`endTs=${SECOND}`)],
  interval: [adding("interval=5m"), ["interval=1d", "interval=max"]],
  fidelity: [adding("fidelity=30")],
  metadata: [adding("metadata=true")],
  includeRevoked: [adding("includeRevoked=true")],
  "GET /auth/validate-readonly-api-key address": [
    [`key=${made.readonlyKey}&address=${ann.address}`, `key=${made.readonlyKey}&address=${ben.address}`],
  ],
  "GET /auth/validate-readonly-api-key key": [
    [
      `address=${ann.address}&key=${made.readonlyKey}`,
      `address=${ann.address}&key=${ann.credentials.apiKey}`,
    ],
  ],
  "GET /data/orders id": [adding(`id=${made.order}`)],
  market: [adding(`market=${hashOf("wind")}`)],
  asset_id: [adding(`asset_id=${WIND}`)],
  order_id: [[`order_id=${made.order}`, `order_id=${made.scoring}`]],
  id: [adding(`id=${made.trade}`)],
  maker_address: [adding(`maker_address=${walletOf("nobody")}`)],
  taker: [adding(`taker=${ann.address}`)],
  maker: [adding(`maker=${ann.address}`)],
  before: [adding(`before=${SECOND - 60}`)],
  after: [adding(`after=${SECOND - 60}`)],
  builder_code: [adding(`builder_code=${hashOf("no builder")}`)],
  builder: [adding(`builder=${hashOf("no builder")}`)],
  days: [adding("days=1")],
  address: [adding(`address=${SECOND_WALLET}`)],
  "GET /deployed address": [["type=WALLET", `type=WALLET&address=${SECOND_WALLET}`]],
  "GET /v1/account/transactions/params address": [adding(`address=${walletOf("nobody")}`)],
  type: [adding("type=WALLET")],
  condition_ids: [[`condition_ids=${REWARDED}`, `condition_ids=${REWARDED},${hashOf("paid")}`]],
  asset_type: [[`token_id=${YES}`, `token_id=${YES}&asset_type=CONDITIONAL`]],
  "GET /balance-allowance token_id": [conditional(YES, WIND)],
  "GET /balance-allowance/update token_id": [conditional(YES, WIND)],
  signature_type: [adding("signature_type=1"), adding("signature_type=2"), adding("signature_type=3")],
  page_size: [adding("page_size=1")],
  no_competition: [adding("no_competition=true")],
  order_by: [adding("order_by=earnings")],
  position: [adding("position=1")],
  sponsored: [adding("sponsored=true")],
});

const conditional = (one: string, other: string): Change => [
  `asset_type=CONDITIONAL&token_id=${one}`,
  `asset_type=CONDITIONAL&token_id=${other}`,
];

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  ({ exchange, ann, ben } = await startTraders());
  await tellStory();
});
after(() => exchange.close());

async function tellStory(): Promise<void> {
  const rewards = { rates: [{ assetAddress: walletOf("pay"), dailyRate: 2 }], minSize: 1, maxSpread: 50 };
  const fees = { rate: 500, exponent: 1, takerOnly: true };
  await exchange.list(
    testListing(
      [
        { name: "rewarded", rewards, fees },
        { name: "paid", rewards },
      ],
      { id: "8", slug: "rewarded" },
    ),
  );
  const credit = micros(5_000_000);
  await exchange.submit({ type: "open-account", address: SECOND_WALLET, owner: ann.address, credit });
  await trade(ben, ann, "0.25");
  await quote("0.2");
  await exchange.wait(DAY_MS);
  await trade(ann, ben, "0.3");
  for (const bid of ["0.21", "0.22", "0.23"]) await quote(bid);
  made.trade = (await ann.request("GET", "/data/trades")).body.data[0].id;
  made.order = (await ann.place({ tokenId: WIND, side: "BUY", price: "0.4", size: "5" })).body.orderID;
  await ann.place({ tokenId: FINE, side: "BUY", price: "0.45", size: "15" });
  await ben.place({ tokenId: tokenOf("fine no"), side: "BUY", price: "0.55", size: "5" });
  for (const tokenId of [tokenOf("rewarded no"), tokenOf("rewarded yes")])
    made.scoring = (await ann.place({ tokenId, side: "BUY", price: "0.49", size: "5" })).body.orderID;
  await ben.place({ tokenId: tokenOf("rewarded no"), side: "BUY", price: "0.51", size: "1" });
  made.readonlyKey = (await ann.request("POST", "/auth/readonly-api-key")).body.apiKey;
  await exchange.wait(10 * MINUTE_MS);
  await revokeAnotherKey();
}

async function trade(maker: Trader, taker: Trader, price: string): Promise<void> {
  await maker.place({ tokenId: NO, side: "BUY", price: String(1 - Number(price)), size: "10" });
  const { body } = await taker.place({ tokenId: YES, side: "BUY", price, size: "10", builder: BUILDER });
  assert.equal(body.status, "matched");
}

async function quote(bid: string): Promise<void> {
  await ann.place({ tokenId: YES, side: "BUY", price: bid, size: "5" });
  await ben.place({ tokenId: NO, side: "BUY", price: "0.6", size: "5" });
  await exchange.wait(10 * MINUTE_MS);
}

async function revokeAnotherKey(): Promise<void> {
  const headers = await walletHeaders(ann.account, exchange.clock.now, { nonce: "1" });
  const { body } = await exchange.send("/auth/api-key", { method: "POST", headers });
  const { status, text } = await traderWith(exchange, ann.account, body).request("DELETE", "/auth/api-key");
  assert.equal(status, 200, text);
}

type AnyRead = WalkedRead & { readonly slash?: "" | "/" };

function read({ endpoint: { path, access }, query, dialect, slash = "" }: AnyRead): Promise<Reply> {
  const asked = `${PATHS[path] ?? path}${slash}?${laidOver(BASES[path] ?? "", query)}`;
  return access === "public" ? exchange.get(asked, dialect) : ann.request("GET", asked, { dialect });
}

const OPERATIONS = tradingEndpoints("sandbox");

describeParameterWalk(OPERATIONS, {
  changes,
  pages: {},
  mayBeRefused: new Set(["no_competition", "order_by", "position"]),
  withoutEffect: WITHOUT_EFFECT,
  cursorOf: () => "",
  read,
});

describeFormWalk({
  endpoints: OPERATIONS,
  read,
  beside: {
    "GET /balance-allowance asset_type": `token_id=${YES}`,
    "GET /balance-allowance/update asset_type": `token_id=${YES}`,
    "GET /nonce type": `address=${SECOND_WALLET}`,
  },
  refused: new Set(["asset_type", "no_competition"]),
});
describeSlashWalk(OPERATIONS, read);

/** Bodies of reads that only the member tells apart. */
const BODIES: Readonly<Record<string, readonly [one: object, other: object]>> = {
  "/batch-prices-history markets": [{ markets: [YES] }, { markets: [FINE] }],
  "/batch-prices-history start_ts": [{ markets: [YES] }, { markets: [YES], start_ts: SECOND }],
  "/batch-prices-history startTs": [{ markets: [YES] }, { markets: [YES], startTs: SECOND }],
  "/batch-prices-history end_ts": [{ markets: [YES] }, { markets: [YES], end_ts: SECOND }],
  "/batch-prices-history endTs": [{ markets: [YES] }, { markets: [YES], endTs: SECOND }],
  "/batch-prices-history interval": [{ markets: [YES] }, { markets: [YES], interval: "5m" }],
  "/batch-prices-history fidelity": [{ markets: [YES] }, { markets: [YES], fidelity: 30 }],
  "/data/volumes conditions": [{ conditions: [] }, { conditions: [{ conditionId: hashOf("rain") }] }],
  "/data/volumes include_24h": [
    { conditions: [{ conditionId: hashOf("rain") }] },
    { conditions: [{ conditionId: hashOf("rain") }], include_24h: true },
  ],
};

for (const { path, body } of OPERATIONS.filter(({ method, kind }) => method === "POST" && kind === "read")) {
  if (!Type.IsObject(body)) continue;
  for (const name of Object.keys(body.properties))
    for (const dialect of DIALECTS)
      void it(`POST ${path} changes with ${name} in the ${dialect} dialect`, async () => {
        const [one, other] =
          BODIES[`${path} ${name}`] ?? assert.fail(`no value of ${name} is known to change anything`);
        const [first, second] = [
          await exchange.post(path, one, dialect),
          await exchange.post(path, other, dialect),
        ];
        assert.deepEqual([first.status, second.status], [200, 200], `${first.text} ${second.text}`);
        assert.notEqual(second.text, first.text);
      });
}

void it("refuses at every read the filters that others have", async () => {
  const isFiltered = ({ method, path, access }: Endpoint) =>
    method === "GET" && access !== "wallet" && !path.includes(":");
  const known = new Set(
    OPERATIONS.filter(isFiltered).flatMap(({ query }) => Object.keys(query?.properties ?? {})),
  );
  for (const name of CLIENT_FILTERS) assert.ok(known.has(name), name);
  for (const dialect of DIALECTS)
    for (const endpoint of operationsIn(OPERATIONS, dialect).filter(isFiltered))
      for (const name of CLIENT_FILTERS) {
        if (endpoint.query !== undefined && name in endpoint.query.properties) continue;
        const { status, body } = await read({ endpoint, query: `${name}=1`, dialect });
        const { path } = endpoint;
        assert.deepEqual([path, status, body.code], [path, 400, "invalid_payload"]);
        assert.match(body.hint, new RegExp(`^the query: expected .*, got "${name}"`));
      }
});
