/** The trader's positions by event with their current value, and buttons to sell them or to redeem resolved ones. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { Position } from "../api/generated/data.ts";
import { microsOfNumber } from "../money.ts";
import { Loaded } from "../parts/loaded.tsx";
import { SendButton } from "../parts/send-button.tsx";
import { Empty, Failure } from "../parts/states.tsx";
import { salePath } from "../paths.ts";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import { NO_SHARES, useBalances } from "../wallet/balances.ts";
import { findClaims } from "../mine/claims.ts";
import type { Claims } from "../mine/claims.ts";
import type { Claim } from "../mine/use-claim.ts";
import { useClaim } from "../mine/use-claim.ts";
import { useEventCards } from "./event-cards.ts";
import { EventGroup } from "./event-group.tsx";
import { groupByEvent } from "./position-groups.ts";
import { positionsQuery } from "./trader-queries.ts";
import type { SectionProps } from "./section-props.ts";

/** Number of events shown at first. */
const FIRST = 25;

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
  const [shown, setShown] = useState(FIRST);
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
        <button type="button" onClick={() => setShown(shown + FIRST)}>
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
  const due = microsOfNumber(currentValue);
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
