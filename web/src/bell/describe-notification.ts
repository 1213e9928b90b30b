/** Describes a notification in one line. */
import { lots, ONE, ticks } from "../../../src/core/units.ts";
import type { Notification } from "../api/generated/trading.ts";
import type { Card } from "../cards/card.ts";
import { readLots, readTicks } from "../money.ts";
import type { Text } from "../text/en.ts";
import type { Formats } from "../text/formats.ts";
import { translateOutcome } from "../text/outcome-name.ts";
import type { BellEntry } from "./group-results.ts";

type Words = { readonly text: Text; readonly formats: Formats };

export type DescribedNotification = {
  readonly line: string;
  readonly kind: "filled" | "taken-out" | "resolved";
};

export function describeNotification(notification: Notification, words: Words): DescribedNotification {
  switch (notification.type) {
    case 1:
      return { kind: "taken-out", line: sayTakenOut(notification.payload, words) };
    case 2:
      return { kind: "filled", line: sayFill(notification.payload, words) };
    case 4:
      return { kind: "resolved", line: sayResult(notification.payload, words) };
  }
}

/** Describes which market of an event won; if that is unknown, how many were resolved. */
export function describeEventResult(
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

function sayFill(
  { side, matched_size: size, outcome, price, remaining_size: rest }: OrderPayload,
  { text, formats }: Words,
): string {
  const { bell } = text;
  const line = (side === "BUY" ? bell.bought : bell.sold)(
    formats.shares(readLots(size) ?? lots(0)),
    translateOutcome(outcome, text),
    formats.cents(readTicks(price) ?? ticks(0)),
  );
  const left = readLots(rest) ?? lots(0);
  return left === 0 ? line : `${line} ${bell.left(formats.shares(left))}`;
}

function sayTakenOut(
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

function sayResult({ tokens, is_50_50_outcome: isSplit }: ResultPayload, { text }: Words): string {
  const { bell, markets } = text;
  const winner = tokens.find((token) => token.winner)?.outcome;
  return bell.result(isSplit || winner === undefined ? markets.event.split : translateOutcome(winner, text));
}
