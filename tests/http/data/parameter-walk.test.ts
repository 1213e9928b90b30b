/** Every parameter of every operation of the data interface, in each dialect: a value of it changes the answer. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { comboActivity, comboPositions, v2Combos } from "../../../src/http/data/empty-lists.ts";
import { dataEndpoints } from "../../../src/http/data/endpoints.ts";
import { operationsIn } from "../../../src/http/dialects/dialect-parameters.ts";
import { formatRoute } from "../../../src/http/operation/endpoint.ts";
import { hashOf, START_AT, tokenOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import {
  adding,
  describeFormWalk,
  describeParameterWalk,
  describeSlashWalk,
  laidOver,
} from "../../support/parameter-walk.ts";
import type { Change } from "../../support/parameter-walk.ts";
import { ANN, BLUE, BOB, CID, RAIN, RED } from "./v2/world.ts";
import { BLUE_YES, SECOND_DAY, startWalkedStory } from "./walked-story.ts";

/** Queries without which an operation answers nothing, or nothing that changes. */
const BASES: Readonly<Record<string, string>> = {
  "/positions": `user=${ANN}`,
  "/closed-positions": `user=${ANN}`,
  "/value": `user=${ANN}`,
  "/traded": `user=${ANN}`,
  "/v1/accounting/snapshot": `user=${ANN}`,
  "/activity": `user=${ANN}`,
  "/volume": `user=${ANN}`,
  "/user-pnl": `user_address=${ANN}&interval=max`,
  "/holders": `market=${BLUE}`,
  "/v1/market-positions": `market=${BLUE}`,
  "/v1/leaderboard": "timePeriod=ALL",
  "/v1/biggest-winners": "timePeriod=ALL",
  "/v1/builders/leaderboard": "timePeriod=ALL",
  "/profit": `user=${ANN}`,
  "/profit-ranking": "",
  "/wallets": `user=${ANN}`,
  "/wallets/search": `q=${ANN.slice(0, 4)}`,
  "/candles": `token_id=${BLUE_YES}`,
  "/v1/positions/combos": `user=${ANN}`,
  "/v1/activity/combos": `user=${ANN}`,
  "/v2/positions/combos": `user=${ANN}`,
  "/v2/activity/combos": `user=${ANN}`,
  "/referrers": `address=${ANN}`,
  "/v2/approvals": `user=${ANN}`,
  "/v2/positions": `user=${ANN}`,
  "/v2/value": `user=${ANN}`,
  "/v2/activity": `user=${ANN}`,
  "/v2/user-volume": `user=${ANN}`,
  "/v2/user-pnl": `user=${ANN}&interval=max`,
  "/v2/user-stats": `user=${ANN}`,
  "/v2/prices-history": `token_id=${BLUE_YES}`,
  "/v2/leaderboard": "time_period=all",
  "/v2/biggest-winners": "time_period=all",
  "/v2/builders/leaderboard": "time_period=all",
};

const WIND = hashOf("wind");
const LATER = SECOND_DAY - 60;

const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  "GET /wallets/search q": [adding(`q=${BOB.slice(0, 4)}`)],
  user: [adding(`user=${BOB}`)],
  user_address: [adding(`user_address=${BOB}`)],
  "GET /traded user": [adding(`user=${CID}`)],
  "GET /trades user": [adding(`user=${CID}`)],
  "GET /v2/trades user": [adding(`user=${CID}`)],
  market: [adding(`market=${RAIN}`)],
  eventId: [adding("eventId=8")],
  condition_id: [adding(`condition_id=${RED}`)],
  condition: [adding(`condition=${RED}`)],
  event_id: [adding("event_id=9")],
  title: [adding("title=red")],
  limit: [adding("limit=1")],
  offset: [adding("offset=1")],
  side: [adding("side=SELL")],
  start: [adding(`start=${LATER}`)],
  end: [adding(`end=${LATER}`)],
  "GET /positions sizeThreshold": [adding("sizeThreshold=100")],
  "GET /closed-positions sizeThreshold": [adding("sizeThreshold=100")],
  marketId: [adding(`marketId=${RAIN}`)],
  conditionId: [adding(`conditionId=${RAIN}`)],
  cursorTimestamp: [adding("cursorTimestamp=1")],
  cursorId: [adding("cursorId=1")],
  cursorUser: [adding(`cursorUser=${BOB}`)],
  "GET /positions redeemable": [adding("redeemable=true")],
  "GET /positions mergeable": [adding("mergeable=true")],
  "GET /positions sortBy": [adding("sortBy=AVGPRICE"), adding("sortBy=TITLE")],
  "GET /closed-positions sortBy": [adding("sortBy=TIMESTAMP"), adding("sortBy=AVGPRICE")],
  "GET /v1/market-positions status": [
    adding("status=OPEN", `market=${WIND}`),
    adding("status=CLOSED", `market=${WIND}`),
  ],
  "GET /v1/market-positions sortBy": [
    adding("sortBy=TOKENS", `market=${WIND}`),
    adding("sortBy=REALIZED_PNL", `market=${WIND}&sortBy=CASH_PNL`),
  ],
  "GET /activity type": [adding("type=SPLIT"), adding("type=TRADE,MERGE")],
  "GET /activity sortBy": [adding("sortBy=TOKENS"), adding("sortBy=CASH")],
  excludeDepositsWithdrawals: [adding("excludeDepositsWithdrawals=false")],
  sortDirection: [adding("sortDirection=ASC")],
  takerOnly: [adding("takerOnly=false")],
  filterType: [["filterType=TOKENS&filterAmount=4", "filterType=CASH&filterAmount=4"]],
  filterAmount: [["filterType=CASH&filterAmount=1", "filterType=CASH&filterAmount=4"]],
  minBalance: [adding("minBalance=100")],
  "GET /live-volume market": [[`market=${RAIN}`, `market=${RED}`]],
  "GET /live-volume id": [["id=7", "id=8"]],
  timePeriod: [["timePeriod=ALL", "timePeriod=DAY"]],
  "GET /v1/leaderboard orderBy": [adding("orderBy=VOL")],
  "GET /v1/leaderboard offset": [adding("offset=1"), adding("offset=1", `user=${BOB}`)],
  category: [adding("category=WEATHER")],
  username: [adding("username=bob")],
  userName: [adding("userName=bob")],
  "GET /v2/positions status": [adding("status=CLOSED"), adding("status=REDEEMABLE")],
  "GET /v2/positions filter_type": [adding("filter_type=CASH", "filter_amount=100")],
  "GET /v2/trades filter_type": [adding("filter_type=CASH", "filter_amount=4")],
  filter_amount: [adding("filter_amount=8")],
  outcome_index: [adding("outcome_index=1")],
  include_archived: [adding("include_archived=true")],
  "GET /v2/positions sort_by": [adding("sort_by=TIMESTAMP"), adding("sort_by=PRICE")],
  sort_direction: [adding("sort_direction=ASC")],
  "GET /v2/activity type": [adding("type=SPLIT"), adding("type=TRADE,MERGE")],
  exclude_deposits_withdrawals: [adding("exclude_deposits_withdrawals=false")],
  taker_only: [adding("taker_only=false")],
  interval: [["interval=max", "interval=6h"]],
  "GET /profit interval": [adding("interval=1d")],
  fidelity: [adding("fidelity=12h")],
  "GET /v2/holders condition_id": [[`condition_id=${RAIN}`, `condition_id=${BLUE}`]],
  "GET /v2/holders condition": [[`condition=${RAIN}`, `condition=${BLUE}`]],
  min_balance: [adding("min_balance=100", `condition=${BLUE}`)],
  include_pnl: [adding("include_pnl=true", `condition=${BLUE}`)],
  "GET /v2/holders limit": [adding("limit=1", `condition=${BLUE}`)],
  "GET /v2/live-volume event_id": [["event_id=7", "event_id=8"]],
  "GET /v2/tokens token_id": [[`token_id=${BLUE_YES}`, `token_id=${tokenOf("blue no")}`]],
  "GET /v2/tokens condition": [[`condition=${RAIN}`, `condition=${BLUE}`]],
  "GET /v2/tokens condition_id": [[`condition_id=${RAIN}`, `condition_id=${BLUE}`]],
  "GET /v2/resolutions question_id": [
    [`question_id=${hashOf("question rain")}`, `question_id=${hashOf("question wind")}`],
  ],
  "GET /v2/resolutions condition_id": [[`condition_id=${RAIN}`, `condition_id=${BLUE}`]],
  "GET /v2/resolutions condition": [[`condition=${RAIN}`, `condition=${BLUE}`]],
  "GET /v2/resolutions event_id": [["event_id=7", "event_id=8"]],
  "GET /candles token_id": [adding(`token_id=${tokenOf("blue no")}`)],
  resolution: [adding("resolution=1m"), adding("resolution=1d")],
  "GET /v2/prices-history token_id": [[`interval=1d`, `interval=1d&token_id=${tokenOf("blue no")}`]],
  "GET /v2/prices-history interval": [["interval=1d", "interval=1h"]],
  "GET /v2/prices-history start": [[`start=${START_AT / 1000}`, `start=${SECOND_DAY + 60}`]],
  "GET /v2/prices-history end": [adding(`end=${START_AT / 1000 + 600}`, `start=${START_AT / 1000}`)],
  as_of: [[`as_of=${SECOND_DAY + 700}`, `as_of=${SECOND_DAY + 1_900}`]],
  bucket_seconds: [adding("bucket_seconds=3600", "interval=1d")],
  "GET /v2/prices-history limit": [adding("limit=1", "interval=1d")],
  "GET /v2/leaderboard time_period": [["time_period=all", "time_period=day"]],
  "GET /v2/leaderboard sort_by": [adding("sort_by=VOLUME")],
  "GET /v2/biggest-winners time_period": [["time_period=all", "time_period=day"]],
  "GET /v2/builders/leaderboard time_period": [["time_period=all", "time_period=day"]],
  "GET /v2/builders/volume interval": [["interval=day", "interval=all"]],
};

const KEPT_FEES = "the exchange keeps all fees";

/** Operations that are always empty, with the words of docs/reference/dialects.md about them. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...comboPositions, ...comboActivity, ...v2Combos].map((endpoint) => [
      formatRoute(endpoint),
      "return empty pages for any parameters",
    ]),
  ),
  "GET /other": "each outcome has a market",
  "GET /fees/total": KEPT_FEES,
  "GET /fees/timeseries": KEPT_FEES,
  "GET /referrers": KEPT_FEES,
};

const PAGES: Readonly<Record<string, string>> = {
  cursor: "limit=1",
  "GET /v2/holders cursor": `limit=1&condition=${BLUE}`,
  "GET /v2/prices-history cursor": "limit=1&interval=1d",
};

let exchange: TestExchange;
before(async () => {
  exchange = await startWalkedStory();
});
after(() => exchange.close());

describeParameterWalk(dataEndpoints, {
  changes: () => CHANGES,
  pages: PAGES,
  mayBeRefused: new Set([
    "category",
    "excludeDepositsWithdrawals",
    "cursorTimestamp",
    "cursorId",
    "cursorUser",
  ]),
  withoutEffect: WITHOUT_EFFECT,
  cursorOf: ({ body }) => body.pagination.next_cursor,
  read: ({ endpoint: { path }, query, dialect }) =>
    exchange.get(`${path}?${laidOver(BASES[path] ?? "", query)}`, dialect),
});

const firstVersion = operationsIn(dataEndpoints, "polymarket").filter(({ strict }) => !strict);

const known = new Set(firstVersion.flatMap(({ query }) => Object.keys(query?.properties ?? {})));

for (const { path, query } of firstVersion)
  void it(`answers at ${path} what Polymarket's clients send to other operations`, async () => {
    const asked = `${path}?${BASES[path] ?? ""}`;
    const others = [...known].filter((name) => !(name in (query?.properties ?? {})));
    const more = others.map((name) => `&${name}=1`).join("");
    const [plain, sent] = [
      await exchange.get(asked, "polymarket"),
      await exchange.get(asked + more, "polymarket"),
    ];
    assert.deepEqual([sent.status, sent.text], [plain.status, plain.text]);
  });

describeFormWalk({
  endpoints: dataEndpoints,
  read: ({ endpoint: { path }, query, dialect }) =>
    exchange.get(`${path}?${laidOver(BASES[path] ?? "", query)}`, dialect),
  beside: {
    "GET /v2/positions filter_type": "filter_amount=1",
    "GET /v2/trades filter_type": "filter_amount=1",
    "GET /trades filterType": "filterAmount=1",
    "GET /trades filterAmount": "filterType=CASH",
    "GET /activity excludeDepositsWithdrawals": "type=TRADE",
    "GET /v2/holders include_pnl": `condition=${BLUE}`,
    "GET /v2/holders min_balance": `condition=${BLUE}`,
    "GET /v2/holders limit": `condition=${BLUE}`,
    "GET /v2/prices-history limit": "interval=1d",
  },
  refused: new Set([
    "start",
    "end",
    "as_of",
    "bucket_seconds",
    "cursorTimestamp",
    "excludeDepositsWithdrawals",
  ]),
});

describeSlashWalk(dataEndpoints, ({ endpoint: { path }, query, dialect, slash }) =>
  exchange.get(`${path}${slash}?${laidOver(BASES[path] ?? "", query)}`, dialect),
);
