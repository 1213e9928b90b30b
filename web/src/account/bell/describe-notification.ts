/** Describes notifications, each in one line. */
import { ONE, lots, ticks } from "../../../../src/core/units.ts";
import type { Notification } from "../../api/generated/trading.ts";
import { readLots, readTicks } from "../../base/money.ts";
import type { Card } from "../../discover/cards/card.ts";
import type { Text } from "../../text/en.ts";
import { translateOutcome } from "../../text/formats.ts";
import type { Formats } from "../../text/formats.ts";
import type { BellEntry } from "./notifications.ts";

type Words = { readonly text: Text; readonly formats: Formats };

type DescribedNotification = {
  readonly line: string;
  readonly kind: "filled" | "taken-out" | "resolved";
};

/** Describes an entry of the bell; `card` is that of its event, once loaded. */
export const describeEntry = (
  entry: BellEntry,
  card: Card | undefined,
  words: Words,
): DescribedNotification =>
  entry.length > 1 ? describeEventResult(entry, card, words.text) : describeNotification(entry[0], words);

function describeNotification(notification: Notification, words: Words): DescribedNotification {
  switch (notification.type) {
    case 1:
      return { kind: "taken-out", line: describeRemovedOrder(notification.payload, words) };
    case 2:
      return { kind: "filled", line: describeFill(notification.payload, words) };
    case 4:
      return { kind: "resolved", line: describeResult(notification.payload, words) };
  }
}

/** Describes which market of an event won; if that is unknown, how many were resolved. */
function describeEventResult(
  entry: BellEntry,
  card: Card | undefined,
  { bell, mine }: Text,
): DescribedNotification {
  const winner = card?.markets.find(({ closed, price }) => closed && price === ONE);
  const line = winner === undefined ? bell.results(entry.length) : bell.result(mine.won(winner.name));
  return { kind: "resolved", line };
}

type OrderPayload = Extract<Notification, { readonly type: 1 }>["payload"];
type ResultPayload = Extract<Notification, { readonly type: 4 }>["payload"];

function describeFill(
  { side, matched_size: size, original_size: whole, outcome, price }: OrderPayload,
  { text, formats }: Words,
): string {
  const { bell } = text;
  const isBuy = side === "BUY";
  const name = translateOutcome(outcome, text);
  const [shares, of] = [
    formats.shares(readLots(size) ?? lots(0)),
    formats.shares(readLots(whole) ?? lots(0)),
  ];
  const cents = formats.cents(readTicks(price) ?? ticks(0));
  return size === whole
    ? (isBuy ? bell.bought : bell.sold)(shares, name, cents)
    : (isBuy ? bell.boughtPart : bell.soldPart)(shares, of, name, cents);
}

function describeRemovedOrder(
  { side, original_size: size, outcome, price, reason }: OrderPayload,
  { text, formats }: Words,
): string {
  const { bell, common, mine } = text;
  const order = mine.order(
    side === "BUY" ? common.buy : common.sell,
    formats.shares(readLots(size) ?? lots(0)),
    translateOutcome(outcome, text),
    formats.cents(readTicks(price) ?? ticks(0)),
  );
  return bell.takenOut(order, bell.reasons[reason] ?? reason);
}

function describeResult({ tokens, is_50_50_outcome: isSplit }: ResultPayload, { text }: Words): string {
  const { bell, markets } = text;
  const winner = tokens.find((token) => token.winner)?.outcome;
  return bell.result(isSplit || winner === undefined ? markets.event.split : translateOutcome(winner, text));
}
