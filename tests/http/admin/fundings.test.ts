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

const SEPARATED = { commas: ",", semicolons: ";", tabs: "\t" } as const;

for (const [name, separator] of Object.entries(SEPARATED)) {
  test(`a list is read as spreadsheets write it, with newlines and separators in notes: ${name}`, async () => {
    const rows = [
      ["Address", "Amount", "Note"],
      [wallet(`${name} 1`), "1.5", '"class 7b,\r\nlate; asked\tfor ""more"""'],
      ["", "", ""],
      [` ${wallet(`${name} 2`)} `, " 2 ", "plain"],
      [wallet(`${name} 3`), '"3"'],
    ];
    const csv = `\ufeff${rows.map((row) => row.join(separator)).join("\r\n")}\r\n`;
    const { faults, lines } = await rehearse(csv);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      lines.map(({ line, amount, note }: Record<string, unknown>) => [line, amount, note]),
      [
        [2, "1.5", 'class 7b,\nlate; asked\tfor "more"'],
        [5, "2", "plain"],
        [6, "3", ""],
      ],
    );
    assert.deepEqual((await fund(csv)).body, { accounts: 3, opened: 3, total: "6.5" });
    const { notes } = await exchange.done("GET", `/accounts/${wallet(`${name} 1`)}`);
    assert.equal(notes[0].text, 'class 7b,\nlate; asked\tfor "more"');
  });
}

test("an open quote takes no other line along, and a list without a header has its separator too", async () => {
  const { faults, lines } = await rehearse(
    `${wallet("a")};1;"open\n${wallet("b")};2\n${wallet("c")};1,5\n${wallet("d")},4`,
  );
  assert.deepEqual(
    [faults.map(({ line }: { line: number }) => line), lines.map(({ line }: { line: number }) => line)],
    [[1, 3, 4], [2]],
  );
  assert.match(faults[0].fault, /^expected a semicolon or a closing quote, got ""open"$/);
  assert.match(faults[1].fault, /^amount: expected a decimal.* got "?1,5/);
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
  const refused = /^csv: line 1001: expected at most 1000 wallets, got 1001; nothing was done$/;
  assert.match((await fund(lines.join("\n"))).body.hint, refused);
  const { faults } = await rehearse(lines.map((line) => `${line}\r\n`.repeat(6)).join(""));
  assert.deepEqual(faults, [{ line: 1001, fault: "expected at most 1000 wallets, got 6006" }]);
  const head = seq();
  const { body } = await fund(lines.slice(1).join("\n"));
  assert.deepEqual([body.accounts, body.opened, body.total, seq()], [1000, 1000, "1000", head + 1]);
  const { accountByAddress } = exchange.context.engine.exchange;
  assert.equal(accountByAddress.get(wallet("crowd 1000"))?.collateral, 1_000_000);
});
