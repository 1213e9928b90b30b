/** The people and markets of the story, and what its parts share. */
import { accountOf, traderWith, walletHeaders } from "../../../support/trader.ts";
import type { OrderTerms, SignedOrder, Trader } from "../../../support/trader.ts";
import type { Recorder } from "../recorder.ts";

export type StoryMarket = {
  readonly id: string;
  readonly conditionId: string;
  readonly slug: string;
  readonly tokenIds: readonly [string, string];
};

export type Story = Pick<Recorder, "ask" | "peek" | "clock"> & {
  readonly ann: Trader;
  readonly ben: Trader;
  /** An ordinary market. */
  readonly rain: StoryMarket;
  /** An ordinary market that resolves. */
  readonly snow: StoryMarket;
  /** Markets of a negative-risk event. */
  readonly cup: readonly [StoryMarket, StoryMarket, StoryMarket];
};

/** A random number of an order, always the same in the story. */
let salt = 1_000;

/** Signs an order with a salt and a time of the story. */
export function signed(trader: Trader, story: Pick<Story, "clock">, terms: OrderTerms): Promise<SignedOrder> {
  salt += 1;
  return trader.sign({ salt: String(salt), timestamp: String(story.clock.now), ...terms });
}

/** Body of a placement of a signed order. */
export const placement = (trader: Trader, { order }: SignedOrder, more: object = {}): object => ({
  order,
  owner: trader.credentials.apiKey,
  orderType: "GTC",
  ...more,
});

/** Places an order and gives its id. */
export async function place(story: Story, trader: Trader, terms: OrderTerms): Promise<string> {
  const order = await signed(trader, story, terms);
  await story.ask("trading", "postOrder", { as: trader, body: placement(trader, order) });
  return order.id;
}

/** Makes the API key of a wallet, with which it has the sandbox's first credit. */
export async function join({ ask, clock }: Pick<Story, "ask" | "clock">, name: string): Promise<Trader> {
  const account = accountOf(name);
  const headers = await walletHeaders(account, clock.now);
  const credentials = await ask("trading", "postAuthApiKey", { headers });
  const send = () => Promise.reject(new Error("the recorder sends the story's requests"));
  return traderWith({ send, clock }, account, credentials);
}

/** Lets time pass. */
export async function pass({ ask, clock }: Pick<Story, "ask" | "clock">, seconds: number): Promise<void> {
  const { time } = await ask("operator", "postSandboxClock", { body: { action: "step", seconds } });
  clock.now = Date.parse(time);
}
