import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { hashOf, walletOf } from "../../support/exchange.ts";
import { createRandom } from "../../support/random.ts";
import { answered, DIALECTS } from "./data.ts";
import { drawPortfolios, live } from "./drawn-portfolios.ts";
import type { Portfolios } from "./drawn-portfolios.ts";
import { closedRow, currentRow, drawQuery, positionsOf, valueOf } from "./drawn-positions.ts";

const SEED = 20_260_701;
const STAGES = 4;
const QUERIES = 300;
const AT_ONCE = 6;
const STEPS = 350;

/** Asks for a page, and gives how many rows it has. What is drawn is drawn before anything is waited for. */
async function checkList(portfolios: Portfolios, closed: boolean): Promise<number> {
  const dialect = portfolios.random.pick(DIALECTS);
  const { text, rows } = drawQuery({ portfolios, dialect, closed });
  const path = closed ? "/closed-positions" : "/positions";
  const body = answered(await portfolios.exchange.get(`${path}?${text}`, dialect), path, dialect);
  const expected = rows.map((row) => (closed ? closedRow : currentRow)(row, dialect));
  assert.deepEqual(body, expected, `seed ${SEED}, ${dialect}: ${path}?${text}`);
  return rows.length;
}

async function checkSums(portfolios: Portfolios): Promise<number> {
  const { random, wallets, exchange } = portfolios;
  const [user, dialect] = [random.pick([...wallets, walletOf("nobody")]), random.pick(DIALECTS)];
  const positions = positionsOf(portfolios, user);
  if (random.chance(30)) {
    const traded = new Set(positions.filter(({ held }) => held.bought > 0).map(({ market }) => market)).size;
    const body = answered(await exchange.get(`/traded?user=${user}`, dialect), "/traded", dialect);
    assert.deepEqual(body, { user, traded });
    return traded;
  }
  const some = random.chance(50) ? positions.filter(() => random.chance(20)) : [];
  const names = [...new Set(some.map(({ market }) => market.name))];
  const market = names.length === 0 ? "" : `&market=${names.map(hashOf).join()}`;
  const counted = market === "" ? positions : positions.filter((one) => names.includes(one.market.name));
  const value = valueOf(counted);
  const body = answered(await exchange.get(`/value?user=${user}${market}`, dialect), "/value", dialect);
  assert.deepEqual(body, [{ user, value }], `seed ${SEED}: value of ${user}${market}`);
  return value;
}

const check = (portfolios: Portfolios): Promise<number> => {
  const drawn = portfolios.random.below(10);
  return drawn < 8 ? checkList(portfolios, drawn < 3) : checkSums(portfolios);
};

void describe(`Positions of drawn portfolios, seed ${SEED}`, () => {
  let portfolios: Portfolios;
  before(async () => {
    portfolios = await drawPortfolios(createRandom(SEED), 7);
  });
  after(() => portfolios?.exchange.close());

  for (let stage = 1; stage <= STAGES; stage += 1) {
    void it(`are answered to ${QUERIES} queries as a plain ledger has them, after ${stage * STEPS} steps`, async () => {
      await live(portfolios, STEPS);
      let found = 0;
      for (let done = 0; done < QUERIES; done += AT_ONCE) {
        const checks = Array.from({ length: AT_ONCE }, () => check(portfolios));
        found += (await Promise.all(checks)).filter((rows) => rows > 0).length;
      }
      assert.ok(found > QUERIES / 4, `only ${found} queries found anything`);
    });
  }
});
