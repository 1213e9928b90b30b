/** Expected values that follow from a run's own trade, as fields of the records that show it. */
import { expectThat } from "./answer.ts";
import type { Answer } from "./answer.ts";
import type { Run } from "../check.ts";
import { within } from "./expected.ts";
import type { Expected } from "./expected.ts";
import { SEPARATOR } from "../facts.ts";
import { getField, listIn, numberIn, textIn } from "./json-value.ts";
import { getPurchase } from "../purchase.ts";
import { leaf, nullable, outcomeAsset } from "./shape.ts";
import type { Shape } from "./shape.ts";
import type { RestingOrder } from "../trading.ts";

const NEAR = 1e-6;

/** Shares and money of an order; NaN for an amount that depends on fees or on other traders' orders. */
type Amounts = { readonly shares: number; readonly money: number };
const UNKNOWN: Amounts = { shares: Number.NaN, money: Number.NaN };

/**
 * Computes the amounts of an order filled completely at its signed price; NaN for a resting order unless `isFilled`.
 */
function computeExpectedAmounts(run: Run, order: RestingOrder | undefined, isFilled: boolean): Amounts {
  if (order === undefined || run.fact("fee") !== "0") return UNKNOWN;
  const signed = { shares: order.shares, money: (order.shares * order.priceMicros) / 1e6 };
  const { json } = order.placed;
  const [taken, made] = [numberIn(json, "takingAmount"), numberIn(json, "makingAmount")];
  const [shares, money] = order.side === "BUY" ? [taken, made] : [made, taken];
  const isResting = textIn(json, "status") === "live" && !(taken > 0);
  const isAsSigned = Math.abs(shares - signed.shares) < NEAR && Math.abs(money - signed.money) < NEAR;
  return (isFilled && isResting) || isAsSigned ? signed : UNKNOWN;
}

export const computeBoughtAmounts = (run: Run): Amounts =>
  computeExpectedAmounts(run, getPurchase(run).order, false);

/** Computes the amounts of the sale; NaN unless one order sold all shares. */
export function computeSoldAmounts(run: Run): Amounts {
  const { order } = getPurchase(run);
  const [sale, ...others] = run
    .trading()
    .resting.filter(
      ({ by, side, tokenId }) => by === order.by && side === "SELL" && tokenId === order.tokenId,
    );
  return others.length === 0 ? computeExpectedAmounts(run, sale, true) : UNKNOWN;
}

export const outcomeLabelAt = (run: Run, index: number): string | undefined =>
  run.fact("outcomes")?.split(SEPARATOR)[index];

export const tokenAt = (run: Run, index: number): string | undefined =>
  run.terms.asset === outcomeAsset ? `${run.market().conditionId}:${index}` : run.market().tokenIds[index];

/** Fields of the market that a wallet's records repeat, for one of its outcomes. */
const marketFields = (run: Run, index: number): Expected => ({
  conditionId: run.market().conditionId,
  outcomeIndex: index,
  asset: tokenAt(run, index),
  oppositeAsset: tokenAt(run, 1 - index),
  outcome: outcomeLabelAt(run, index),
  oppositeOutcome: outcomeLabelAt(run, 1 - index),
  title: run.fact("question"),
  slug: run.fact("slug"),
  icon: run.fact("icon"),
  eventSlug: run.fact("eventSlug"),
  eventId: run.fact("eventId"),
  endDate: dayShape(run.fact("end")),
  negativeRisk: run.market().negativeRisk,
  timestamp: within(run.clock),
});

const dayShape = (day: string | undefined): Shape | undefined =>
  day === undefined ? undefined : leaf(`a time on ${day}`, (value) => String(value).startsWith(day));

/** Computes the fields of the wallet's open position. */
export function positionFields(run: Run, position: unknown): Expected {
  const { shares, money } = computeBoughtAmounts(run);
  const of = (field: string): number => numberIn(position, field);
  return {
    ...marketFields(run, getPurchase(run).outcomeIndex),
    size: shares,
    avgPrice: money / shares,
    totalBought: shares,
    initialValue: of("size") * of("avgPrice"),
    currentValue: of("size") * of("curPrice"),
    cashPnl: of("currentValue") - of("initialValue"),
    percentPnl: (100 * of("cashPnl")) / of("initialValue"),
    realizedPnl: 0,
    // In Polymarket's dialect the percentage includes shares that were bought and not sold.
    percentRealizedPnl: run.terms.wholePositions ? 0 : (100 * of("cashPnl")) / of("initialValue"),
    redeemable: false,
    mergeable: false,
  };
}

/** Computes the fields of the closed position, whose shares were sold again. */
export function closedFields(run: Run): Expected {
  const [bought, sold] = [computeBoughtAmounts(run), computeSoldAmounts(run)];
  const profit = sold.money - bought.money;
  return {
    ...marketFields(run, getPurchase(run).outcomeIndex),
    avgPrice: bought.money / bought.shares,
    totalBought: bought.shares,
    realizedPnl: profit,
    percentRealizedPnl: (100 * profit) / bought.money,
    cashPnl: profit,
    percentPnl: (100 * profit) / bought.money,
    size: 0,
    initialValue: 0,
    currentValue: 0,
    redeemable: false,
    mergeable: false,
  };
}

/** Computes the fields of a trade in the wallet's activity; with several trades, each has a part of the amounts. */
export function activityFields(run: Run, record: unknown, side: "BUY" | "SELL", isOnly: boolean): Expected {
  const { shares, money } = isOnly
    ? side === "BUY"
      ? computeBoughtAmounts(run)
      : computeSoldAmounts(run)
    : UNKNOWN;
  const hasNoFee = run.fact("fee") === "0";
  return {
    ...marketFields(run, getPurchase(run).outcomeIndex),
    type: "TRADE",
    side,
    size: shares,
    price: money / shares,
    usdcSize: hasNoFee ? numberIn(record, "size") * numberIn(record, "price") : undefined,
    transactionHash: transactionHash,
  };
}

export const transactionHash: Shape = leaf(
  "a transaction hash: 0x and 64 hex digits",
  (value) => value === "" || /^0x[0-9a-f]{64}$/i.test(String(value)),
);

export const orderOwner = ({ terms }: Run, { by }: RestingOrder): string | undefined =>
  terms.ownerIsKey ? by.credentials.apiKey : undefined;

/** Computes the fields of a signed order, after it matched another one. */
export const orderFields = (run: Run, order: RestingOrder): Expected => ({
  id: order.id,
  market: order.conditionId,
  assetId: order.tokenId,
  outcome: outcomeLabelAt(run, run.market().tokenIds.indexOf(order.tokenId)),
  side: order.side,
  price: order.priceMicros / 1e6,
  originalSize: order.shares,
  makerAddress: order.by.address,
  owner: orderOwner(run, order),
  type: "GTC",
  createdAt: within(run.clock),
  updatedAt: within(run.clock),
});

const noFee = (run: Run): string | undefined => (run.fact("fee") === "0" ? "0" : undefined);

/** Computes the fields of an order's part in a trade, as the incoming order or as a resting order. */
export const partFields = (run: Run, order: RestingOrder): Expected => ({
  outcome: outcomeLabelAt(run, run.market().tokenIds.indexOf(order.tokenId)),
  maker_address: order.by.address,
  owner: orderOwner(run, order),
  fee_rate_bps: noFee(run),
});

/** Computes the fields of a trade that do not depend on its orders. */
export const tradeFields = (run: Run, trade: unknown): Expected => ({
  market: run.market().conditionId,
  outcome: outcomeLabelAt(run, run.market().tokenIds.indexOf(textIn(trade, "asset_id") ?? "")),
  size: listIn(getField(trade, "maker_orders")).reduce<number>(
    (sum, maker) => sum + numberIn(maker, "matched_amount"),
    0,
  ),
  match_time: within(run.clock),
  matchtime: within(run.clock),
  last_update: within(run.clock),
  transaction_hash: transactionHash,
  status: nullable(
    leaf("a status of a trade", (value) => /^(MATCHED|MINED|CONFIRMED|RETRYING)$/.test(String(value))),
  ),
});

/** Parameter with a value that keeps a record in the answer, and a value that excludes the record. */
export type Filter = readonly [name: string, leaves: string | undefined, excludes: string | undefined];

/** Tests each filter in both directions. */
export async function expectFilters(
  ask: (query: string) => Promise<Answer>,
  isThere: (answer: Answer) => boolean,
  filters: readonly Filter[],
): Promise<void> {
  for (const [name, leaves, excludes] of filters)
    for (const [value, isDue] of [[leaves, true] as const, [excludes, false] as const]) {
      if (value === undefined) continue;
      const answer = await ask(`${name}=${encodeURIComponent(value)}`);
      expectThat(
        answer,
        answer.status === 200,
        "status 200",
        `${answer.status} ${answer.content.slice(0, 200)}`,
      );
      const expected = `${isDue ? "the" : "no"} record, which ${name}=${value} ${isDue ? "fits" : "excludes"}`;
      expectThat(answer, isThere(answer) === isDue, expected, answer.json);
    }
}
