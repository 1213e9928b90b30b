/** The routes of the trading page, inside the common layout. */
import { usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { Route, Switch, useLocation, useRoute } from "wouter";
import { PAGE_PATHS } from "../../src/http/page/page-paths.ts";
import { loadSettings } from "./api/settings.ts";
import { FirstReads } from "./home/first-reads.tsx";
import { Layout } from "./layout.tsx";
import { LiveProvider } from "./live/live-context.tsx";
import { eventQuery } from "./markets/catalog-queries.ts";
import { AdminPage } from "./pages/admin-page.tsx";
import { HomePage } from "./pages/home-page.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { loadOnDemand } from "./parts/load-on-demand.tsx";
import { Failure, Loading } from "./parts/states.tsx";
import { ToastProvider } from "./parts/toasts.tsx";
import { SettingsContext } from "./settings-context.ts";
import { SessionProvider } from "./wallet/session.tsx";
import { memoryQuery } from "./wallet/use-wallet-memory.ts";

/** Polling interval while the exchange is unreachable. */
const LOOK_MS = 3_000;

const PAGE = { rows: 6, isPage: true };

/** Pages loaded on their first visit, so that the first page stays small. */
const EventPage = loadOnDemand(async () => (await import("./pages/event-page.tsx")).EventPage, PAGE);
const PortfolioPage = loadOnDemand(
  async () => (await import("./pages/portfolio-page.tsx")).PortfolioPage,
  PAGE,
);
const LeaderboardPage = loadOnDemand(
  async () => (await import("./pages/leaderboard-page.tsx")).LeaderboardPage,
  PAGE,
);
const ActivityPage = loadOnDemand(async () => (await import("./pages/activity-page.tsx")).ActivityPage, PAGE);
const SearchPage = loadOnDemand(async () => (await import("./pages/search-page.tsx")).SearchPage, PAGE);
const ProfilePage = loadOnDemand(async () => (await import("./pages/profile-page.tsx")).ProfilePage, PAGE);
const HowItWorksPage = loadOnDemand(
  async () => (await import("./pages/how-it-works-page.tsx")).HowItWorksPage,
  PAGE,
);
const InvitePage = loadOnDemand(async () => (await import("./pages/invite-page.tsx")).InvitePage, PAGE);
const DevelopersPage = loadOnDemand(
  async () => (await import("./pages/developers-page.tsx")).DevelopersPage,
  PAGE,
);

/** Shows a loading page, and meanwhile prefetches the first cards of the home page, or the event of an event's page. */
function FirstView() {
  const [location] = useLocation();
  const [isEvent, event] = useRoute(PAGE_PATHS.event);
  return (
    <>
      <Loading />
      {location === PAGE_PATHS.home && <FirstReads />}
      {isEvent && <EventRead slug={event.slug} />}
    </>
  );
}

function EventRead({ slug }: { readonly slug: string }) {
  usePrefetchQuery(eventQuery(slug));
  return null;
}

export function App() {
  const settings = useQuery({
    queryKey: ["settings"],
    queryFn: loadSettings,
    staleTime: Infinity,
    // Nothing else on the page would notice that the exchange is back.
    refetchInterval: ({ state }) => (state.status === "error" ? LOOK_MS : false),
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
