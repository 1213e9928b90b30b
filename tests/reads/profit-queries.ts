/** Queries for the figures of wallets, and for their profit over time. */
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import { generateName } from "../../src/core/people/generated-name.ts";
import type { Query } from "./order-queries.ts";
import { compare, DATA } from "./read-world.ts";
import type { ReadWorld } from "./read-world.ts";
import { profitsOf } from "./recorded-history.ts";
import type { RecordedProfit } from "./recorded-history.ts";
import { anyAddress, anyWallet, queryOf } from "./shown.ts";

const NOTHING: RecordedProfit = { realized: 0n, open: 0n };

/** Rounded to four decimals, halves away from zero; given in 0.00000001. */
function four(exact: bigint): number {
  const size = exact < 0n ? -exact : exact;
  const rounded = Number((size + 5_000n) / 10_000n) / 10_000;
  return exact < 0n && rounded !== 0 ? -rounded : rounded;
}

const shownProfit = ({ realized, open }: RecordedProfit) => ({
  profit: four(realized * 100n + open),
  realizedProfit: four(realized * 100n),
  openProfit: four(open),
});

/** Milliseconds of the first entry of a wallet's ledger. */
function joinedAt({ history: { fold } }: ReadWorld, address: string): number | undefined {
  const [no] = [...fold.accounts].find(([, account]) => account.address === address) ?? [];
  return fold.operations.find(({ account }) => account === no)?.at;
}

export const listWallets: Query = async (world) => {
  const { random, history } = world;
  const drawn = Array.from({ length: random.between(1, 6) }, () => anyWallet(world).address);
  const profits = profitsOf(history);
  const rows = [...new Set(drawn)].flatMap((address) => {
    const account = [...history.fold.accounts.values()].find((one) => one.address === address);
    if (account === undefined) return [];
    const wins = [...account.positions].flatMap(([token, { lots, bought, realized }]) => {
      const payout = history.fold.markets.get(Number(token.split(":")[0]))?.payout;
      return bought > 0n && realized > 0n && lots <= (payout === undefined ? 1 : 0) ? [realized] : [];
    });
    const biggest = wins.reduce((most, win) => (win > most ? win : most), 0n);
    const joined = joinedAt(world, address);
    return {
      proxyWallet: address,
      name: "",
      pseudonym: generateName(address),
      volume: four(account.volume * 100n),
      ...shownProfit(profits.get(address) ?? NOTHING),
      biggestWin: four(biggest * 100n),
      joinedAt: joined === undefined ? null : Math.floor(joined / 1_000),
    };
  });
  const user = drawn.map((address) => anyAddress(world, address)).join(",");
  await compare(world, { dialect: random.pick(DIALECTS), path: `${DATA}/wallets?user=${user}` }, rows);
  return rows.length;
};

const DAY = 86_400;
const BACK = { "1d": DAY, "1w": 7 * DAY, "1m": 30 * DAY, all: Infinity } as const;
const MINUTES = [10, 30, 60, 180, 360, 720, 1_440];

/** The step in seconds at which no more than this many points are from the start until now. */
function stepOf(seconds: number, most: number): number {
  const step = MINUTES.find((minutes) => minutes * 60 * most >= seconds);
  if (step !== undefined) return step * 60;
  let days = 1;
  while (days * DAY * most < seconds) days += 1;
  return days * DAY;
}

/** Compares each point with the profit at the end of the last ten minutes before it that had a batch. */
export const getProfit: Query = async (world) => {
  const { random, history, clock } = world;
  const wallet = anyWallet(world).address;
  const interval = random.pick([undefined, "1d", "1w", "1m", "all"] as const);
  const now = Math.floor(clock.now / 1_000);
  const joined = joinedAt(world, wallet);
  const begun = joined === undefined ? now : Math.floor(joined / 1_000);
  const start = Math.max(now - BACK[interval ?? "all"], begun);
  const step = stepOf(now - start, 180);
  const times: number[] = [];
  for (let t = start - (start % step); t < now; t += step) times.push(t);
  const batches = [...history.batches.values()];
  const ended = [
    ...history.profits,
    { period: Math.floor((batches.at(-1)?.at ?? 0) / 600_000), byAddress: profitsOf(history) },
  ];
  const profitAt = (t: number): RecordedProfit =>
    ended.findLast(({ period }) => period * 600 < t)?.byAddress.get(wallet) ?? NOTHING;
  const past = times.map((t) => ({ t, ...shownProfit(profitAt(t)) }));
  const present = { t: now, ...shownProfit(profitsOf(history).get(wallet) ?? NOTHING) };
  const points = joined === undefined ? [] : [...past, present];
  const path = `${DATA}/profit?${queryOf({ user: anyAddress(world, wallet), interval })}`;
  await compare(world, { dialect: random.pick(DIALECTS), path }, { proxyWallet: wallet, step, points });
  return points.length;
};
