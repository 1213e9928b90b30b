/** The routes of the trading page, inside the common layout. */
import "../styles/shared/navigation.css";
import { usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Link, Route, Switch, useLocation, useRoute } from "wouter";
import { PAGE_PATHS } from "../../../src/http/page/page-paths.ts";
import { Announcements } from "./announcements.tsx";
import { loadSettings } from "../api/settings.ts";
import { Bell } from "../account/bell/bell.tsx";
import { FirstReads, HomePage } from "../discover/home/home-page.tsx";
import { GuideSlot } from "./learn/guide-slot.tsx";
import type { ConnectionState } from "../api/live/connection.ts";
import { LiveProvider, useStatus } from "../api/live/live-context.tsx";
import { eventQuery } from "../markets/queries/catalog-queries.ts";
import { AdminPage } from "./admin-page.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { BrandMark, getBrandName } from "../parts/controls/brand.tsx";
import { loadOnDemand } from "../parts/load-on-demand.tsx";
import { LanguageChoice, ThemeChoice } from "../parts/controls/preference-choices.tsx";
import { SearchBox, focusSearch } from "../parts/controls/search-box.tsx";
import { Failure, Loading } from "../parts/states.tsx";
import { ToastProvider } from "../parts/toasts.tsx";
import { usePageTop } from "../parts/hooks/use-page-top.ts";
import { SettingsContext, useSettings } from "../base/settings-context.ts";
import { useLanguageChoice, useText } from "../text/language.tsx";
import { SessionProvider, useSession } from "../account/wallet/session.tsx";
import { memoryQuery } from "../account/wallet/use-wallet-memory.ts";
import { WalletButton } from "../account/wallet/wallet-button.tsx";

// Detects a lost connection. At the start of a visit, while the page loads, a connection counts as lost only after a delay.

const LOST_AFTER_MS = 5_000;

function useLostConnection(connection: ConnectionState): boolean {
  const [isLost, setLost] = useState(false);
  const wasLive = useRef(false);
  useEffect(() => {
    if (connection === "live") {
      wasLive.current = true;
      return undefined;
    }
    const timer = setTimeout(() => setLost(true), wasLive.current ? 0 : LOST_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLost(false);
    };
  }, [connection]);
  return isLost;
}

// Checks after each lost connection whether the updated exchange serves another version of this page.

const MAX_POLLS = 10;
const RETRY_MS = 1_000;

/** Tells whether the exchange serves another version of the page than the running one. */
function useNewVersion(connection: ConnectionState): boolean {
  const [isNew, setNew] = useState(false);
  const wasLive = useRef(false);
  useEffect(() => {
    if (connection !== "live") return;
    if (wasLive.current) void isNewVersionServed().then((is) => setNew((was) => was || is));
    wasLive.current = true;
  }, [connection]);
  return isNew;
}

/** Checks until the page's address answers: after a restart that address may open later than the live channel. */
async function isNewVersionServed(): Promise<boolean> {
  for (let look = 0; look < MAX_POLLS; look += 1) {
    const found = await pollOnce();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return false;
}

/** Compares the name of the page's script, which contains the hash of its content; `undefined` without an answer. */
async function pollOnce(): Promise<boolean | undefined> {
  const own = document.querySelector<HTMLScriptElement>("script[type=module][src]");
  if (own === null) return false;
  try {
    const answer = await fetch("/", { cache: "no-store", headers: { accept: "text/html" } });
    return answer.ok ? !(await answer.text()).includes(new URL(own.src).pathname) : undefined;
  } catch {
    return undefined;
  }
}

// Links between pages: in the header, and on phones in a bar at the bottom, which also has a search button.

/** Icons of the bar, in a square with sides of 24. */
const DRAWINGS = {
  home: "M4 11 12 4l8 7v9h-5v-6H9v6H4z",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M15.5 15.5 20 20",
  portfolio: "M4 8h16v11H4zM9 8V5h6v3M4 13h16",
  leaderboard: "M5 20v-7M12 20V4M19 20v-11",
} as const;

function Navigation() {
  const { layout } = useText();
  return (
    <nav aria-label={getBrandName()}>
      <PageLink href={PAGE_PATHS.home} drawing="home">
        {layout.markets}
      </PageLink>
      <button type="button" className="phone-only" onClick={focusSearch}>
        <Drawing of="search" />
        {layout.find}
      </button>
      <PageLink href={PAGE_PATHS.portfolio} drawing="portfolio">
        {layout.portfolio}
      </PageLink>
      <PageLink href={PAGE_PATHS.leaderboard} drawing="leaderboard">
        {layout.leaderboard}
      </PageLink>
      <PageLink href={PAGE_PATHS.activity}>{layout.activity}</PageLink>
      <PageLink href={PAGE_PATHS.developers}>{layout.developers}</PageLink>
    </nav>
  );
}

type PageLinkProps = {
  readonly href: string;
  /** Icon in the bar; pages without one are not in the bar. */
  readonly drawing?: keyof typeof DRAWINGS;
  readonly children: ReactNode;
};

function PageLink({ href, drawing, children }: PageLinkProps) {
  const [location] = useLocation();
  return (
    <Link
      href={href}
      className={drawing === undefined ? "wide" : ""}
      aria-current={location === href ? "page" : undefined}
    >
      {drawing !== undefined && <Drawing of={drawing} />}
      {children}
    </Link>
  );
}

const Drawing = ({ of }: { readonly of: keyof typeof DRAWINGS }) => (
  <svg className="phone-only" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
    <path d={DRAWINGS[of]} />
  </svg>
);

// The frame of every page: navigation, search, wallet and connection status.

function Layout({ children }: { readonly children: ReactNode }) {
  const { common, layout } = useText();
  const { code: language } = useLanguageChoice();
  const { mode, strictness } = useSettings();
  const isLikeLive = strictness.every(({ on }) => on);
  usePageTop();
  return (
    <>
      <a className="skip" href="#content">
        {common.skip}
      </a>
      <header className="top">
        <Link href="/" className="brand">
          <BrandMark />
        </Link>
        <Navigation />
        <SearchBox />
        <Bell />
        <WalletButton />
      </header>
      <StatusLine />
      <Announcements />
      <GuideSlot />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer className="bottom">
        {mode === "sandbox" && <span>{isLikeLive ? layout.sandboxLikeLive : layout.sandbox}</span>}
        <ThemeChoice />
        <LanguageChoice />
        <Link href={PAGE_PATHS.activity} className="phone-only">
          {layout.activity}
        </Link>
        <Link href={PAGE_PATHS.howItWorks}>{layout.howItWorks}</Link>
        <Link href={PAGE_PATHS.developers} className="phone-only">
          {layout.developers}
        </Link>
        <a href={language === "pt" ? "/docs/pt/" : "/docs/"}>Docs</a>
      </footer>
    </>
  );
}

/** Warns while the connection is down or the exchange refuses some requests, and offers a newer page. */
function StatusLine() {
  const { common, layout } = useText();
  const { connection, mode } = useStatus();
  const restrictionText = layout.modes[mode];
  const { reload } = useSession();
  const isNew = useNewVersion(connection);
  const isLost = useLostConnection(connection);
  return (
    <div className="status-line" role="status">
      {isLost && <span className="warning">{layout.connecting}</span>}
      {restrictionText !== undefined && <span className="warning">{restrictionText}</span>}
      {isNew && (
        <span className="warning">
          {layout.newVersion}{" "}
          <button type="button" onClick={reload}>
            {common.reload}
          </button>
        </span>
      )}
    </div>
  );
}

/** Polling interval while the exchange is unreachable. */
const POLL_MS = 3_000;

const PAGE_OPTIONS = { rows: 6, isPage: true };

/** Pages loaded on their first visit, so that the first page stays small. */
const EventPage = loadOnDemand(async () => (await import("./event-page.tsx")).EventPage, PAGE_OPTIONS);
const PortfolioPage = loadOnDemand(
  async () => (await import("../account/portfolio/portfolio-page.tsx")).PortfolioPage,
  PAGE_OPTIONS,
);
const LeaderboardPage = loadOnDemand(
  async () => (await import("../account/people/leaderboard-page.tsx")).LeaderboardPage,
  PAGE_OPTIONS,
);
const ActivityPage = loadOnDemand(
  async () => (await import("./activity-page.tsx")).ActivityPage,
  PAGE_OPTIONS,
);
const SearchPage = loadOnDemand(async () => (await import("./search-page.tsx")).SearchPage, PAGE_OPTIONS);
const ProfilePage = loadOnDemand(
  async () => (await import("../account/people/profile-page.tsx")).ProfilePage,
  PAGE_OPTIONS,
);
const HowItWorksPage = loadOnDemand(
  async () => (await import("./how-it-works-page.tsx")).HowItWorksPage,
  PAGE_OPTIONS,
);
const InvitePage = loadOnDemand(
  async () => (await import("../account/wallet/invite-page.tsx")).InvitePage,
  PAGE_OPTIONS,
);
const DevelopersPage = loadOnDemand(
  async () => (await import("./developers-page.tsx")).DevelopersPage,
  PAGE_OPTIONS,
);

/** Shows a loading page, and meanwhile prefetches the first cards of the home page, or the event of an event's page. */
function FirstView() {
  const [location] = useLocation();
  const [isEvent, event] = useRoute(PAGE_PATHS.event);
  return (
    <>
      <Loading />
      {location === PAGE_PATHS.home && <FirstReads />}
      {isEvent && <PrefetchEvent slug={event.slug} />}
    </>
  );
}

function PrefetchEvent({ slug }: { readonly slug: string }) {
  usePrefetchQuery(eventQuery(slug));
  return null;
}

export function App() {
  const settings = useQuery({
    queryKey: ["settings"],
    queryFn: loadSettings,
    staleTime: Infinity,
    // Nothing else on the page would notice that the exchange is back.
    refetchInterval: ({ state }) => (state.status === "error" ? POLL_MS : false),
  });
  const memory = useQuery(memoryQuery);
  if (settings.isPending || memory.isPending) return <FirstView />;
  if (settings.isError) return <Failure error={settings.error} retry={() => void settings.refetch()} />;
  if (memory.isError) return <Failure error={memory.error} retry={() => void memory.refetch()} />;
  return (
    <SettingsContext value={settings.data}>
      <SessionProvider first={memory.data}>
        <LiveProvider>
          <ToastProvider>
            <Layout>
              <Switch>
                <Route path={PAGE_PATHS.home} component={HomePage} />
                <Route path={PAGE_PATHS.event}>{({ slug }) => <EventPage slug={slug} key={slug} />}</Route>
                <Route path={PAGE_PATHS.portfolio} component={PortfolioPage} />
                <Route path={PAGE_PATHS.leaderboard} component={LeaderboardPage} />
                <Route path={PAGE_PATHS.activity} component={ActivityPage} />
                <Route path={PAGE_PATHS.search} component={SearchPage} />
                <Route path={PAGE_PATHS.profile}>
                  {({ address }) => <ProfilePage address={address} key={address} />}
                </Route>
                <Route path={PAGE_PATHS.invite}>{({ code }) => <InvitePage code={code} key={code} />}</Route>
                <Route path={PAGE_PATHS.howItWorks} component={HowItWorksPage} />
                <Route path={PAGE_PATHS.developers} component={DevelopersPage} />
                <Route path={PAGE_PATHS.admin} component={AdminPage} />
                <Route component={NotFoundPage} />
              </Switch>
            </Layout>
          </ToastProvider>
        </LiveProvider>
      </SessionProvider>
    </SettingsContext>
  );
}
