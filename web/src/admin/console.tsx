/** The console: its frame with the navigation and warnings, the sign-in form, and the views by address. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { ComponentType, ReactNode } from "react";
import { Link, Route, Switch, useLocation } from "wouter";
import { BrandMark, useTitle } from "../parts/controls/brand.tsx";
import { LanguageChoice, ThemeChoice } from "../parts/controls/preference-choices.tsx";
import { Failure } from "../parts/states.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { FaultNotice } from "./action/action-form.tsx";
import { FieldFaultContext, FormFault } from "./action/field-fault.tsx";
import { describeSent } from "./action/money-moves.ts";
import { openKeys } from "./action/open-keys.ts";
import { useConsoleText } from "./parts/console-text.ts";
import { listWarnings } from "./session/describe-status.ts";
import { useOperatorAccess, useSession } from "./session/operator-session.tsx";
import { CheckField, TextField } from "./parts/fields.tsx";
import { readForm } from "./parts/read-form.ts";
import { View } from "./parts/view.tsx";
import { useRetryWhenBack, useStaleSince, useStatus } from "./session/status.ts";
import { ROUTES, SECTIONS } from "./views.tsx";
import type { ListedSection } from "./views.tsx";
import { RejectedError } from "../api/client.ts";

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
      {ROUTES.map(({ path, view }) => (
        <Route key={path} path={path}>
          {(parameters) => <RoutedView view={view} parameters={parameters} />}
        </Route>
      ))}
      <Route component={UnknownView} />
    </Switch>
  );
}

type ViewParameters = Readonly<Record<string, string | undefined>>;
type ViewAtProps = { readonly view: (typeof ROUTES)[number]["view"]; readonly parameters: ViewParameters };

/** Renders a view with the parameters of its address, and mounts it again when they change. */
function RoutedView({ view, parameters }: ViewAtProps) {
  const Shown = view as ComponentType<ViewParameters>;
  return <Shown {...parameters} key={Object.values(parameters).join("/")} />;
}

/** The view for unknown addresses. */
function UnknownView() {
  const { common } = useText();
  const { nav } = useConsoleText();
  return (
    <View title={common.notFound}>
      <p>
        <Link href="/">{nav.views.overview}</Link>
      </p>
    </View>
  );
}

type LayoutProps = { readonly signedIn: boolean; readonly children: ReactNode };

/** The frame of the console: navigation, signed-in operator and status warnings. */
function ConsoleLayout({ signedIn, children }: LayoutProps) {
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
          {signedIn && <SectionViews />}
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
  const shownLocation = useRef(location);
  useEffect(() => {
    if (shownLocation.current === location) return;
    shownLocation.current = location;
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
      {staleSince !== undefined && (
        <span className="warning">{words.old(formats.zonedTime(staleSince))}</span>
      )}
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

/** A note about requests that an earlier view, or the console before a reload, left unanswered. */
function UnansweredNote() {
  const { sentBefore: words, nav } = useConsoleText();
  const formats = useFormats();
  const [location] = useLocation();
  const open = useSyncExternalStore(openKeys.subscribe, openKeys.list);
  // A form shows the unanswered requests that it sent. This note shows those from before this view, and those that hold
  // back another request.
  const before = useMemo(() => openKeys.list().map(({ key }) => key), [location]);
  const shownRequests = open.filter(({ key, holdsBack = false }) => holdsBack || before.includes(key));
  if (shownRequests.length === 0) return null;
  const sent = new Set(
    shownRequests.map(({ sentAtMs, move }) => describeSent(words, formats.zonedTime(sentAtMs), move)),
  );
  return (
    <div className="notice row" role="status">
      <span>{words.note([...sent].join("; "))}</span>
      <Link href="/audit">{nav.views.audit}</Link>
      <button type="button" onClick={() => openKeys.forget(shownRequests)}>
        {words.looked}
      </button>
    </div>
  );
}

/** Tells whether a link leads to the current view or to a view above it. */
const isCurrentPath = (location: string, path: string): boolean =>
  location === path || (path !== "/" && location.startsWith(`${path}/`));

/** Lists the sections with their views; those that only a sandbox has are left out elsewhere. */
function useSections(): readonly ListedSection[] {
  const isSandbox = useStatus().data?.mode === "sandbox";
  return SECTIONS.flatMap(({ views, ...section }): ListedSection[] => {
    const [first, ...others] = views.filter(({ isSandboxOnly = false }) => isSandbox || !isSandboxOnly);
    return first === undefined ? [] : [{ ...section, views: [first, ...others] }];
  });
}

/** Finds the section of the shown view, and the view itself. */
function useCurrentView() {
  const [location] = useLocation();
  const section = useSections().find(({ views }) => views.some(({ path }) => isCurrentPath(location, path)));
  return { section, view: section?.views.find(({ path }) => isCurrentPath(location, path)) };
}

function useSectionName(): (section: ListedSection) => string {
  const { nav } = useConsoleText();
  return ({ name, views: [first] }) => (name === undefined ? nav.views[first.name] : nav.sections[name]);
}

/** The groups of links. In a narrow window a button opens the groups, and the choice of a link closes them. */
function Navigation() {
  const { nav } = useConsoleText();
  const [location] = useLocation();
  const id = useId();
  const nameOf = useSectionName();
  const sections = useSections();
  const current = useCurrentView();
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === location;
  return (
    <nav className="views" aria-label={nav.label}>
      <button
        type="button"
        className="views-menu"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpenAt(isOpen ? undefined : location)}
      >
        {current.view === undefined ? nav.menu : nav.menuAt(nav.views[current.view.name])}
      </button>
      <ul id={id} className={isOpen ? "views-list open" : "views-list"}>
        {sections.map((section) => (
          <li key={section.views[0].name}>
            <Link
              href={section.views[0].path}
              aria-current={section.views[0].name === current.section?.views[0].name ? "page" : undefined}
              onClick={() => setOpenAt(undefined)}
            >
              {nameOf(section)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The views of the section at hand, if there are several. */
function SectionViews() {
  const { nav } = useConsoleText();
  const nameOf = useSectionName();
  const { section, view } = useCurrentView();
  if (section === undefined || section.views.length === 1) return null;
  return (
    <nav className="section-views" aria-label={nameOf(section)}>
      <ul>
        {section.views.map((one) => (
          <li key={one.name}>
            <Link href={one.path} aria-current={one === view ? "page" : undefined}>
              {nav.views[one.name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Characters that an HTTP header can carry. */
const HEADER_SAFE = /^[\x21-\x7e]+$/;

/** The sign-in form, which checks the operator's token with the exchange. */
function SignIn() {
  const { signIn: words, title, action } = useConsoleText();
  const { signIn, expired } = useOperatorAccess();
  useTitle(title);
  const attempt = useMutation({
    mutationFn: async ({ token, remember }: { readonly token: string; readonly remember: boolean }) => {
      if (token === "") throw new FormFault("token", action.mistakes.missing);
      if (!HEADER_SAFE.test(token)) throw new Error(words.notToken);
      try {
        await signIn(token, remember);
      } catch (error) {
        throw error instanceof RejectedError && error.code === "forbidden"
          ? new Error(words.metricsOnly)
          : error;
      }
    },
  });
  const { error } = attempt;
  const faults =
    error instanceof FormFault ? [{ name: error.field, words: error.message, label: words.token }] : [];
  return (
    <section className="panel sign-in">
      <h1>{title}</h1>
      <p className="soft">{words.lead}</p>
      {expired && !attempt.isError && (
        <p className="notice" role="alert">
          {words.expired}
        </p>
      )}
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const readField = readForm(event.currentTarget);
          attempt.mutate({ token: readField("token"), remember: readField("remember") !== "" });
        }}
      >
        <FieldFaultContext value={faults}>
          <TextField
            name="token"
            label={words.token}
            hint={words.where}
            type="password"
            autoComplete="off"
            spellCheck={false}
          />
        </FieldFaultContext>
        <CheckField name="remember" label={words.remember} hint={words.rememberHint} />
        {faults.length > 0 && <FaultNotice faults={faults} />}
        {attempt.isError && faults.length === 0 && <Failure error={attempt.error} />}
        <button type="submit" className="primary" disabled={attempt.isPending}>
          {attempt.isPending ? words.trying : words.submit}
        </button>
      </form>
    </section>
  );
}
