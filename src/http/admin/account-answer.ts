/** One account over the wire of the operator API. */
import { Type } from "typebox";
import { collateralText, outcomePrice, priceText, sharePriceText, sharesText } from "../../core/units.ts";
import type { AccountPosition, MarketTexts } from "../../store/reads/account-positions.ts";
import type { AuditEntry } from "../../store/reads/audit.ts";
import type { Ban } from "../../store/reads/bans.ts";
import type { LedgerEntry, LedgerFill } from "../../store/reads/ledger.ts";
import type { OrderRecord } from "../../store/reads/orders.ts";
import { collateralOfFill, conditionOfOperation, LedgerType } from "../ledger-facts.ts";
import { OrNull, Time, timeAt } from "../resolution-answer.ts";
import { halfTicksText } from "../shown-prices.ts";
import { MarketStatus } from "../trading/markets/market-schema.ts";
import { ListedAccountAnswer } from "./list-accounts.ts";

const Text = Type.String();
const Collateral = (description: string) => Type.String({ description });
const Side = Type.Enum(["BUY", "SELL"]);

const ofMarket = { conditionId: Text, question: Text };

const Position = Type.Object({
  ...ofMarket,
  status: MarketStatus,
  outcome: Text,
  shares: Text,
  held: Type.String({ description: "Shares of these that open orders hold" }),
  average: Type.String({ description: "Average cost of a share" }),
  price: Type.String({ description: "The shown price, or the payout" }),
  worth: Collateral("At that price, rounded down"),
});

const OpenOrder = Type.Object({
  id: Text,
  ...ofMarket,
  outcome: Text,
  side: Side,
  price: Text,
  size: Text,
  filled: Text,
  placed: Time,
  expires: OrNull(Time),
});

const HistoryEntry = Type.Object({
  time: Time,
  type: LedgerType,
  sequence: Type.Integer({ description: "The journal's number of the batch" }),
  conditionId: OrNull(Type.String({ description: "Of what was done on one market" })),
  question: OrNull(Text),
  outcome: OrNull(Type.String({ description: "Of a trade" })),
  side: OrNull(Side),
  price: OrNull(Type.String({ description: "Of a trade" })),
  shares: OrNull(Type.String({ description: "Of a trade" })),
  collateral: Collateral("Added to the account, negative when taken; of a trade net of the fee"),
});

export const NoteAnswer = Type.Object({
  time: Time,
  operator: Text,
  text: Text,
  sequence: Type.Integer({ description: "The journal's number of the batch" }),
});

export const AccountAnswer = Type.Object({
  ...ListedAccountAnswer.properties,
  held: Collateral("Collateral that its open orders hold"),
  ban: OrNull(
    Type.Object(
      { time: Time, operator: OrNull(Text), reason: OrNull(Text) },
      { description: "Of its owner; null while it may trade" },
    ),
  ),
  keys: Type.Integer({ description: "Keys of its owner that can be used" }),
  positionsCount: Type.Integer({ description: "Positions with shares, shown or not" }),
  positions: Type.Array(Position, { description: "Those worth most first" }),
  orders: Type.Array(OpenOrder, { description: "Its open orders, as they were placed" }),
  history: Type.Array(HistoryEntry, { description: "Trades and other moves, the latest first" }),
  notes: Type.Array(NoteAnswer, { description: "What operators noted, the latest first" }),
});

export const describePosition = (position: AccountPosition) => ({
  conditionId: position.conditionId,
  question: position.question,
  status: position.status,
  outcome: position.outcome,
  shares: sharesText(position.lots),
  held: sharesText(position.held),
  average: sharePriceText(position.average),
  price: halfTicksText(position.halfTicks),
  worth: collateralText(position.worth),
});

type Texts = ReadonlyMap<string, MarketTexts>;

export const describeOrder = (order: OrderRecord, texts: Texts) => ({
  id: order.id,
  conditionId: order.conditionId,
  question: texts.get(order.conditionId)?.question ?? "",
  outcome: order.outcomeLabel,
  side: order.side,
  price: priceText(order.limit),
  size: sharesText(order.lots),
  filled: sharesText(order.filled),
  placed: timeAt(order.placedAt),
  expires: order.expiresAt === 0 ? null : timeAt(order.expiresAt),
});

export function describeEntry(entry: LedgerEntry, texts: Texts) {
  const conditionId = conditionOf(entry);
  const described = conditionId === null ? undefined : texts.get(conditionId);
  const settled = { time: timeAt(entry.at), sequence: entry.batch };
  const market = { conditionId, question: described?.question ?? null };
  if (entry.role !== "operation")
    return { ...settled, type: "trade" as const, ...market, ...describeFill(entry, described) };
  const { kind: type, collateral } = entry;
  return {
    ...settled,
    type,
    ...market,
    outcome: null,
    side: null,
    price: null,
    shares: null,
    collateral: collateralText(collateral),
  };
}

/** Condition of an entry that is about one market; `null` of another. */
export const conditionOf = (entry: LedgerEntry): string | null =>
  (entry.role === "operation" ? conditionOfOperation(entry) : entry.conditionId) ?? null;

function describeFill(fill: LedgerFill, texts: MarketTexts | undefined) {
  const { side, outcome } = fill;
  return {
    outcome: texts?.outcomes[outcome] ?? null,
    side,
    price: priceText(outcomePrice(fill.price, outcome)),
    shares: sharesText(fill.lots),
    collateral: collateralText(collateralOfFill(fill)),
  };
}

export const describeNote = ({ at, operator, reason, batch }: AuditEntry) => ({
  time: timeAt(at),
  operator,
  text: reason,
  sequence: batch,
});

export const describeBan = ({ at, operator, reason }: Ban) => ({ time: timeAt(at), operator, reason });
