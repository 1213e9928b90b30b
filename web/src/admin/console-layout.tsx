/** The frame of the console: navigation, signed-in operator and status warnings. */
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { BrandMark } from "../parts/brand.tsx";
import { LanguageChoice } from "../parts/language-choice.tsx";
import { ThemeChoice } from "../parts/theme-choice.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { UnansweredNote } from "./action/unanswered-note.tsx";
import { Navigation } from "./navigation.tsx";
import { useSession } from "./operator-session.tsx";
import { useRetryWhenBack, useStaleSince, useStatus } from "./status.ts";
import { useConsoleText } from "./console-text.ts";
import { listWarnings } from "./list-warnings.ts";

type LayoutProps = { readonly signedIn: boolean; readonly children: ReactNode };

export function ConsoleLayout({ signedIn, children }: LayoutProps) {
  const { common } = useText();
  const words = useConsoleText();
  const main = useRef<HTMLElement>(null);
  useFocusOnArrival(main);
  return (
    <div className="console">
      <a
        className="skip"
        href="#content"
        onClick={(event) => {
          // The address after # names the view, so following this link would leave it.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {common.skip}
      </a>
      <header className="top">
        <Link href="/" className="brand">
          <BrandMark /> <span className="soft">{words.short}</span>
        </Link>
        {signedIn && <SignedInOperator />}
      </header>
      {signedIn && <StatusLine />}
      <div className={signedIn ? "with-views" : undefined}>
        {signedIn && <Navigation />}
        <main id="content" ref={main} tabIndex={-1}>
          {signedIn && <UnansweredNote />}
          {children}
        </main>
      </div>
      <footer className="bottom">
        <ThemeChoice />
        <LanguageChoice />
        <a href="/openapi.json">OpenAPI</a>
      </footer>
    </div>
  );
}

/** Moves the focus to the new view after a navigation, for keyboard and screen reader users. */
function useFocusOnArrival(main: { readonly current: HTMLElement | null }): void {
  const [location] = useLocation();
  const shown = useRef(location);
  useEffect(() => {
    if (shown.current === location) return;
    shown.current = location;
    main.current?.focus();
    window.scrollTo(0, 0);
  }, [location, main]);
}

function SignedInOperator() {
  const words = useConsoleText();
  const { signOut } = useSession();
  const { data } = useStatus();
  return (
    <div className="who">
      {data && (
        <>
          <span className={`badge ${data.mode}`}>{words.kinds[data.mode]}</span>
          <span>{words.signedInAs(data.operator.name)}</span>
        </>
      )}
      <button type="button" onClick={signOut}>
        {words.signOut}
      </button>
    </div>
  );
}

/** Warns while the status is stale, the exchange is restricted or commands wait. */
function StatusLine() {
  const words = useConsoleText();
  const formats = useFormats();
  const { data, isError } = useStatus();
  const staleSince = useStaleSince();
  useRetryWhenBack();
  return (
    <div className="status-line" role="status">
      {staleSince !== undefined && <span className="warning">{words.old(formats.dateTime(staleSince))}</span>}
      {data === undefined && isError && <span className="warning">{words.away}</span>}
      {data &&
        listWarnings(data, words).map((warning) => (
          <span key={warning} className="warning">
            {warning}
          </span>
        ))}
    </div>
  );
}
