/** The links to the console's views, in groups. */
import { useId } from "react";
import { Link, useLocation } from "wouter";
import { useConsoleText } from "./console-text.ts";
import { useStatus } from "./status.ts";

const GROUPS = [
  ["exchange", ["overview", "figures", "mode", "announcements", "brand", "audit", "operators"]],
  ["systems", ["backups", "webhooks", "quarantine"]],
  ["markets", ["markets", "new-event", "new-market", "images", "house"]],
  ["people", ["wallets", "accounts", "fundings", "invites", "keys", "bans", "names", "sites"]],
  ["sandbox", ["residents", "snapshots", "faults"]],
  ["help", ["diagnoses"]],
] as const;

type ViewName = (typeof GROUPS)[number][1][number];
const pathOf = (view: ViewName): string => (view === "overview" ? "/" : `/${view}`);

export function Navigation() {
  const { nav } = useConsoleText();
  const isSandbox = useStatus().data?.mode === "sandbox";
  return (
    <nav className="views" aria-label={nav.label}>
      {GROUPS.filter(([group]) => group !== "sandbox" || isSandbox).map(([group, views]) => (
        <Group key={group} name={nav.groups[group]} views={views} />
      ))}
    </nav>
  );
}

function Group({ name, views }: { readonly name: string; readonly views: readonly ViewName[] }) {
  const { nav } = useConsoleText();
  const [location] = useLocation();
  const id = useId();
  const isHere = (path: string): boolean =>
    location === path || (path !== "/" && location.startsWith(`${path}/`));
  return (
    <div className="group">
      <span id={id} className="group-name">
        {name}
      </span>
      <ul aria-labelledby={id}>
        {views.map((view) => (
          <li key={view}>
            <Link href={pathOf(view)} aria-current={isHere(pathOf(view)) ? "page" : undefined}>
              {nav.views[view]}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
