/** The portfolio page: value, positions, orders and history of the trader. */
import { useSearchParams } from "wouter";
import { Tabs } from "../parts/tabs.tsx";
import { useTitle } from "../parts/use-title.ts";
import { ClosedPositions } from "../portfolio/closed-positions.tsx";
import { History } from "../portfolio/history.tsx";
import { Ledger } from "../portfolio/ledger.tsx";
import { OpenOrders } from "../portfolio/open-orders.tsx";
import { Positions } from "../portfolio/positions.tsx";
import { PortfolioValue } from "../portfolio/portfolio-value.tsx";
import { useText } from "../text/language.tsx";
import { isRevoked, useBalances } from "../wallet/balances.ts";
import { SignInAgain } from "../wallet/sign-in-again.tsx";
import { useSession } from "../wallet/session.tsx";
import type { Trader } from "../wallet/session.tsx";
import "../styles/cards.css";
import "../styles/mine.css";
import "../styles/portfolio.css";

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
