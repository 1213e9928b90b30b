/** Orders straight into an engine: drawn commands like those of signed requests, and a steady number underway. */
import { randomBytes } from "node:crypto";
import type { Command, PlaceOrder } from "../../src/core/events/command.ts";
import { lots, ticks } from "../../src/core/units.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { BENCH_DOMAIN } from "./order-requests.ts";
import { restingOrder, tokenOf, walletOf } from "./stored-book.ts";
import type { RoundResult } from "./rounds.ts";

export type OrderTerms = { readonly wallets: number; readonly markets: number };

/** First numbers, with digits enough that no two tokens or wallets are padded to the same. */
const [FIRST_MARKET, FIRST_WALLET] = [100, 0x1000];
const LOTS_PER_SHARE = 100;
const TICKS_PER_CENT = 100;
const ZERO = `0x${"0".repeat(64)}`;

export const marketNoOf = (index: number): number => FIRST_MARKET + index;
export const traderOf = (index: number): string => walletOf(FIRST_WALLET + index);

/** Draws pairs of orders: one rests near the mid, the other, of another wallet on the other outcome, fills it. */
export const drawOrders = ({ wallets, markets }: OrderTerms, count: number): PlaceOrder[] =>
  Array.from({ length: count }, (_, index) => {
    const pair = index >> 1;
    const crosses = index % 2;
    const cents = 40 + (pair % 20);
    const order = restingOrder({
      no: index,
      maker: traderOf((index * 7) % wallets),
      tokenId: tokenOf(2 * marketNoOf(pair % markets) + crosses),
      limit: ticks((crosses === 0 ? cents : 100 - cents) * TICKS_PER_CENT),
      lots: lots((1 + (pair % 5)) * LOTS_PER_SHARE),
    });
    return { ...order, id: `0x${randomBytes(32).toString("hex")}`, signed: signedFields(order) };
  });

/** Gives the fields of a signed order in their usual lengths; the engine stores them and checks none. */
const signedFields = ({ maker, limit, lots: size }: PlaceOrder): PlaceOrder["signed"] => ({
  domain: BENCH_DOMAIN.id,
  salt: String(randomBytes(6).readUIntBE(0, 6)),
  signer: maker,
  makerAmount: String(limit * size),
  takerAmount: String(size * 10_000),
  signatureType: 0,
  signature: `0x${randomBytes(65).toString("hex")}`,
  timestamp: String(Date.now()),
  expiration: "0",
  metadata: ZERO,
  builder: ZERO,
  nonce: "0",
  feeRateBps: "0",
});

/** Submits the commands, with so many underway at all times; a refused one ends the bench. */
export async function runCommands(
  { submit }: Pick<Engine, "submit">,
  commands: readonly Command[],
  underway: number,
): Promise<RoundResult> {
  const latencies = new Float64Array(commands.length);
  let next = 0;
  const keepOneUnderway = async (): Promise<void> => {
    while (next < commands.length) {
      const index = next;
      next += 1;
      const submittedAt = performance.now();
      const outcome = await submit(commands[index]!);
      if (outcome.type !== "committed") throw new Error(JSON.stringify(outcome));
      latencies[index] = performance.now() - submittedAt;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: underway }, keepOneUnderway));
  return { seconds: (performance.now() - startedAt) / 1000, latencies };
}

/** Makes an engine that does nothing: it answers all that arrived in a turn of the event loop in the next. */
export function createIdleEngine(): Pick<Engine, "submit"> {
  const committed = {
    type: "committed",
    committed: { events: [], at: 0, seq: 0, hash: Buffer.alloc(0) },
  } as const;
  const answers: (() => void)[] = [];
  const answerAll = (): void => {
    for (const answer of answers.splice(0)) answer();
  };
  return {
    submit: () =>
      new Promise((resolve) => {
        if (answers.push(() => resolve(committed)) === 1) setImmediate(answerAll);
      }),
  };
}
