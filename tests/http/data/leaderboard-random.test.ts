import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { walletOf } from "../../support/exchange.ts";
import { createRandom } from "../../support/random.ts";
import type { Random } from "../../support/random.ts";
import { answered, DIALECTS } from "./data.ts";
import { drawPortfolios, live } from "./drawn-portfolios.ts";
import type { Portfolios } from "./drawn-portfolios.ts";

const SEED = 20_260_702;
const DAY_MS = 86_400_000;
const AT_ONCE = 6;
const PATH = "/v1/leaderboard";

type Query = {
  readonly text: string;
  readonly days: number;
  readonly by: "vol" | "pnl";
  readonly offset: number;
  readonly limit: number;
  readonly user: string | undefined;
};

/** Days that count, by the period; without one a day. */
const PERIODS = { DAY: 1, WEEK: 7, MONTH: 30, ALL: Infinity } as const;

function drawQuery(random: Random, wallets: readonly string[]): Query {
  const period = random.pick([undefined, "DAY", "WEEK", "MONTH", "ALL"] as const);
  const by = random.pick([undefined, "PNL", "VOL"] as const);
  const limit = random.chance(60) ? random.pick([1, 2, 5, 50, 51]) : undefined;
  const offset = random.chance(40) ? random.pick([0, 1, 4, 1000]) : undefined;
  const user = random.chance(30) ? random.pick([...wallets, walletOf("nobody")]) : undefined;
  const category = random.chance(20) ? "OVERALL" : undefined;
  const given = Object.entries({ timePeriod: period, orderBy: by, limit, offset, user, category });
  return {
    text: given.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join("&"),
    days: PERIODS[period ?? "DAY"],
    by: by === "VOL" ? "vol" : "pnl",
    offset: offset ?? 0,
    limit: Math.min(limit ?? 25, 50),
    user,
  };
}

const four = (micros: number): number =>
  (Math.sign(micros) * Math.round(Math.abs(micros) / 100)) / 10_000 || 0;

/** Sums over all that happened since midnight of the period's first day. */
function expected({ earned, wallets, exchange }: Portfolios, query: Query): object[] {
  const first = Math.floor(exchange.clock.now / DAY_MS) - query.days + 1;
  const sums = wallets.map((wallet) => {
    const own = earned.filter((one) => one.wallet === wallet && Math.floor(one.at / DAY_MS) >= first);
    const sum = (of: "volume" | "realized"): number => own.reduce((total, one) => total + one[of], 0);
    return { wallet, vol: sum("volume"), pnl: sum("realized") };
  });
  const ranked = sums
    .filter(({ vol, pnl }) => vol !== 0 || pnl !== 0)
    .sort((a, b) => b[query.by] - a[query.by] || (a.wallet < b.wallet ? -1 : 1))
    .map(({ wallet, vol, pnl }, index) => ({
      rank: String(index + 1),
      proxyWallet: wallet,
      userName: "",
      vol: four(vol),
      pnl: four(pnl),
      profileImage: "",
      xUsername: "",
      verifiedBadge: false,
    }));
  return query.user === undefined
    ? ranked.slice(query.offset, query.offset + query.limit)
    : ranked.filter(({ proxyWallet }) => proxyWallet === query.user);
}

async function check(portfolios: Portfolios): Promise<number> {
  const { random, wallets, exchange } = portfolios;
  const [query, dialect] = [drawQuery(random, wallets), random.pick(DIALECTS)];
  const rows = expected(portfolios, query);
  const body = answered(await exchange.get(`${PATH}?${query.text}`, dialect), PATH, dialect);
  assert.deepEqual(body, rows, `seed ${SEED}, ${dialect}: ${PATH}?${query.text}`);
  return rows.length;
}

/** Days that pass before each stage; the last stages are longer than a month apart from the first. */
const STAGES = [0, 1, 3, 6, 25, 40];
const STEPS = 120;
const QUERIES = 150;

void describe(`The leaderboard of drawn portfolios, seed ${SEED}`, () => {
  let portfolios: Portfolios;
  before(async () => {
    portfolios = await drawPortfolios(createRandom(SEED), 13);
  });
  after(() => portfolios?.exchange.close());

  for (const [stage, days] of STAGES.entries()) {
    void it(`is answered to ${QUERIES} queries as plain sums rank it, in stage ${stage + 1}`, async () => {
      await portfolios.exchange.wait(days * DAY_MS);
      await live(portfolios, STEPS);
      let found = 0;
      for (let done = 0; done < QUERIES; done += AT_ONCE) {
        const checks = Array.from({ length: AT_ONCE }, () => check(portfolios));
        found += (await Promise.all(checks)).filter((rows) => rows > 0).length;
      }
      assert.ok(found > QUERIES / 4, `only ${found} queries found anything`);
    });
  }

  void it("is empty on a day on which nothing happened, and goes on being that of all time", async () => {
    await portfolios.exchange.wait(2 * DAY_MS);
    assert.deepEqual(answered(await portfolios.exchange.get(PATH), PATH), []);
    assert.equal(answered(await portfolios.exchange.get(`${PATH}?timePeriod=ALL`), PATH).length, 13);
  });
});
