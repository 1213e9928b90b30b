/** Lists of starting funds: rehearsed, refused with the lines that are wrong, and carried out whole and once. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { inSnapshot } from "../../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../../src/store/verify/verify-exchange.ts";
import { walletOf } from "../../support/exchange.ts";
import { startOperatedExchange, TOKENS } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

const reason = "start of the term";
const wallet = (name: string): string => walletOf(`funded ${name}`);

let exchange: OperatedExchange;

before(async () => {
  exchange = await startOperatedExchange();
});
after(async () => {
  const { differences } = await inSnapshot(exchange.databaseUrl, "fundings test", verifyExchange);
  assert.deepEqual(differences, []);
  await exchange.close();
});

const rehearse = (csv: string) => exchange.done("POST", "/accounts/fundings/rehearsal", { csv });
const fund = (csv: string, headers: Record<string, string> = {}) =>
  exchange.send("/accounts/fundings", {
    method: "POST",
    headers: { authorization: `Bearer ${TOKENS.bank}`, ...headers },
    body: { csv, reason },
  });
const balanceOf = async (address: string): Promise<string> =>
  (await exchange.done("GET", `/accounts/${address}`)).balance;
const seq = (): number => exchange.context.engine.head().seq;

test("all wallets of a list are credited, those without an account are opened, and each has its entries", async () => {
  await exchange.open(wallet("known"), "5");
  const csv = `Address,amount,note\r\n${wallet("known")}, 10.5\r\n\r\n${wallet("new")},20,"asked for it, twice: ""please"""\r\n`;
  const rehearsed = await rehearse(csv);
  assert.deepEqual(
    [rehearsed.accounts, rehearsed.opens, rehearsed.total, rehearsed.faults],
    [2, 1, "30.5", []],
  );
  assert.deepEqual(rehearsed.lines[1], {
    line: 4,
    address: wallet("new"),
    amount: "20",
    note: 'asked for it, twice: "please"',
    opens: true,
  });
  const head = seq();
  const { status, body } = await fund(csv);
  assert.deepEqual([status, body], [200, { accounts: 2, opened: 1, total: "30.5" }]);
  assert.equal(seq(), head + 1, "all of it is one batch");
  assert.deepEqual([await balanceOf(wallet("known")), await balanceOf(wallet("new"))], ["15.5", "20"]);
  const { notes } = await exchange.done("GET", `/accounts/${wallet("new")}`);
  assert.deepEqual(notes[0].text, 'asked for it, twice: "please"');
  const { data } = await exchange.done("GET", `/audit?subject=${wallet("known")}`);
  assert.deepEqual(
    data.map(({ action, operator, reason: why, details }: Record<string, unknown>) => [
      action,
      operator,
      why,
      details,
    ]),
    [["credit", "bank", reason, { amount: "10.5" }]],
  );
});

test("a list that is sent again credits nobody twice", async () => {
  const csv = `${wallet("once")},7`;
  const first = await fund(csv, { "idempotency-key": "term-7" });
  const again = await fund(csv, { "idempotency-key": "term-7" });
  assert.deepEqual([again.status, again.body], [200, first.body]);
  assert.equal(await balanceOf(wallet("once")), "7");
  const other = await fund(`${wallet("once")},8`, { "idempotency-key": "term-7" });
  assert.equal(other.body.code, "idempotency_key_reused");
});

const GOOD = `${wallet("good")},1`;
const FAULTS: readonly (readonly [name: string, csv: string, line: number, fault: RegExp])[] = [
  ["no line", "", 1, /expected a wallet, got none/],
  ["a header alone", "address,amount", 1, /expected a wallet, got none/],
  ["no address", `${GOOD}\nann,1`, 2, /address/],
  ["a wrong checksum", `0xABCDEF0123456789abcdef0123456789ABCDEF01,1`, 1, /address/],
  ["no amount", wallet("poor"), 1, /amount: expected a decimal/],
  ["an amount of nothing", `${wallet("poor")},0`, 1, /amount: expected a decimal/],
  ["too many decimals", `${wallet("poor")},1.1234567`, 1, /amount: expected a decimal/],
  ["a wallet twice", `${GOOD}\n\n${wallet("good").toUpperCase().replace("0X", "0x")},2`, 3, /line 1|address/],
  ["four values", `${wallet("poor")},1,a,b`, 1, /got 4 values/],
  ["an open quote", `${wallet("poor")},1,"never closed`, 1, /closing quote/],
  ["a long note", `${wallet("poor")},1,${"x".repeat(1001)}`, 1, /up to 1000 characters/],
];

for (const [name, csv, line, fault] of FAULTS) {
  test(`a list with a fault does nothing, and the fault is told by its line: ${name}`, async () => {
    const { faults } = await rehearse(csv);
    assert.equal(faults[0].line, line);
    assert.match(faults[0].fault, fault);
    const head = seq();
    const { status, body } = await fund(csv);
    assert.deepEqual([status, body.code], [400, "invalid_payload"]);
    assert.match(body.hint, new RegExp(`line ${line}: `));
    assert.equal(seq(), head);
    assert.equal(exchange.context.engine.exchange.accountByAddress.get(wallet("good")), undefined);
  });
}

test("more than all that the exchange can hold is refused whole", async () => {
  const most = "9007199254.740991";
  const csv = `${wallet("good")},1\n${wallet("rich")},${most}`;
  const rehearsed = await exchange.call("bank", "POST", "/accounts/fundings/rehearsal", { csv });
  const { body } = await fund(csv);
  assert.deepEqual([rehearsed.body.code, body.code], ["amount_too_large", "amount_too_large"]);
  assert.equal(rehearsed.body.hint, body.hint);
  assert.equal(exchange.context.engine.exchange.accountByAddress.get(wallet("good")), undefined);
});

test("a thousand wallets are credited in one batch, and one more is refused", async () => {
  const lines = Array.from({ length: 1001 }, (_, index) => `${wallet(`crowd ${index}`)},1`);
  assert.match((await fund(lines.join("\n"))).body.hint, /at most 1000 wallets/);
  const head = seq();
  const { body } = await fund(lines.slice(1).join("\n"));
  assert.deepEqual([body.accounts, body.opened, body.total, seq()], [1000, 1000, "1000", head + 1]);
  const { accountByAddress } = exchange.context.engine.exchange;
  assert.equal(accountByAddress.get(wallet("crowd 1000"))?.collateral, 1_000_000);
});

test("a list takes its role", async () => {
  const reply = await exchange.call("desk", "POST", "/accounts/fundings", { csv: GOOD, reason });
  assert.equal(reply.body.code, "forbidden");
});
