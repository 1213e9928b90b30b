/** The routes of the trading page, inside the common layout. */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import { PAGE_PATHS } from "../../src/http/page/page-paths.ts";
import { loadSettings } from "./api/settings.ts";
import { Layout } from "./layout.tsx";
import { LiveProvider } from "./live/live-context.tsx";
import { AdminPage } from "./pages/admin-page.tsx";
import { HomePage } from "./pages/home-page.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { Failure, Loading } from "./parts/states.tsx";
import { SettingsContext } from "./settings-context.ts";
import { SessionProvider } from "./wallet/session.tsx";

/** Pages loaded on their first visit, so that the first page stays small. */
const EventPage = lazy(async () => ({ default: (await import("./pages/event-page.tsx")).EventPage }));
const PortfolioPage = lazy(async () => ({
  default: (await import("./pages/portfolio-page.tsx")).PortfolioPage,
}));
const LeaderboardPage = lazy(async () => ({
  default: (await import("./pages/leaderboard-page.tsx")).LeaderboardPage,
}));
const ProfilePage = lazy(async () => ({ default: (await import("./pages/profile-page.tsx")).ProfilePage }));
const DevelopersPage = lazy(async () => ({
  default: (await import("./pages/developers-page.tsx")).DevelopersPage,
}));

export function App() {
  const settings = useQuery({ queryKey: ["settings"], queryFn: loadSettings, staleTime: Infinity });
  if (settings.isPending) return <Loading />;
  if (settings.isError) return <Failure error={settings.error} retry={() => void settings.refetch()} />;
  return (
    <SettingsContext value={settings.data}>
      <SessionProvider>
        <LiveProvider>
          <Layout>
            <Suspense fallback={<Loading rows={6} />}>
              <Switch>
                <Route path={PAGE_PATHS.home} component={HomePage} />
                <Route path={PAGE_PATHS.event}>{({ slug }) => <EventPage slug={slug} key={slug} />}</Route>
                <Route path={PAGE_PATHS.portfolio} component={PortfolioPage} />
                <Route path={PAGE_PATHS.leaderboard} component={LeaderboardPage} />
                <Route path={PAGE_PATHS.profile}>
                  {({ address }) => <ProfilePage address={address} key={address} />}
                </Route>
                <Route path={PAGE_PATHS.developers} component={DevelopersPage} />
                <Route path={PAGE_PATHS.admin} component={AdminPage} />
                <Route component={NotFoundPage} />
              </Switch>
            </Suspense>
          </Layout>
        </LiveProvider>
      </SessionProvider>
    </SettingsContext>
  );
}
