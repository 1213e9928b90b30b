/** The pages by their addresses, in the frame that all of them have. */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import { loadSettings } from "./api/settings.ts";
import { Layout } from "./layout.tsx";
import { LiveProvider } from "./live/live-context.tsx";
import { AdminPage } from "./pages/admin-page.tsx";
import { HomePage } from "./pages/home-page.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { Failure, Loading } from "./parts/states.tsx";
import { SettingsContext } from "./settings-context.ts";
import { SessionProvider } from "./wallet/session.tsx";

const EventPage = lazy(() =>
  import("./pages/event-page.tsx").then(({ EventPage: page }) => ({ default: page })),
);
const PortfolioPage = lazy(() =>
  import("./pages/portfolio-page.tsx").then(({ PortfolioPage: page }) => ({ default: page })),
);
const LeaderboardPage = lazy(() =>
  import("./pages/leaderboard-page.tsx").then(({ LeaderboardPage: page }) => ({ default: page })),
);
const ProfilePage = lazy(() =>
  import("./pages/profile-page.tsx").then(({ ProfilePage: page }) => ({ default: page })),
);
const DevelopersPage = lazy(() =>
  import("./pages/developers-page.tsx").then(({ DevelopersPage: page }) => ({ default: page })),
);

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
                <Route path="/" component={HomePage} />
                <Route path="/event/:slug">{({ slug }) => <EventPage slug={slug} key={slug} />}</Route>
                <Route path="/portfolio" component={PortfolioPage} />
                <Route path="/leaderboard" component={LeaderboardPage} />
                <Route path="/profile/:address">
                  {({ address }) => <ProfilePage address={address} key={address} />}
                </Route>
                <Route path="/developers" component={DevelopersPage} />
                <Route path="/admin" component={AdminPage} />
                <Route component={NotFoundPage} />
              </Switch>
            </Suspense>
          </Layout>
        </LiveProvider>
      </SessionProvider>
    </SettingsContext>
  );
}
