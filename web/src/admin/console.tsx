/** The console: the sign-in form, or the views by address. */
import { Route, Switch } from "wouter";
import { loadOnDemand } from "../parts/load-on-demand.tsx";
import { ConsoleLayout } from "./console-layout.tsx";
import { useOperatorAccess } from "./operator-session.tsx";
import { SignIn } from "./sign-in.tsx";
import { AccountView } from "./views/account-view.tsx";
import { AccountsView } from "./views/accounts-view.tsx";
import { AnnouncementsView } from "./views/announcements-view.tsx";
import { AuditView } from "./views/audit-view.tsx";
import { BansView } from "./views/bans-view.tsx";
import { EventView } from "./views/event-view.tsx";
import { KeysView } from "./views/keys-view.tsx";
import { MarketView } from "./views/market-view.tsx";
import { MarketsView } from "./views/markets-view.tsx";
import { ModeView } from "./views/mode-view.tsx";
import { OperatorsView } from "./views/operators-view.tsx";
import { OverviewView } from "./views/overview-view.tsx";
import { QuarantineView } from "./views/quarantine-view.tsx";
import { UnknownView } from "./views/unknown-view.tsx";
import { WalletsView } from "./views/wallets-view.tsx";

const VIEW = { rows: 6, isPage: true };

/** Views loaded on their first visit, so that the console opens soon. */
const BrandView = loadOnDemand(async () => (await import("./views/brand-view.tsx")).BrandView, VIEW);
const CreateEventView = loadOnDemand(
  async () => (await import("./views/create-event-view.tsx")).CreateEventView,
  VIEW,
);
const FiguresView = loadOnDemand(async () => (await import("./views/figures-view.tsx")).FiguresView, VIEW);
const ImagesView = loadOnDemand(async () => (await import("./views/images-view.tsx")).ImagesView, VIEW);
const InvitesView = loadOnDemand(async () => (await import("./views/invites-view.tsx")).InvitesView, VIEW);
const NamesView = loadOnDemand(async () => (await import("./views/names-view.tsx")).NamesView, VIEW);
const FaultsView = loadOnDemand(async () => (await import("./views/faults-view.tsx")).FaultsView, VIEW);
const SnapshotsView = loadOnDemand(
  async () => (await import("./views/snapshots-view.tsx")).SnapshotsView,
  VIEW,
);
const DiagnosesView = loadOnDemand(
  async () => (await import("./views/diagnoses-view.tsx")).DiagnosesView,
  VIEW,
);
const HouseView = loadOnDemand(async () => (await import("./views/house-view.tsx")).HouseView, VIEW);
const FundingsView = loadOnDemand(async () => (await import("./views/fundings-view.tsx")).FundingsView, VIEW);
const ResidentsView = loadOnDemand(
  async () => (await import("./views/residents-view.tsx")).ResidentsView,
  VIEW,
);
const CreateMarketView = loadOnDemand(
  async () => (await import("./views/create-market-view.tsx")).CreateMarketView,
  VIEW,
);
const SitesView = loadOnDemand(async () => (await import("./views/sites-view.tsx")).SitesView, VIEW);
const BackupsView = loadOnDemand(async () => (await import("./views/backups-view.tsx")).BackupsView, VIEW);
const WebhooksView = loadOnDemand(async () => (await import("./views/webhooks-view.tsx")).WebhooksView, VIEW);
const WebhookView = loadOnDemand(async () => (await import("./views/webhook-view.tsx")).WebhookView, VIEW);

export function Console() {
  const { session } = useOperatorAccess();
  return (
    <ConsoleLayout signedIn={session !== undefined}>
      {session === undefined ? <SignIn /> : <Views />}
    </ConsoleLayout>
  );
}

function Views() {
  return (
    <Switch>
      <Route path="/" component={OverviewView} />
      <Route path="/mode" component={ModeView} />
      <Route path="/quarantine" component={QuarantineView} />
      <Route path="/residents" component={ResidentsView} />
      <Route path="/snapshots" component={SnapshotsView} />
      <Route path="/faults" component={FaultsView} />
      <Route path="/announcements" component={AnnouncementsView} />
      <Route path="/brand" component={BrandView} />
      <Route path="/figures" component={FiguresView} />
      <Route path="/audit" component={AuditView} />
      <Route path="/webhooks" component={WebhooksView} />
      <Route path="/webhooks/:id">{({ id }) => <WebhookView id={id} key={id} />}</Route>
      <Route path="/backups" component={BackupsView} />
      <Route path="/operators" component={OperatorsView} />
      <Route path="/markets" component={MarketsView} />
      <Route path="/markets/events/:event">{({ event }) => <EventView id={event} key={event} />}</Route>
      <Route path="/markets/:market">{({ market }) => <MarketView term={market} key={market} />}</Route>
      <Route path="/house" component={HouseView} />
      <Route path="/images" component={ImagesView} />
      <Route path="/new-event/:event?">
        {({ event = "" }) => <CreateEventView repeated={event} key={event} />}
      </Route>
      <Route path="/new-market/:event?">
        {({ event = "" }) => <CreateMarketView event={event} key={event} />}
      </Route>
      <Route path="/wallets" component={WalletsView} />
      <Route path="/wallets/:address">
        {({ address }) => <AccountView address={address} key={address} />}
      </Route>
      <Route path="/accounts" component={AccountsView} />
      <Route path="/fundings" component={FundingsView} />
      <Route path="/invites" component={InvitesView} />
      <Route path="/keys/:address?">
        {({ address = "" }) => <KeysView address={address} key={address} />}
      </Route>
      <Route path="/bans" component={BansView} />
      <Route path="/names" component={NamesView} />
      <Route path="/sites" component={SitesView} />
      <Route path="/diagnoses" component={DiagnosesView} />
      <Route component={UnknownView} />
    </Switch>
  );
}
