/**
 * Members beside whom a page's operator works, as a program that hidden commands of pages run in the shell of the page:
 * `node act-as-member.ts TRADING trade MARKET`, `... redeem MARKET` or `... name NAME`. Two members have accounts with 250 each.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { requestsTo } from "../support/exchange.ts";
import { createTrader } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";

const [, , trading = "", step = "", subject = ""] = process.argv;

/** Runs the command of the page's shell. */
const presage = (...args: readonly string[]): string =>
  execFileSync("presage", args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

const clock = {
  get now() {
    return Date.now();
  },
};
const requests = requestsTo({ spec: trading, polymarket: "", kuest: "" });

async function openAccount(name: string): Promise<Trader> {
  const trader = await createTrader({ ...requests, clock }, name);
  const key = ["--reason", "a member", "--idempotency-key", `member-${name}`];
  presage("account", "open", trader.address, ...key);
  presage("credit", trader.address, "250", ...key.slice(0, 3), `credit-${name}`);
  return trader;
}

async function succeed(reply: Promise<{ readonly status: number; readonly text: string }>): Promise<void> {
  const { status, text } = await reply;
  assert.equal(status, 200, text);
}

/** Steps of members, by their names. */
const STEPS: Readonly<Record<string, (members: readonly [Trader, Trader]) => Promise<void>>> = {
  /** The second member buys 100 shares of the second outcome at 0.40 from the first one, who buys the others. */
  async trade([maker, taker]) {
    const { tokenIds } = JSON.parse(presage("market", "show", subject, "--json"));
    await succeed(maker.place({ tokenId: tokenIds[0], side: "BUY", price: "0.6", size: "100" }));
    await succeed(taker.place({ tokenId: tokenIds[1], side: "BUY", price: "0.4", size: "100" }));
  },
  async redeem([maker]) {
    const { conditionId } = JSON.parse(presage("market", "show", subject, "--json"));
    await succeed(maker.request("POST", "/positions/redeem", { body: { conditionId } }));
  },
  name: ([, taker]) => succeed(taker.request("POST", "/name", { body: { name: subject } })),
};

const run = STEPS[step];
if (run === undefined) throw new Error(`expected one of ${Object.keys(STEPS).join(", ")}, got ${step}`);
await run([await openAccount("maker"), await openAccount("taker")]);
