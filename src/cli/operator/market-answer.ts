/** The operator API's answer about a market, as text for the command line. */
import type { Static } from "typebox";
import { listTermsOn } from "../../core/markets/market-terms.ts";
import type { Payout } from "../../core/markets/catalog.ts";
import type { MarketAnswer as Schema } from "../../http/admin/markets/market-answer.ts";
import type { OperationInput } from "./operation.ts";
import { printable, rowsText, tableText } from "../table.ts";

export type MarketAnswer = Static<typeof Schema>;
/** Returns the path of a market's operations; `market` is a condition id or a slug. */
export const marketPath = (market: string): string => `/markets/${encodeURIComponent(market)}`;

export const getMarket = async ({ call }: OperationInput, market: string): Promise<MarketAnswer> =>
  JSON.parse(await call({ method: "GET", path: marketPath(market) }));

type Outcomes = Pick<MarketAnswer, "outcomes">;

/**
 * Reads a payout: the name of an outcome of this market, or half to each. Other words are refused, since the outcomes
 * may not be Yes and No.
 */
export function readPayout({ outcomes }: Outcomes, text: string): Payout {
  const alike = outcomes.filter((outcome) => outcome.toLowerCase() === text.toLowerCase());
  const [meant, ...others] = outcomes.includes(text) ? [text] : alike;
  if (meant !== undefined && others.length === 0) return meant === outcomes[0] ? [1, 0] : [0, 1];
  if (text.toLowerCase() === "half") return [1, 1];
  const [first, second] = outcomes;
  throw new Error(`expected "${first}", "${second}" or half to each as the outcome, got "${text}"`);
}

export function payoutText({ outcomes }: Outcomes, [first, second]: Payout): string {
  if (first === second) return "half to each";
  return first > second ? outcomes[0] : outcomes[1];
}

const paysText = (outcomes: Outcomes, payout: Payout): string =>
  payout[0] === payout[1] ? "each outcome pays half" : `${payoutText(outcomes, payout)} pays`;

/** Writes a state like `active, Yes is proposed`. */
export function stateText(market: MarketAnswer): string {
  const { status, proposal, resolution } = market;
  if (resolution !== null) return `${status}, ${paysText(market, resolution.payout)}`;
  if (proposal === null) return status;
  const disputed = proposal.disputed ? " and disputed" : "";
  return `${status}, ${payoutText(market, proposal.payout)} is proposed${disputed}`;
}

/** Writes the state of a market after a change, in one line. */
export const stateLine = (market: MarketAnswer): string =>
  `${printable(market.slug)} is ${printable(stateText(market))}.\n`;

/** Writes all fields and possible steps of a market. */
export function marketText(market: MarketAnswer): string {
  const { event, outcomes, tokenIds } = market;
  const fields = rowsText([
    ["question", market.question],
    ["event", `${event.id} ${event.title}`],
    ["slug", market.slug],
    ["condition", market.conditionId],
    ...outcomes.map((outcome, index) => [`token of ${outcome}`, tokenIds[index] ?? ""]),
    ["status", stateText(market)],
    ["orders", ordersText(market)],
    ["fees", feesText(market)],
    ["redemption", redemptionText(market)],
    ["ends", market.endDate ?? "not said"],
    ["last edit", String(market.lastEdit)],
    ["figures", `backing ${market.backing}, volume ${market.volume}, open orders ${market.openOrders}`],
  ]);
  return market.steps.length === 0 ? fields : `${fields}\n${stepsText(market)}`;
}

/** Writes the terms that orders keep to, but those that the market lacks. */
function ordersText(market: MarketAnswer): string {
  const values = new Map<string, unknown>(Object.entries(market));
  return listTermsOn("shown")
    .map(({ name, row: { given = "" } }) => ({ name, value: values.get(given) ?? null }))
    .filter(({ value }) => value !== null)
    .map(({ name, value }) => `${name} ${value}`)
    .join(", ");
}

function feesText({ fees }: MarketAnswer): string {
  if (fees === null) return "none";
  const payers = fees.takerOnly ? "takers pay" : "takers and makers pay";
  return `rate ${fees.rate}, exponent ${fees.exponent}, ${payers}`;
}

function redemptionText({ autoRedeem }: MarketAnswer): string {
  if (autoRedeem === null) return "as the exchange is set";
  return autoRedeem ? "automatic, with the resolution" : "by each holder";
}

function stepsText(market: MarketAnswer): string {
  const rows = market.steps.map(({ step, time, payout, evidence, link }) => [
    time,
    step,
    payout === null ? "" : payoutText(market, payout),
    [evidence, link].filter(Boolean).join(" "),
  ]);
  return tableText(["TIME", "STEP", "PAYOUT", "EVIDENCE"], rows, "");
}
