/** Positions and activity of a wallet as tabs, stored in the address. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "wouter";
import { buildActivityAddress } from "../activity/activity-filter.ts";
import type { Position } from "../../api/generated/data.ts";
import { NO_STATISTIC, useUnpricedTokens } from "../../markets/queries/use-unpriced.ts";
import { toLots, toMicros, toTicks } from "../../base/money.ts";
import { PagedList } from "../../parts/paged-list.tsx";
import { NumberCell, Table, getSignClass } from "../../parts/table.tsx";
import { Tabs } from "../../parts/controls/tabs.tsx";
import { useFormats, useText } from "../../text/language.tsx";
import { activityQuery, closedQuery, positionsQuery } from "./people-queries.ts";
import { ActivityTable, ClosedTable, MarketCell } from "./people-tables.tsx";

// The public activity of a wallet, the latest first.

function PublicActivity({ address }: { readonly address: string }) {
  const { activity: text, people } = useText();
  const query = useInfiniteQuery(activityQuery(address));
  return (
    <>
      <h2 className="visually-hidden">{people.activity}</h2>
      <p>
        <Link href={buildActivityAddress({ user: address })} className="see-all">
          {text.allOfPerson}
        </Link>
      </p>
      <PagedList query={query} empty={people.noActivity}>
        {(rows) => <ActivityTable rows={rows} />}
      </PagedList>
    </>
  );
}

// The closed positions of a wallet, the latest first.

function PublicClosed({ address }: { readonly address: string }) {
  const { portfolio, people } = useText();
  const query = useInfiniteQuery(closedQuery(address));
  return (
    <>
      <h2 className="visually-hidden">{portfolio.closed}</h2>
      <PagedList query={query} empty={people.noClosed}>
        {(rows) => <ClosedTable rows={rows} />}
      </PagedList>
    </>
  );
}

// A table of positions with cost and current value.

type RenderAction = (position: Position) => ReactNode;

type Props = {
  readonly positions: readonly Position[];
  /** Renders a button for a position; only for its owner. */
  readonly renderAction?: RenderAction;
};

function PositionsTable({ positions, renderAction }: Props) {
  const { common, portfolio } = useText();
  const unpricedTokens = useUnpricedTokens(positions);
  const columns = [
    { name: common.market },
    { name: common.shares, isNumber: true },
    { name: portfolio.average, isNumber: true },
    { name: portfolio.now, isNumber: true },
    { name: common.value, isNumber: true },
    { name: portfolio.profit, isNumber: true },
    ...(renderAction === undefined ? [] : [{ name: portfolio.actions }]),
  ];
  return (
    <Table name={portfolio.positions} columns={columns}>
      {positions.map((position) => (
        <PositionRow
          key={position.asset}
          position={position}
          isUnpriced={unpricedTokens.has(position.asset)}
          renderAction={renderAction}
        />
      ))}
    </Table>
  );
}

type RowProps = {
  readonly position: Position;
  readonly isUnpriced: boolean;
  readonly renderAction: RenderAction | undefined;
};

function PositionRow({ position, isUnpriced, renderAction }: RowProps) {
  const formats = useFormats();
  const { title, eventSlug, slug, outcome, size, avgPrice, curPrice, currentValue } = position;
  const profit = toMicros(position.cashPnl);
  return (
    <tr>
      <MarketCell title={title} event={eventSlug} market={slug} outcome={outcome} />
      <NumberCell>{formats.shares(toLots(size))}</NumberCell>
      <NumberCell>{formats.cents(toTicks(avgPrice))}</NumberCell>
      <NumberCell>{isUnpriced ? NO_STATISTIC : formats.cents(toTicks(curPrice))}</NumberCell>
      <NumberCell>{isUnpriced ? NO_STATISTIC : formats.money(toMicros(currentValue))}</NumberCell>
      <NumberCell kind={isUnpriced ? "" : getSignClass(profit)}>
        {isUnpriced ? (
          NO_STATISTIC
        ) : (
          <>
            {formats.change(profit)} <small>({formats.percent(position.percentPnl / 100)})</small>
          </>
        )}
      </NumberCell>
      {renderAction !== undefined && <td>{renderAction(position)}</td>}
    </tr>
  );
}

// The public positions of a wallet.

function PublicPositions({ address }: { readonly address: string }) {
  const { people, portfolio } = useText();
  const query = useInfiniteQuery(positionsQuery(address));
  return (
    <>
      <h2 className="visually-hidden">{portfolio.positions}</h2>
      <PagedList query={query} empty={people.noPositions}>
        {(positions) => <PositionsTable positions={positions} />}
      </PagedList>
    </>
  );
}

const SECTIONS = ["positions", "closed", "activity"] as const;
type Section = (typeof SECTIONS)[number];

const VIEWS: Readonly<Record<Section, typeof PublicPositions>> = {
  positions: PublicPositions,
  closed: PublicClosed,
  activity: PublicActivity,
};

export function ProfileTabs({ address }: { readonly address: string }) {
  const { people, portfolio } = useText();
  const [query, setQuery] = useSearchParams();
  const section = SECTIONS.find((one) => one === query.get("tab")) ?? "positions";
  const labels: Readonly<Record<Section, string>> = {
    positions: portfolio.positions,
    closed: portfolio.closed,
    activity: people.activity,
  };
  const View = VIEWS[section];
  return (
    <div className="panel stack">
      <Tabs
        name={people.sections}
        tabs={SECTIONS.map((one) => [one, labels[one]] as const)}
        chosen={section}
        onChoose={(tab) => setQuery({ ...Object.fromEntries(query), tab })}
      >
        <View key={section} address={address} />
      </Tabs>
    </div>
  );
}
