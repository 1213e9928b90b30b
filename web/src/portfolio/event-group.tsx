/** The positions in one event below its title, with the sum of their value and profit. */
import { useId } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Position } from "../api/generated/data.ts";
import type { Card } from "../cards/card.ts";
import { lotsOfNumber, microsOfNumber, ticksOfNumber } from "../money.ts";
import { EventMark } from "../parts/event-mark.tsx";
import { signClass } from "../parts/table.tsx";
import { eventPath } from "../paths.ts";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import type { PositionGroup } from "./position-groups.ts";

type GroupProps = {
  readonly group: PositionGroup;
  /** The event, once it is known. */
  readonly card: Card | undefined;
  readonly renderAction: (position: Position) => ReactNode;
};

export function EventGroup({ group, card, renderAction }: GroupProps) {
  const { mine } = useText();
  const formats = useFormats();
  const heading = useId();
  const { slug, positions, value, profit } = group;
  const title = card?.title ?? positions[0]?.title ?? slug;
  return (
    <section className="event-group" aria-labelledby={heading}>
      <div className="event-group-head">
        <EventMark id={card?.id ?? slug} image={card?.image ?? ""} />
        <h3 id={heading}>{slug === "" ? title : <Link href={eventPath(slug)}>{title}</Link>}</h3>
        <div className="mine-worth">
          <strong className="number">{formats.money(value)}</strong>
          <span className={`number ${signClass(profit)}`}>
            <span className="visually-hidden">{mine.profit}: </span>
            {formats.change(profit)}
          </span>
        </div>
      </div>
      <ul className="mine-list">
        {positions.map((position) => (
          <PositionItem key={position.asset} position={position} eventTitle={title}>
            {renderAction(position)}
          </PositionItem>
        ))}
      </ul>
    </section>
  );
}

type ItemProps = {
  readonly position: Position;
  readonly eventTitle: string;
  readonly children: ReactNode;
};

function PositionItem({ position, eventTitle, children }: ItemProps) {
  const { mine } = useText();
  const formats = useFormats();
  const nameOf = useOutcomeName();
  const { title, outcome, outcomeIndex, percentPnl } = position;
  const profit = microsOfNumber(position.cashPnl);
  return (
    <li>
      <div className="mine-what">
        <span>
          <strong className={outcomeIndex === 0 ? "up" : "down"}>{nameOf(outcome)}</strong>
          {title !== eventTitle && <span> {title}</span>}
        </span>
        <span className="soft number">
          {mine.held(
            formats.shares(lotsOfNumber(position.size)),
            formats.cents(ticksOfNumber(position.avgPrice)),
            formats.cents(ticksOfNumber(position.curPrice)),
          )}
        </span>
      </div>
      <div className="mine-worth">
        <strong className="number">{formats.money(microsOfNumber(position.currentValue))}</strong>
        <span className={`number ${signClass(profit)}`}>
          <span className="visually-hidden">{mine.profit}: </span>
          {formats.change(profit)} ({formats.percent(percentPnl / 100)})
        </span>
      </div>
      {children}
    </li>
  );
}
