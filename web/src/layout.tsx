/** The frame of every page: navigation, search, wallet and connection status. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { PAGE_PATHS } from "../../src/http/page/page-paths.ts";
import { Announcements } from "./announcements/announcements.tsx";
import { Bell } from "./bell/bell.tsx";
import { useStatus } from "./live/live-context.tsx";
import { useLost } from "./live/use-lost.ts";
import { useNewVersion } from "./live/use-new-version.ts";
import { Navigation } from "./navigation.tsx";
import { BrandMark } from "./parts/brand.tsx";
import { LanguageChoice } from "./parts/language-choice.tsx";
import { SearchBox } from "./parts/search-box.tsx";
import { ThemeChoice } from "./parts/theme-choice.tsx";
import { useSettings } from "./settings-context.ts";
import { useText } from "./text/language.tsx";
import { useSession } from "./wallet/session.tsx";
import { WalletButton } from "./wallet/wallet-button.tsx";

export function Layout({ children }: { readonly children: ReactNode }) {
  const { common, layout } = useText();
  const { mode } = useSettings();
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
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer className="bottom">
        {mode === "sandbox" && <span>{layout.sandbox}</span>}
        <ThemeChoice />
        <LanguageChoice />
        <Link href={PAGE_PATHS.activity} className="phone-only">
          {layout.activity}
        </Link>
        <Link href={PAGE_PATHS.developers} className="phone-only">
          {layout.developers}
        </Link>
        <a href="/docs/">API</a>
      </footer>
    </>
  );
}

/** Warns while the connection is down or the exchange refuses some requests, and offers a newer page. */
function StatusLine() {
  const { common, layout } = useText();
  const { connection, mode } = useStatus();
  const restricted = layout.modes[mode];
  const { reload } = useSession();
  const isNew = useNewVersion(connection);
  const isLost = useLost(connection);
  return (
    <div className="status-line" role="status">
      {isLost && <span className="warning">{layout.connecting}</span>}
      {restricted !== undefined && <span className="warning">{restricted}</span>}
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
