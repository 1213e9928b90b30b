/** Invites from the operator who makes them to the wallets that use them: given once, refused with a reason, and kept. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { micros } from "../../../src/core/units.ts";
import { NAME_CHANGE_INTERVAL_MS } from "../../../src/engine/operators/names.ts";
import { getInvite, getInviteUse, useInvite } from "../../../src/http/trading/account/invites.ts";
import { checksumAddress } from "../../../src/signing/address.ts";
import { inSnapshot } from "../../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../../src/store/verify/verify-exchange.ts";
import { answeredBy } from "../../support/documented-answers.ts";
import { walletOf } from "../../support/exchange.ts";
import type { Reply } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { startTradedExchange, TOKENS } from "../admin/world.ts";
import type { OperatedExchange } from "../admin/world.ts";
import { assertRefused, startWorld } from "./world.ts";

const reason = "the class of 2026";

let exchange: OperatedExchange;

before(async () => {
  exchange = await startTradedExchange();
});
after(async () => {
  const { differences } = await inSnapshot(exchange.databaseUrl, "invites test", verifyExchange);
  assert.deepEqual(differences, []);
  await exchange.close();
});

type Made = { readonly list: string; readonly invites: readonly Listed[] };
type Listed = {
  readonly id: string;
  readonly name: string;
  readonly link: string;
  readonly [key: string]: unknown;
};

const make = (terms: object): Promise<Made> => exchange.done("POST", "/invites", { reason, ...terms });
const codeOf = ({ link }: Listed): string => link.slice(link.lastIndexOf("/") + 1);
const makeOne = async (terms: object): Promise<{ id: string; code: string }> => {
  const [invite] = (await make(terms)).invites;
  return { id: invite!.id, code: codeOf(invite!) };
};
const revoke = (id: string) => exchange.call("admin", "DELETE", `/invites/${id}`, { reason: "lost" });

const answered = answeredBy([getInvite, getInviteUse, useInvite]);
const useOf = (trader: Trader, code: string, options = {}): Promise<Reply> =>
  trader.request("POST", `/invite/${code}/use`, { body: {}, ...options });
const used = (reply: Reply) => answered(reply, "/invite/:code/use") as { [key: string]: unknown };
const balanceOf = ({ address }: Trader): number =>
  exchange.context.engine.exchange.accountByAddress.get(address)?.collateral ?? 0;
const stateOf = async (code: string): Promise<unknown> =>
  (answered(await exchange.get(`/invite/${code}`), "/invite/:code") as { state: unknown }).state;

describe("an invite for several", () => {
  it("gives each owner the funds once, however often and however many at once they ask", async () => {
    const { id, code } = await makeOne({ amount: "12.5", uses: 2 });
    const [ann, ben] = [await createTrader(exchange, "ann"), await createTrader(exchange, "ben")];
    const earlier = [balanceOf(ann), balanceOf(ben)];
    const replies = await Promise.all(Array.from({ length: 8 }, () => useOf(ann, code)));
    for (const reply of replies) {
      const { used: isUsed, address, amount, name, name_given } = used(reply);
      assert.deepEqual(
        [isUsed, address, amount, name, name_given],
        [true, checksumAddress(ann.address), "12.5", "", false],
      );
    }
    assert.equal(used(await useOf(ben, code))["used"], true);
    assert.deepEqual(
      [balanceOf(ann), balanceOf(ben)],
      earlier.map((balance) => balance + 12_500_000),
    );
    assert.equal(await stateOf(code), "used_up");

    const cid = await createTrader(exchange, "cid");
    const expected = { status: 409, code: "invite_used_up", error: "the invite is used up" } as const;
    assertRefused(await useOf(cid, code), expected);
    const shown = await exchange.done("GET", `/invites/${id}`);
    assert.deepEqual([shown.used, shown.given, shown.state], [2, "25", "used_up"]);
    assert.deepEqual(
      shown.wallets.map(({ address }: { address: string }) => address),
      [ann.address, ben.address],
    );
    const { data } = await exchange.done("GET", `/audit?subject=${ann.address}`);
    assert.deepEqual([data[0].action, data[0].details.amount], ["use-invite", "12.5"]);
  });

  it("is never used more often than it says by many at once", async () => {
    const { code } = await makeOne({ amount: "1", uses: 3 });
    const traders = await Promise.all(
      Array.from({ length: 9 }, (_, index) => createTrader(exchange, `crowd ${index}`)),
    );
    const replies = await Promise.all(traders.map((trader) => useOf(trader, code)));
    const codes = replies.map(({ status, body }) => (status === 200 ? "given" : body.code));
    assert.deepEqual(codes.filter((one) => one === "given").length, 3);
    assert.deepEqual(new Set(codes), new Set(["given", "invite_used_up"]));
  });

  it("says to each caller whether it has the funds", async () => {
    const { code } = await makeOne({ amount: "1" });
    const [dan, eve] = [await createTrader(exchange, "dan"), await createTrader(exchange, "eve")];
    const ask = async (trader: Trader) => used(await trader.request("GET", `/invite/${code}/use`));
    assert.equal((await ask(dan))["used"], false);
    const first = used(await useOf(dan, code));
    assert.deepEqual(await ask(dan), first);
    assert.equal((await ask(eve))["used"], false);
  });
});

describe("an invite that is over", () => {
  it("says why, and gives nothing", async () => {
    const trader = await createTrader(exchange, "late");
    const ending = await makeOne({
      amount: "1",
      until: new Date(exchange.clock.now + 60_000).toISOString(),
    });
    const revoked = await makeOne({ amount: "1" });
    assert.deepEqual((await revoke(revoked.id)).body, { revoked: 1 });
    assert.deepEqual((await revoke(revoked.id)).body, { revoked: 0 });
    exchange.clock.now += 60_000;
    assert.deepEqual([await stateOf(ending.code), await stateOf(revoked.code)], ["ended", "revoked"]);
    assertRefused(await useOf(trader, ending.code), {
      status: 409,
      code: "invite_ended",
      error: "the invite has ended",
    });
    assertRefused(await useOf(trader, revoked.code), {
      status: 409,
      code: "invite_revoked",
      error: "the invite is revoked",
    });
    const unknown = { status: 404, code: "invite_not_found", error: "invite not found" } as const;
    assertRefused(await exchange.get("/invite/0123456789"), unknown);
    assertRefused(await useOf(trader, "0123456789"), unknown);
    assertRefused(await trader.request("GET", "/invite/0123456789/use"), unknown);
    assert.equal((await revoke("none")).body.code, "invite_not_found");
    assert.equal((await exchange.call("admin", "GET", "/invites/none")).body.code, "invite_not_found");
  });

  it("refuses wallets of others and banned owners", async () => {
    const { code } = await makeOne({ amount: "1", uses: 5 });
    const [fay, gus] = [await createTrader(exchange, "fay"), await createTrader(exchange, "gus")];
    for (const [address, refusal] of [
      [gus.address, "wallet_taken"],
      [walletOf("nobody"), "unknown_account"],
      ["0x12", "invalid_payload"],
    ] as const) {
      const { body } = await useOf(fay, code, { body: { address } });
      assert.equal(body.code, refusal);
    }
    await exchange.done("POST", "/bans", { address: fay.address, reason });
    assert.equal((await useOf(fay, code)).body.code, "user_banned");
    await exchange.done("POST", "/mode", { mode: "read-only", reason });
    assert.equal((await useOf(gus, code)).body.code, "read_only");
    await exchange.done("POST", "/mode", { mode: "normal", reason });
    assert.equal(used(await useOf(gus, code.toUpperCase()))["used"], true);
  });
});

describe("invites with names", () => {
  it("give each person a name and the funds, and the funds alone where the name is not to be had", async () => {
    const { invites } = await make({ amount: "20", names: "name\nHelga\n\nIvo Petrov\n" });
    assert.deepEqual(
      invites.map(({ name, uses }) => [name, uses]),
      [
        ["Helga", 1],
        ["Ivo Petrov", 1],
      ],
    );
    const [helga, ivo] = [codeOf(invites[0]!), codeOf(invites[1]!)];
    const [hal, ida] = [await createTrader(exchange, "hal"), await createTrader(exchange, "ida")];
    const first = used(await useOf(hal, helga));
    assert.deepEqual([first["name"], first["name_given"], first["name_code"]], ["Helga", true, null]);
    assert.equal(exchange.context.names.nameOf(hal.address), "Helga");

    const thief = await createTrader(exchange, "thief");
    await thief.request("POST", "/name", { body: { name: "Ivo Petrov" } });
    const earlier = balanceOf(ida);
    const second = used(await useOf(ida, ivo));
    assert.deepEqual([second["name_given"], second["name_code"]], [false, "name_taken"]);
    assert.match(String(second["name_error"]), /Another wallet/);
    assert.equal(balanceOf(ida), earlier + 20_000_000);
    exchange.clock.now += NAME_CHANGE_INTERVAL_MS;
    assert.deepEqual(used(await useOf(ida, ivo)), second, "a repeat says what happened then");
  });

  it("are refused with the lines that are wrong", async () => {
    await exchange.done("POST", "/forbidden-names", { text: "grumpy", match: "word", reason });
    const names = "Mia Stein\nMIA STEIN\nx\nPresage Team\nGrumpy Cat\nKim,5\nHelga";
    const { status, body } = await exchange.call("admin", "POST", "/invites", { amount: "1", names, reason });
    assert.deepEqual([status, body.code], [400, "invalid_payload"]);
    assert.match(
      body.hint,
      /^names: line 2: .*line 1; line 3: .*; line 4: .*; line 6: expected a name alone, got 2 values; 1 more line is wrong; nothing was done$/,
    );
    const many = Array.from({ length: 1001 }, (_, index) => `Ann ${index}`).join("\n");
    const reply = await exchange.call("admin", "POST", "/invites", { amount: "1", names: many, reason });
    assert.match(reply.body.hint, /at most 1000 names/);
  });

  it("are refused while an open invite promises one that reads like them", async () => {
    const { list } = await make({ amount: "1", names: "Quentin\nQuiet Fox" });
    const again = (names: string, uses?: number) =>
      exchange.call("admin", "POST", "/invites", { amount: "1", names, reason, uses });
    const { status, body } = await again("Q\u00faentin\nPetra Voss\nquiet-f0x");
    assert.deepEqual([status, body.code], [400, "invalid_payload"]);
    assert.equal(
      body.hint,
      'names: line 1: name: expected a name that no open invite promises, got "Q\u00faentin", which reads like "Quentin"; revoke that invite first; ' +
        'line 3: name: expected a name that no open invite promises, got "quiet-f0x", which reads like "Quiet Fox"; revoke that invite first; nothing was done',
    );
    const both = await Promise.all([again("Petra Voss"), again("petra.voss")]);
    assert.deepEqual(both.map((reply) => reply.status).toSorted(), [200, 400]);
    await revoke(list);
    assert.equal((await again("Quentin")).status, 200);
    assert.equal(
      (await again("Petra Foss", 2)).body.hint,
      "uses: expected none beside names, each of which has one link of one use, got 2",
    );
  });

  it("are revoked by their list", async () => {
    const { list, invites } = await make({ amount: "1", names: "Nora Quill\nOtto Quill" });
    const pat = await createTrader(exchange, "pat");
    used(await useOf(pat, codeOf(invites[0]!)));
    assert.deepEqual((await revoke(list)).body, { revoked: 2 });
    const { data, total } = await exchange.done("GET", `/invites?list=${list}&state=revoked`);
    assert.deepEqual([total, data[0].used, data[0].given], [2, 1, "1"]);
    const { time, ...revoked } = data[1].revoked;
    assert.deepEqual(revoked, { operator: "admin", reason: "lost" });
    assert.equal(Date.parse(time), exchange.clock.now);
  });
});

describe("operators", () => {
  it("read how much is promised, and only the treasury reads links", async () => {
    const promised = async () => Number((await exchange.done("GET", "/invites")).promised);
    const earlier = await promised();
    const { id } = await makeOne({ amount: "3", uses: 4 });
    assert.equal(await promised(), earlier + 12);
    const asDesk = await exchange.call("desk", "GET", `/invites/${id}`);
    assert.deepEqual([asDesk.status, asDesk.body.link], [200, null]);
    const asBank = await exchange.call("bank", "GET", `/invites/${id}`);
    assert.match(asBank.body.link, /^http:\/\/web\.example\/invite\/[0-9a-z]{26}$/);
    await revoke(id);
    assert.equal(await promised(), earlier);
  });

  it("cannot promise more than the exchange can hold, nor too little", async () => {
    for (const [terms, code] of [
      [{ amount: "9007199254.740991" }, "amount_too_large"],
      [{ amount: "1000000", uses: 10_000 }, "amount_too_large"],
      [{ amount: "0" }, "invalid_payload"],
      [{ amount: "1", uses: 0 }, "invalid_payload"],
      [{ amount: "1", uses: 10_001 }, "invalid_payload"],
      [{ amount: "1", uses: 2, names: "Rosa Quill" }, "invalid_payload"],
      [{ amount: "1", names: "" }, "invalid_payload"],
      [{ amount: "1", until: "2020-01-01T00:00:00Z" }, "invalid_payload"],
      [{ amount: "1", until: "soon" }, "invalid_payload"],
    ] as const) {
      const { body } = await exchange.call("bank", "POST", "/invites", { ...terms, reason });
      assert.equal(body.code, code, JSON.stringify(terms));
    }
  });

  it("make one invite however often they send it", async () => {
    const send = () =>
      exchange.send("/invites", {
        method: "POST",
        headers: { authorization: `Bearer ${TOKENS.bank}`, "idempotency-key": "class-7" },
        body: { amount: "1", names: "Sven Quill", reason },
      });
    const first = await send();
    const again = await send();
    assert.deepEqual([again.status, again.body], [200, first.body]);
    const total = await exchange.context.ownSql`select from invite_names where name = 'Sven Quill'`;
    assert.equal(total.length, 1);
  });
});

it("a sandbox that goes back takes uses and invites with it, and links of before work again", async () => {
  const { code, id } = await makeOne({ amount: "2" });
  await exchange.done("POST", "/sandbox/snapshot", { name: "before-a-use" });
  const later = await makeOne({ amount: "2" });
  const tom = await createTrader(exchange, "tom");
  used(await useOf(tom, code));
  assert.equal(await stateOf(code), "used_up");
  await exchange.done("POST", "/sandbox/revert", { name: "before-a-use" });
  assert.equal(await stateOf(code), "open");
  assert.equal((await exchange.get(`/invite/${later.code}`)).body.code, "invite_not_found");
  assert.equal((await exchange.done("GET", `/invites/${id}`)).used, 0);
  const uma = await createTrader(exchange, "uma");
  const earlier = balanceOf(uma);
  used(await useOf(uma, code));
  assert.equal(balanceOf(uma), earlier + 2_000_000);
});

it("opens the account of a wallet that has none, where none opens by itself", async () => {
  const production = await startWorld({ PRESAGE_MODE: "production" });
  try {
    const terms = { id: "7", list: "7", amount: micros(5_000_000), uses: 1, until: undefined };
    await production.submit({ type: "make-invites", operator: "admin", reason, invites: [terms] });
    const code = production.context.inviteCodes.codeOf("7");
    const newcomer = await createTrader(production, "newcomer");
    const { accountByAddress } = production.context.engine.exchange;
    assert.equal(accountByAddress.get(newcomer.address), undefined);
    assert.equal(used(await useOf(newcomer, code))["amount"], "5");
    assert.equal(accountByAddress.get(newcomer.address)?.collateral, 5_000_000);
  } finally {
    await production.close();
  }
});
