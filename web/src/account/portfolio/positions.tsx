/** The trader's positions by event with their current value, and buttons to sell them or to redeem resolved ones. */
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Position } from "../../api/generated/data.ts";
import type { Card } from "../../discover/cards/card.ts";
import { NO_STATISTIC, useUnpricedTokens } from "../../markets/queries/use-unpriced.ts";
import { findClaims } from "../mine/claims.ts";
import type { Claims } from "../mine/claims.ts";
import { PositionWorth } from "../mine/position-worth.tsx";
import { useClaim } from "../mine/use-claim.ts";
import type { Claim } from "../mine/use-claim.ts";
import { toLots, toMicros, toTicks } from "../../base/money.ts";
import { SendButton } from "../../parts/controls/buttons.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { EventMark } from "../../parts/marks.tsx";
import { Empty, Failure } from "../../parts/states.tsx";
import { eventPath, salePath } from "../../base/paths.ts";
import { useFormats, useOutcomeName, useText } from "../../text/language.tsx";
import { NO_SHARES, useBalances } from "../wallet/balances.ts";
import { useEventCards } from "./event-cards.ts";
import { groupByEvent } from "./position-groups.ts";
import type { PositionGroup } from "./position-groups.ts";
import type { SectionProps } from "./section-props.ts";
import { positionsQuery } from "./trader-queries.ts";

// The positions in one event below its title, with their total value and profit.

type GroupProps = {
  readonly group: PositionGroup;
  /** The event, once it is loaded. */
  readonly card: Card | undefined;
  readonly renderAction: (position: Position) => ReactNode;
};

function EventGroup({ group, card, renderAction }: GroupProps) {
  const heading = useId();
  const unpricedTokens = useUnpricedTokens(group.positions);
  const { slug, positions, value, profit } = group;
  const hasFigures = positions.some(({ asset }) => !unpricedTokens.has(asset));
  const title = card?.title ?? positions[0]?.title ?? slug;
  return (
    <section className="event-group" aria-labelledby={heading}>
      <div className="event-group-head">
        <EventMark id={card?.id ?? slug} image={card?.image ?? ""} topics={card?.topics ?? []} />
        <h3 id={heading}>{slug === "" ? title : <Link href={eventPath(slug)}>{title}</Link>}</h3>
        <PositionWorth isUnpriced={!hasFigures} value={value} profit={profit} />
      </div>
      <ul className="mine-list">
        {positions.map((position) => (
          <PositionItem
            key={position.asset}
            position={position}
            isUnpriced={unpricedTokens.has(position.asset)}
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
            formats.shares(toLots(position.size)),
            formats.cents(toTicks(position.avgPrice)),
            isUnpriced ? NO_STATISTIC : formats.cents(toTicks(position.curPrice)),
          )}
        </span>
      </div>
      <PositionWorth
        isUnpriced={isUnpriced}
        value={toMicros(position.currentValue)}
        profit={toMicros(position.cashPnl)}
        part={percentPnl / 100}
      />
      {children}
    </li>
  );
}

/** Number of events shown at first. */
const INITIAL_EVENTS = 25;

export function Positions({ trader }: SectionProps) {
  const { claim, again, isBusy, error } = useClaim();
  return (
    <>
      <div aria-live="polite">{error !== undefined && <Failure error={error} retry={again} />}</div>
      <Loaded query={useQuery(positionsQuery(trader))}>
        {(positions) => (
          <>
            <ClaimAll claims={findClaims(positions)} isBusy={isBusy} claim={claim} />
            <PositionList
              positions={positions}
              redeem={
                isBusy ? undefined : ({ conditionId, title }) => claim({ conditionIds: [conditionId], title })
              }
            />
          </>
        )}
      </Loaded>
    </>
  );
}

type ClaimAllProps = {
  readonly claims: Claims;
  readonly isBusy: boolean;
  readonly claim: (claim: Claim) => void;
};

/** Offers to redeem all resolved markets at once, if there are several. */
function ClaimAll({ claims: { conditionIds, due }, isBusy, claim }: ClaimAllProps) {
  const { mine, portfolio } = useText();
  const formats = useFormats();
  if (conditionIds.length < 2) return null;
  return (
    <div className="row">
      <SendButton
        className={due > 0 ? "primary" : ""}
        isOff={isBusy}
        onClick={() => claim({ conditionIds, title: mine.claims })}
      >
        {due > 0 ? mine.claimAll(formats.money(due)) : portfolio.clearAll}
      </SendButton>
    </div>
  );
}

/** Redeems the market of a position; `undefined` while another redemption runs. */
type Redeem = ((position: Position) => void) | undefined;

type ListProps = { readonly positions: readonly Position[]; readonly redeem: Redeem };

function PositionList({ positions, redeem }: ListProps) {
  const { common, portfolio } = useText();
  const [shown, setShown] = useState(INITIAL_EVENTS);
  const groups = groupByEvent(positions);
  const cards = useEventCards(groups.slice(0, shown).map(({ slug }) => slug));
  if (groups.length === 0) return <Empty>{portfolio.noPositions}</Empty>;
  return (
    <>
      {groups.slice(0, shown).map((group) => (
        <EventGroup
          key={group.slug || group.positions[0]?.conditionId}
          group={group}
          card={cards.get(group.slug)}
          renderAction={(position) =>
            position.redeemable ? (
              <RedeemButton position={position} redeem={redeem} />
            ) : (
              <SellLink position={position} />
            )
          }
        />
      ))}
      {groups.length > shown && (
        <button type="button" onClick={() => setShown(shown + INITIAL_EVENTS)}>
          {common.more}
        </button>
      )}
    </>
  );
}

/** Opens the event's ticket, filled in to sell all shares that are not in open orders. */
function SellLink({ position }: { readonly position: Position }) {
  const { common, mine } = useText();
  const nameOf = useOutcomeName();
  const { data: balances } = useBalances();
  const { asset, eventSlug, slug, outcome, outcomeIndex, title } = position;
  const { available } = balances?.shares.get(asset) ?? NO_SHARES;
  if (eventSlug === "") return null;
  if (balances !== undefined && available === 0) return <small className="soft">{mine.allInOrders}</small>;
  return (
    <Link href={salePath(eventSlug, slug, outcomeIndex === 0 ? 0 : 1, available)} className="button small">
      {common.sell}
      <span className="visually-hidden">{` ${nameOf(outcome)}: ${title}`}</span>
    </Link>
  );
}

type RedeemProps = { readonly position: Position; readonly redeem: Redeem };

function RedeemButton({ position, redeem }: RedeemProps) {
  const { portfolio } = useText();
  const formats = useFormats();
  const { title, currentValue } = position;
  const due = toMicros(currentValue);
  return (
    <>
      {due === 0 && <small className="soft">{portfolio.worthless}</small>}
      <SendButton className="small" isOff={redeem === undefined} onClick={() => redeem?.(position)}>
        {due > 0 ? portfolio.redeem(formats.money(due)) : portfolio.clear}
        <span className="visually-hidden">: {title}</span>
      </SendButton>
    </>
  );
}
