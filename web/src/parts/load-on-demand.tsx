/** Parts of the page whose code is loaded on demand. If a part fails to load, the page around it stays. */
import { Component, Suspense, lazy, use, useCallback, useEffect, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { useText } from "../text/language.tsx";
import { ReloadContext } from "./hooks/reload-context.ts";
import { Loading } from "./states.tsx";

/**
 * Storage key of the address that was reloaded automatically. An address is reloaded once until a page loads, so that no
 * reload repeats forever.
 */
const STORAGE_KEY = "presage.reloaded";

/** Tells whether the page may reload automatically, and records that it does. */
function takeOwnReload(): boolean {
  if (sessionStorage.getItem(STORAGE_KEY) === location.href) return false;
  sessionStorage.setItem(STORAGE_KEY, location.href);
  return true;
}

/** Forgets the last automatic reload, once a page has loaded. */
const endOwnReload = (): void => sessionStorage.removeItem(STORAGE_KEY);

// Detects that the exchange answers again.

const POLL_MS = 3_000;

/** Tells whether the exchange answers. While the exchange is unreachable, a proxy may answer with an error. */
const isExchangeThere = (): Promise<boolean> =>
  fetch("/favicon.svg", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Calls `act` whenever a check finds the exchange: now, every few seconds, and when the browser is online again. */
function useWhenBack(act: () => void): void {
  useEffect(() => {
    let isOver = false;
    const look = async (): Promise<void> => {
      if ((await isExchangeThere()) && !isOver) act();
    };
    const lookNow = (): void => void look();
    lookNow();
    const timer = setInterval(lookNow, POLL_MS);
    addEventListener("online", lookNow);
    return () => {
      isOver = true;
      clearInterval(timer);
      removeEventListener("online", lookNow);
    };
  }, [act]);
}

type OnDemandOptions = {
  /** Height of the placeholder that is shown while the part loads, in rows. */
  readonly rows: number;
  /** True for a complete page, whose failure message has a page heading. */
  readonly isPage?: boolean;
};

/** Makes a component that loads the one returned by `load` when it is first shown. */
export function loadOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { rows, isPage = false }: OnDemandOptions,
): ComponentType<Props> {
  const Part = lazy(async () => {
    const part = await load();
    // A part that loads beside a failed page, such as the wallet, must not allow that page another reload.
    if (isPage) endOwnReload();
    return { default: part };
  });
  return (props: Props) => (
    <PartBoundary isPage={isPage}>
      <Suspense fallback={<Loading rows={rows} />}>
        <Part {...props} />
      </Suspense>
    </PartBoundary>
  );
}

type BoundaryProps = { readonly isPage: boolean; readonly children: ReactNode };

class PartBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { isPage, children } = this.props;
    if (!this.state.failed) return children;
    return isPage ? <PageFailure /> : <PartFailure isPage={false} />;
  }
}

/** The failure of a whole page. The page reloads automatically once the exchange answers, since a reload loses nothing. */
function PageFailure() {
  const reload = use(ReloadContext);
  const reloadOnce = useCallback(() => {
    if (takeOwnReload()) reload();
  }, [reload]);
  useWhenBack(reloadOnce);
  return <PartFailure isPage />;
}

/** Offers a reload: browsers never retry a module that failed to load. */
function PartFailure({ isPage }: Pick<BoundaryProps, "isPage">) {
  const { common } = useText();
  const reload = use(ReloadContext);
  const [isAway, setAway] = useState(false);
  const tryReload = async (): Promise<void> => {
    // A reload while the exchange is unreachable would leave an empty tab.
    const isThere = await isExchangeThere();
    if (isThere) reload();
    else setAway(true);
  };
  return (
    <div className="failure" role="alert">
      {isPage ? <h1>{common.failed}</h1> : <strong>{common.failed}.</strong>}
      <p>{isAway ? common.unreachable : common.partFailed}</p>
      <button type="button" onClick={() => void tryReload()}>
        {common.reload}
      </button>
    </div>
  );
}
