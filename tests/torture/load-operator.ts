/**
 * What an operator does to an exchange under torture: credits and debits an account, creates events and markets, pauses
 * and resumes one of them. Every reason is another one, so that the audit log tells what became of it.
 */
import { randomUUID } from "node:crypto";
import { answered, callAsOperator, isRefused } from "./exchange-calls.ts";
import type { Reached } from "./exchange-calls.ts";
import type { Answered, Clients } from "./clients.ts";
import { count } from "./promises.ts";

type Deed = {
  readonly kind: string;
  readonly path: string;
  readonly body: object;
  /** The market that it pauses or resumes: one that is so already is left alone, and not recorded. */
  readonly status?: MarketWord & { readonly slug: string };
};

type MarketWord = { readonly word: "pause" | "resume"; readonly status: "paused" | "active" };
const WORDS: readonly MarketWord[] = [
  { word: "pause", status: "paused" },
  { word: "resume", status: "active" },
];

export async function operate({ promises, ...clients }: Clients, exchange: Reached): Promise<Answered> {
  const { kind, path, body, status } = draw(clients);
  const reason = `torture ${randomUUID()}`;
  const reply = await callAsOperator(exchange, { method: "POST", path, body: { ...body, reason } });
  // A slug that is taken, say, or a market that is not there.
  if (reply !== undefined && isRefused(reply)) return true;
  const state = reply?.status === 200 ? "acknowledged" : "unanswered";
  promises.deeds.set(reason, status === undefined ? state : "unanswered");
  if (status !== undefined)
    promises.statuses.set(status.slug, state === "acknowledged" ? status.status : undefined);
  count(clients.counts, state === "acknowledged" ? kind : "unanswered");
  return state === "acknowledged";
}

/** Its markets are no trader's. */
function draw({ random, keyHolder }: Pick<Clients, "random" | "keyHolder">): Deed {
  const die = random.below(100);
  const slug = `torture-${random.below(40)}`;
  const market = `${slug}-market`;
  const question = `Question of ${slug}?`;
  const { address } = keyHolder;
  if (die < 40) return { kind: "operator credit", path: "/credits", body: { address, amount: "2" } };
  if (die < 60) return { kind: "operator debit", path: "/debits", body: { address, amount: "1" } };
  if (die < 70) return { kind: "created event", path: "/events", body: { title: `Event ${slug}`, slug } };
  if (die < 80)
    return {
      kind: "created market",
      path: "/markets",
      body: { event: slug, question, slug: market, open: true },
    };
  const word = random.pick(WORDS);
  const path = `/markets/${market}/${word.word}`;
  return { kind: word.word, path, body: {}, status: { ...word, slug: market } };
}

/** Markets that are not as an operator was told that they are. */
export async function brokenStatuses({ promises }: Clients, exchange: Reached): Promise<string[]> {
  const broken: string[] = [];
  for (const [slug, status] of promises.statuses) {
    if (status === undefined) continue;
    const market = await answered(() =>
      callAsOperator(exchange, { method: "GET", path: `/markets/${slug}` }),
    );
    if (market["status"] !== status)
      broken.push(`market ${slug} was ${status} and is ${String(market["status"])}`);
  }
  return broken;
}
