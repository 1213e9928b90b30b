/** The zero address in every operation that takes a wallet: it is no wallet, and nothing is done. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { adminEndpoints } from "../../src/http/admin/endpoints.ts";
import { formatRoute } from "../../src/http/operation/endpoint.ts";
import type { Endpoint } from "../../src/http/operation/endpoint.ts";
import { sandboxEndpoints } from "../../src/http/sandbox/endpoints.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";
import { hashOf } from "../support/exchange.ts";
import { noFaults } from "../support/no-faults.ts";
import { noResidents } from "../support/no-residents.ts";
import { createTrader } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";
import { startTradedExchange } from "./admin/world.ts";
import type { Method, OperatedExchange } from "./admin/world.ts";

const NOBODY = `0x${"0".repeat(40)}`;
const REASON = { reason: "test" };
const ACCOUNT = `0x${"7".repeat(40)}`;
const SET = { conditionId: hashOf("rain"), amount: "1" };

/** A request with the zero address: by whom, its operation, its path with a query, and its body. */
type Row = readonly [by: "operator" | "trader", operation: string, path?: string, body?: object];

const ROWS: readonly Row[] = [
  ["operator", "POST /accounts", "/accounts", { address: NOBODY, ...REASON }],
  ["operator", "POST /accounts", "/accounts", { address: ACCOUNT, owner: NOBODY, ...REASON }],
  [
    "operator",
    "POST /markets",
    "/markets",
    { event: "rainy", question: "Rain?", creator: NOBODY, ...REASON },
  ],
  ["operator", "GET /accounts/:address", `/accounts/${NOBODY}`],
  ["operator", "POST /accounts/:address/notes", `/accounts/${NOBODY}/notes`, { text: "nobody" }],
  ["operator", "POST /accounts/fundings", "/accounts/fundings", { csv: `${NOBODY},5`, ...REASON }],
  ["operator", "POST /credits", "/credits", { address: NOBODY, amount: "1", ...REASON }],
  ["operator", "POST /debits", "/debits", { address: NOBODY, amount: "1", ...REASON }],
  ["operator", "POST /bans", "/bans", { address: NOBODY, ...REASON }],
  ["operator", "DELETE /bans/:address", `/bans/${NOBODY}`, REASON],
  ["operator", "GET /orders/rehearsal", `/orders/rehearsal?address=${NOBODY}`],
  ["operator", "POST /orders/cancel", "/orders/cancel", { address: NOBODY, ...REASON }],
  ["operator", "GET /keys", `/keys?address=${NOBODY}`],
  ["operator", "DELETE /names/:address", `/names/${NOBODY}`, REASON],
  ["operator", "POST /sites", "/sites", { host: "market.example", wallets: [ACCOUNT, NOBODY], ...REASON }],
  ["operator", "DELETE /sites/:host", "/sites/market.example", { wallets: [NOBODY], ...REASON }],
  [
    "operator",
    "POST /webhooks",
    "/webhooks",
    { url: "https://hook.example", events: ["*"], wallets: [NOBODY], ...REASON },
  ],
  ["operator", "POST /sandbox/impersonations", "/sandbox/impersonations", { address: NOBODY }],
  ["trader", "POST /sandbox/faucet", "/sandbox/faucet", { address: NOBODY, amount: "1" }],
  ["trader", "POST /sandbox/faucet", "/sandbox/faucet", { address: ACCOUNT, owner: NOBODY, amount: "1" }],
  ["trader", "POST /positions/split", "/positions/split", { ...SET, address: NOBODY }],
  ["trader", "POST /positions/merge", "/positions/merge", { ...SET, address: NOBODY }],
  [
    "trader",
    "POST /positions/redeem",
    "/positions/redeem",
    { conditionId: SET.conditionId, address: NOBODY },
  ],
  [
    "trader",
    "POST /positions/convert",
    "/positions/convert",
    { conditionIds: [SET.conditionId], amount: "1", address: NOBODY },
  ],
  ["trader", "POST /withdrawals", "/withdrawals", { address: NOBODY, amount: "1" }],
  ["trader", "GET /balances", `/balances?address=${NOBODY}`],
  ["trader", "GET /ledger", `/ledger?address=${NOBODY}`],
  ["trader", "GET /name", `/name?address=${NOBODY}`],
  ["trader", "POST /name", "/name", { name: "Somebody", address: NOBODY }],
  ["trader", "DELETE /name", `/name?address=${NOBODY}`],
];

/** Operations whose address may be anything, each with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  "GET /changes": "a filter of a read, which nothing passes",
  "POST /webhooks/:id": "its body is read as that of POST /webhooks",
  "POST /invite/:code/use": "needs an invite, and reads its body as POST /withdrawals does",
  "POST /diagnoses/key": "explains a key, whatever was sent",
  "POST /order": "has its own refusals of an owner",
  "GET /auth/validate-readonly-api-key": "says whether a key is of this address",
  "GET /deployed": "says whether there is such a wallet",
  "GET /nonce": "is answered for any address",
  "GET /v1/account/transactions/params": "is answered for any address",
};

const FIELDS = /^(?:address|owner|creator|wallets?)$/;

const takesWallet = ({ params, query, body }: Endpoint): boolean =>
  [params, query, body].some((part) =>
    Object.keys((part as { properties?: object } | undefined)?.properties ?? {}).some((name) =>
      FIELDS.test(name),
    ),
  );

describe("the zero address", () => {
  let exchange: OperatedExchange;
  let ann: Trader;
  before(async () => {
    exchange = await startTradedExchange();
    ann = await createTrader(exchange, "ann");
  });
  after(() => exchange.close());

  for (const [by, operation, path = "", body] of ROWS)
    it(`is no wallet in ${operation} ${Object.keys(body ?? {}).join(" ")}`, async () => {
      const method = operation.split(" ", 1)[0] as Method;
      const { seq } = exchange.context.engine.head();
      const reply =
        by === "operator"
          ? await exchange.call("admin", method, path, body)
          : await ann.request(method, path, body === undefined ? {} : { body });
      assert.deepEqual([reply.status, reply.body.code], [400, "invalid_payload"], reply.text);
      assert.match(reply.body.hint, /(?:address|owner|creator|wallets): .*somebody signs for, got .*0x0{40}/);
      assert.equal(exchange.context.engine.head().seq, seq, "nothing is done");
    });

  it("is asked of every operation that takes a wallet", () => {
    const known = new Set([...ROWS.map(([, operation]) => operation), ...Object.keys(OTHERS)]);
    const endpoints = [
      ...adminEndpoints(() => null),
      ...sandboxEndpoints(noFaults(), noResidents()),
      ...tradingEndpoints("sandbox"),
    ];
    const left = endpoints.filter((one) => takesWallet(one) && !known.has(formatRoute(one)));
    assert.deepEqual(left.map(formatRoute), []);
  });
});
