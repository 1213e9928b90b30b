/**
 * The order requests of tests/vectors/invalid-orders.json, sent to an exchange that lists their markets, at their
 * time, with keys of this exchange. Each is refused or placed as its vector says, and none is answered with a 500.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { privateKeyToAccount } from "viem/accounts";
import type { Hex } from "viem";
import { lots, micros, NO_MICROS, parseDecimal, ticks } from "../../../src/core/units.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { hashOf, startTestExchange, testListing, tokenOf } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { requestHeaders, traderWith, walletHeaders } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";

type Case = {
  readonly id: string;
  readonly expect: "reject" | "accept" | "accept-after-normalisation" | "implementation-defined";
  readonly where: string;
  readonly reason: string;
  readonly context: string;
  readonly market: { readonly tokenId: string; readonly tickSize: string };
  readonly nowMs: number;
  readonly caller: string;
  readonly body: string;
  readonly precondition?: string;
};
type Account = {
  readonly address: string;
  readonly apiKey: string;
  readonly depositWallet: string;
  readonly proxyWallet: Record<string, string>;
  readonly safeWallet: Record<string, string>;
};
type Vectors = {
  readonly contexts: Record<string, { readonly negRisk: boolean }>;
  readonly accounts: readonly Account[];
  readonly cases: readonly Case[];
};
const read = (name: string) => readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url), "utf8");
const { contexts, accounts, cases } = JSON.parse(read("invalid-orders")) as Vectors;

/** The public test keys that the vectors are made with. */
const KEYS = [...new Set(read("orders-v2").match(/"privateKey":"0x[0-9a-f]{64}"/g))].map((found) =>
  privateKeyToAccount(found.slice(14, -1) as Hex),
);

/**
 * Vectors that are good orders here. Three are for another built-in exchange than their context's. Two are of a wallet of
 * another type that is registered to the signer. One has no order type, and is GTC.
 */
const GOOD_HERE = new Set(["bad-57", "bad-58", "bad-68", "bad-150", "bad-152", "bad-307"]);

let exchange: TestExchange;
const traders = new Map<string, Trader>();

/** One exchange for each setting of a token: another tick, or another kind of market. */
const settingOf = ({ market, context }: Case): string =>
  `tick ${market.tickSize}${contexts[context]!.negRisk ? ", negative risk" : ""}`;
const settings = [...new Set(cases.map(settingOf))];

for (const setting of settings) {
  test(setting, async (t) => {
    // The exchange's time does not step back, so they come in the order of theirs.
    const ours = cases.filter((one) => settingOf(one) === setting).sort((a, b) => a.nowMs - b.nowMs);
    await open(ours);
    try {
      for (const one of ours) await t.test(`${one.id} ${one.expect}: ${one.reason}`, () => check(one));
    } finally {
      await exchange.close();
    }
  });
}

async function open(ours: readonly Case[]): Promise<void> {
  exchange = await startTestExchange({
    endpoints: tradingEndpoints("sandbox"),
    startAt: Math.min(...cases.map(({ nowMs }) => nowMs)),
    settings: { PRESAGE_ADMIN_TOKEN: "ad".repeat(32) },
  });
  const tick = ticks(parseDecimal(ours[0]!.market.tickSize, 4)!);
  const negativeRisk = contexts[ours[0]!.context]!.negRisk;
  const tokens = [...new Set(ours.map(({ market }) => market.tokenId))];
  const markets = tokens.map((token) => ({
    name: token,
    tokenIds: [token, tokenOf(`not ${token}`)] as [string, string],
    tick,
    negativeRisk,
  }));
  await exchange.list(testListing(markets));
  for (const account of accounts) await openAccount(account, tokens);
}

/** A key, and shares of everything so that sells are refused for nothing but what is wrong with them. */
async function openAccount({ address, ...wallets }: Account, tokens: readonly string[]): Promise<void> {
  const account = KEYS.find((key) => key.address === address);
  assert.ok(account, `no test key of ${address}`);
  const reply = await exchange.send("/auth/api-key", {
    method: "POST",
    headers: await walletHeaders(account, exchange.clock.now),
  });
  traders.set(address, traderWith(exchange, account, reply.body));
  const owner = address.toLowerCase();
  const { depositWallet, proxyWallet, safeWallet } = wallets;
  const contracts = [depositWallet, ...Object.values(proxyWallet), ...Object.values(safeWallet)];
  for (const wallet of [address, ...contracts].map((given) => given.toLowerCase())) {
    await exchange.submit({ type: "open-account", address: wallet, owner, credit: NO_MICROS });
    await exchange.submit({ type: "credit", address: wallet, amount: micros(1_000_000_000_000) });
    for (const token of tokens) {
      await exchange.submit({
        type: "split",
        address: wallet,
        owner: exchange.context.engine.exchange.accountByAddress.get(wallet)!.owner,
        conditionId: hashOf(token),
        lots: lots(100_000),
      });
    }
  }
}

async function send({ caller, body, nowMs }: Case): Promise<Reply> {
  const trader = traders.get(caller)!;
  exchange.clock.now = nowMs;
  let sent = body;
  for (const { address, apiKey } of accounts)
    sent = sent.replaceAll(apiKey, traders.get(address)!.credentials.apiKey);
  const headers = requestHeaders(trader, { method: "POST", path: "/order", body: sent, now: nowMs });
  return exchange.send("/order", { method: "POST", headers, body: sent });
}

async function check(one: Case): Promise<void> {
  const reply = await send(one);
  assert.ok(reply.status === 200 || (reply.status >= 400 && reply.status < 500), reply.text);
  if (one.expect === "implementation-defined") return;
  const accepted = one.expect !== "reject" || GOOD_HERE.has(one.id);
  assert.equal(reply.status === 200, accepted, reply.text);
  if (!accepted)
    assert.ok(reply.body.code.length > 3 && reply.body.hint.length > 3 && reply.body.success === false);
}
