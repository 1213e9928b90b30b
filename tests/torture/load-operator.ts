/**
 * An operator of an exchange under torture: credits and debits an account, creates events and markets, pauses and
 * resumes one of them. Reasons are unique, so the audit log tells which actions were done.
 */
import { randomUUID } from "node:crypto";
import { getAnswer, callAsOperator, isRefused } from "./exchange-calls.ts";
import type { ExchangeAddress } from "./exchange-calls.ts";
import type { GotAnswer, Clients } from "./clients.ts";
import { count } from "./promises.ts";

type OperatorAction = {
  readonly kind: string;
  readonly path: string;
  readonly body: object;
  /** The market to pause or resume. If its status is that already, nothing is done and nothing recorded. */
  readonly status?: StatusChange & { readonly slug: string };
};

type StatusChange = { readonly word: "pause" | "resume"; readonly status: "paused" | "active" };
const WORDS: readonly StatusChange[] = [
  { word: "pause", status: "paused" },
  { word: "resume", status: "active" },
];

export async function operate(
  { promises, ...clients }: Clients,
  exchange: ExchangeAddress,
): Promise<GotAnswer> {
  const { kind, path, body, status } = draw(clients);
  const reason = `torture ${randomUUID()}`;
  const reply = await callAsOperator(exchange, { method: "POST", path, body: { ...body, reason } });
  // Its slug is taken, for example, or its market does not exist.
  if (reply !== undefined && isRefused(reply)) return true;
  const state = reply?.status === 200 ? "acknowledged" : "unanswered";
  promises.operatorActions.set(reason, status === undefined ? state : "unanswered");
  if (status !== undefined)
    promises.statuses.set(status.slug, state === "acknowledged" ? status.status : undefined);
  count(clients.counts, state === "acknowledged" ? kind : "unanswered");
  return state === "acknowledged";
}

/** Draws an action on markets that no trader uses. */
function draw({ random, keyHolder }: Pick<Clients, "random" | "keyHolder">): OperatorAction {
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

/** Lists the markets whose status is not the acknowledged one. */
export async function listStatusFaults({ promises }: Clients, exchange: ExchangeAddress): Promise<string[]> {
  const broken: string[] = [];
  for (const [slug, status] of promises.statuses) {
    if (status === undefined) continue;
    const market = await getAnswer(() =>
      callAsOperator(exchange, { method: "GET", path: `/markets/${slug}` }),
    );
    if (market["status"] !== status)
      broken.push(`market ${slug} was ${status} and is ${String(market["status"])}`);
  }
  return broken;
}
