/** The console: the sign-in form, or the views by address. */
import type { ComponentType } from "react";
import { Route, Switch } from "wouter";
import { loadOnDemand } from "../parts/load-on-demand.tsx";
import { ConsoleLayout } from "./console-layout.tsx";
import { useOperatorAccess } from "./operator-session.tsx";
import { SignIn } from "./sign-in.tsx";
import { MarketsView } from "./views/markets-view.tsx";
import { OverviewView } from "./views/overview-view.tsx";
import { UnknownView } from "./views/unknown-view.tsx";

/** A view that is loaded on its first visit, so that the console opens soon. */
const view = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  loadOnDemand(load, { rows: 6, isPage: true });

const AccountView = view(async () => (await import("./views/account-view.tsx")).AccountView);
const AccountsView = view(async () => (await import("./views/accounts-view.tsx")).AccountsView);
const AnnouncementsView = view(
  async () => (await import("./views/announcements-view.tsx")).AnnouncementsView,
);
const AuditView = view(async () => (await import("./views/audit-view.tsx")).AuditView);
const BackupsView = view(async () => (await import("./views/backups-view.tsx")).BackupsView);
const BansView = view(async () => (await import("./views/bans-view.tsx")).BansView);
const BrandView = view(async () => (await import("./views/brand-view.tsx")).BrandView);
const CreateEventView = view(async () => (await import("./views/create-event-view.tsx")).CreateEventView);
const CreateMarketView = view(async () => (await import("./views/create-market-view.tsx")).CreateMarketView);
const DiagnosesView = view(async () => (await import("./views/diagnoses-view.tsx")).DiagnosesView);
const EventView = view(async () => (await import("./views/event-view.tsx")).EventView);
const FaultsView = view(async () => (await import("./views/faults-view.tsx")).FaultsView);
const FiguresView = view(async () => (await import("./views/figures-view.tsx")).FiguresView);
const FundingsView = view(async () => (await import("./views/fundings-view.tsx")).FundingsView);
const HouseView = view(async () => (await import("./views/house-view.tsx")).HouseView);
const ImagesView = view(async () => (await import("./views/images-view.tsx")).ImagesView);
const InvitesView = view(async () => (await import("./views/invites-view.tsx")).InvitesView);
const KeysView = view(async () => (await import("./views/keys-view.tsx")).KeysView);
const MarketView = view(async () => (await import("./views/market-view.tsx")).MarketView);
const ModeView = view(async () => (await import("./views/mode-view.tsx")).ModeView);
const NamesView = view(async () => (await import("./views/names-view.tsx")).NamesView);
const OperatorsView = view(async () => (await import("./views/operators-view.tsx")).OperatorsView);
const QuarantineView = view(async () => (await import("./views/quarantine-view.tsx")).QuarantineView);
const ResidentsView = view(async () => (await import("./views/residents-view.tsx")).ResidentsView);
const SitesView = view(async () => (await import("./views/sites-view.tsx")).SitesView);
const SnapshotsView = view(async () => (await import("./views/snapshots-view.tsx")).SnapshotsView);
const WalletsView = view(async () => (await import("./views/wallets-view.tsx")).WalletsView);
const WebhookView = view(async () => (await import("./views/webhook-view.tsx")).WebhookView);
const WebhooksView = view(async () => (await import("./views/webhooks-view.tsx")).WebhooksView);

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
