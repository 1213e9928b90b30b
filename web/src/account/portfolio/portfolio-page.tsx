import "../../styles/discover/cards.css";
import "../../styles/account/mine.css";
import "../../styles/account/portfolio.css";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import type { Activity } from "../../api/generated/data.ts";
import type { Csv } from "../../base/csv.ts";
import { useTitle } from "../../parts/controls/brand.tsx";
import { PagedList } from "../../parts/paged-list.tsx";
import { Tabs } from "../../parts/controls/tabs.tsx";
import { findNextCursor, readActivity } from "../people/activity-pages.ts";
import type { ActivityCursor } from "../people/activity-pages.ts";
import { ActivityTable, ClosedTable } from "../people/people-tables.tsx";
import { useText } from "../../text/language.tsx";
import { isRevoked, useBalances } from "../wallet/balances.ts";
import { useSession } from "../wallet/session.tsx";
import type { Trader } from "../wallet/session.tsx";
import { SignInAgain } from "../wallet/sign-in-again.tsx";
import { ExportButton, Ledger } from "./ledger.tsx";
import { OpenOrders } from "./open-orders.tsx";
import { PortfolioValue } from "./portfolio-value.tsx";
import { Positions } from "./positions.tsx";
import type { SectionProps } from "./section-props.ts";
import { activityQuery, closedPositionsQuery } from "./trader-queries.ts";

// The positions that the trader closed, with their realised profit, newest first.

function ClosedPositions({ trader }: SectionProps) {
  const { portfolio } = useText();
  const query = useInfiniteQuery(closedPositionsQuery(trader));
  return (
    <PagedList query={query} empty={portfolio.noClosed}>
      {(rows) => <ClosedTable rows={rows} />}
    </PagedList>
  );
}

// The trader's activity, the latest first.

function History({ trader }: SectionProps) {
  const { portfolio } = useText();
  const query = useInfiniteQuery(activityQuery(trader));
  return (
    <PagedList query={query} empty={portfolio.noHistory}>
      {(rows) => (
        <>
          <ExportButton name="presage-history" read={(onRows) => readAll(trader, onRows)} />
          <ActivityTable rows={rows} />
        </>
      )}
    </PagedList>
  );
}

const COLUMNS = [
  "timestamp",
  "type",
  "side",
  "title",
  "outcome",
  "price",
  "size",
  "usdcSize",
  "conditionId",
  "asset",
  "transactionHash",
] as const satisfies readonly (keyof Activity)[];

async function readAll(trader: Trader, onRows: (count: number) => void): Promise<Csv> {
  const rows: Activity[] = [];
  for (let place: ActivityCursor | undefined = { offset: 0 }; place !== undefined;) {
    const page: readonly Activity[] = await readActivity(trader.wallet.address, place);
    rows.push(...page);
    onRows(rows.length);
    place = findNextCursor(page, place);
  }
  return {
    header: ["time", ...COLUMNS],
    rows: rows.map((row) => [
      new Date(row.timestamp * 1000).toISOString(),
      ...COLUMNS.map((column) => row[column]),
    ]),
  };
}

// The portfolio page: value, positions, orders and history of the trader.

export function PortfolioPage() {
  const { portfolio } = useText();
  const { trader } = useSession();
  useTitle(portfolio.title);
  return (
    <section className="page stack portfolio">
      <h1>{portfolio.title}</h1>
      {trader === undefined ? (
        <Invitation />
      ) : (
        <TraderPortfolio key={trader.wallet.address} trader={trader} />
      )}
    </section>
  );
}

function Invitation() {
  const { portfolio } = useText();
  const { showDialog } = useSession();
  return (
    <div className="panel portfolio-invitation">
      <p>{portfolio.invitation}</p>
      <button type="button" className="primary" onClick={() => showDialog(true)}>
        {portfolio.start}
      </button>
    </div>
  );
}

const SECTIONS = ["positions", "orders", "history", "closed", "ledger"] as const;
type Section = (typeof SECTIONS)[number];

const VIEWS: Readonly<Record<Section, typeof Positions>> = {
  positions: Positions,
  orders: OpenOrders,
  history: History,
  closed: ClosedPositions,
  ledger: Ledger,
};

function TraderPortfolio({ trader }: { readonly trader: Trader }) {
  const { portfolio } = useText();
  const [query, setQuery] = useSearchParams();
  const section = SECTIONS.find((one) => one === query.get("tab")) ?? "positions";
  const { error } = useBalances();
  const View = VIEWS[section];
  if (isRevoked(error)) return <SignInAgain error={error} />;
  return (
    <>
      <PortfolioValue trader={trader} />
      <div className="panel stack">
        <Tabs
          name={portfolio.sections}
          tabs={SECTIONS.map((one) => [one, portfolio[one]] as const)}
          chosen={section}
          onChoose={(tab) => setQuery({ ...Object.fromEntries(query), tab })}
        >
          <div className="stack">
            <h2 className="visually-hidden">{portfolio[section]}</h2>
            <View key={section} trader={trader} />
          </div>
        </Tabs>
      </div>
    </>
  );
}
