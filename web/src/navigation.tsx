/** Links between pages: in the header, and on phones in a bar at the bottom with a search button. */
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { PAGE_PATHS } from "../../src/http/page/page-paths.ts";
import { brandName } from "./parts/brand.tsx";
import { focusSearch } from "./parts/search-box.tsx";
import { useText } from "./text/language.tsx";
import "./styles/navigation.css";

/** Icons of the bar, in a square with sides of 24. */
const DRAWINGS = {
  home: "M4 11 12 4l8 7v9h-5v-6H9v6H4z",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M15.5 15.5 20 20",
  portfolio: "M4 8h16v11H4zM9 8V5h6v3M4 13h16",
  leaderboard: "M5 20v-7M12 20V4M19 20v-11",
} as const;

export function Navigation() {
  const { layout } = useText();
  return (
    <nav aria-label={brandName()}>
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
