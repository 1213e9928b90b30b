/** The positions in one event below its title, with their total value and profit. */
import { useId } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Position } from "../api/generated/data.ts";
import type { Card } from "../cards/card.ts";
import { lotsOfNumber, microsOfNumber, ticksOfNumber } from "../money.ts";
import { PositionWorth } from "../mine/position-worth.tsx";
import { NO_FIGURE, useUnpriced } from "../markets/use-unpriced.ts";
import { EventMark } from "../parts/event-mark.tsx";
import { eventPath } from "../paths.ts";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import type { PositionGroup } from "./position-groups.ts";

type GroupProps = {
  readonly group: PositionGroup;
  /** The event, once it is loaded. */
  readonly card: Card | undefined;
  readonly renderAction: (position: Position) => ReactNode;
};

export function EventGroup({ group, card, renderAction }: GroupProps) {
  const heading = useId();
  const unpriced = useUnpriced(group.positions);
  const { slug, positions, value, profit } = group;
  const hasFigures = positions.some(({ asset }) => !unpriced.has(asset));
  const title = card?.title ?? positions[0]?.title ?? slug;
  return (
    <section className="event-group" aria-labelledby={heading}>
      <div className="event-group-head">
        <EventMark id={card?.id ?? slug} image={card?.image ?? ""} />
        <h3 id={heading}>{slug === "" ? title : <Link href={eventPath(slug)}>{title}</Link>}</h3>
        <PositionWorth isUnpriced={!hasFigures} value={value} profit={profit} />
      </div>
      <ul className="mine-list">
        {positions.map((position) => (
          <PositionItem
            key={position.asset}
            position={position}
            isUnpriced={unpriced.has(position.asset)}
            eventTitle={title}
          >
            {renderAction(position)}
          </PositionItem>
        ))}
      </ul>
    </section>
  );
}

type ItemProps = {
  readonly position: Position;
  readonly isUnpriced: boolean;
  readonly eventTitle: string;
  readonly children: ReactNode;
};

function PositionItem({ position, isUnpriced, eventTitle, children }: ItemProps) {
  const { mine } = useText();
  const formats = useFormats();
  const nameOf = useOutcomeName();
  const { title, outcome, outcomeIndex, percentPnl } = position;
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
            isUnpriced ? NO_FIGURE : formats.cents(ticksOfNumber(position.curPrice)),
          )}
        </span>
      </div>
      <PositionWorth
        isUnpriced={isUnpriced}
        value={microsOfNumber(position.currentValue)}
        profit={microsOfNumber(position.cashPnl)}
        part={percentPnl / 100}
      />
      {children}
    </li>
  );
}
