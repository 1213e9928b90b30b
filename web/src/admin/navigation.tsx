/** The links to the console's views, in groups. */
import { useId, useState } from "react";
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

/** True of the view that is shown, and of those below it. */
const isHere = (location: string, path: string): boolean =>
  location === path || (path !== "/" && location.startsWith(`${path}/`));

/** The groups of links. In a narrow window a button opens them, and a choice closes them. */
export function Navigation() {
  const { nav } = useConsoleText();
  const [location] = useLocation();
  const id = useId();
  const isSandbox = useStatus().data?.mode === "sandbox";
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === location;
  const shown = GROUPS.flatMap(([, views]) => [...views]).find((view) => isHere(location, pathOf(view)));
  return (
    <nav className="views" aria-label={nav.label}>
      <button
        type="button"
        className="views-menu"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpenAt(isOpen ? undefined : location)}
      >
        {shown === undefined ? nav.menu : nav.menuAt(nav.views[shown])}
      </button>
      <div id={id} className={isOpen ? "views-groups open" : "views-groups"}>
        {GROUPS.filter(([group]) => group !== "sandbox" || isSandbox).map(([group, views]) => (
          <Group key={group} name={nav.groups[group]} views={views} leave={() => setOpenAt(undefined)} />
        ))}
      </div>
    </nav>
  );
}

type GroupProps = {
  readonly name: string;
  readonly views: readonly ViewName[];
  readonly leave: () => void;
};

function Group({ name, views, leave }: GroupProps) {
  const { nav } = useConsoleText();
  const [location] = useLocation();
  const id = useId();
  return (
    <div className="group">
      <span id={id} className="group-name">
        {name}
      </span>
      <ul aria-labelledby={id}>
        {views.map((view) => (
          <li key={view}>
            <Link
              href={pathOf(view)}
              aria-current={isHere(location, pathOf(view)) ? "page" : undefined}
              onClick={leave}
            >
              {nav.views[view]}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
