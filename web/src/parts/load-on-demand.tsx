/** Parts of the page whose code is loaded on demand. If one fails to load, the page around it stays. */
import { Component, lazy, Suspense, use, useCallback, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { useText } from "../text/language.tsx";
import { endOwnReload, takeOwnReload } from "./own-reload.ts";
import { ReloadContext } from "./reload-context.ts";
import { Loading } from "./states.tsx";
import { isExchangeThere, useWhenBack } from "./use-when-back.ts";

type OnDemandTerms = {
  /** Rows of the placeholder while it is loaded. */
  readonly rows: number;
  /** True for a complete page, whose failure message has a page heading. */
  readonly isPage?: boolean;
};

/** Makes a component from the one that `load` returns. */
export function loadOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { rows, isPage = false }: OnDemandTerms,
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

/** A failed page, which a reload cannot harm: it reloads automatically once the exchange answers. */
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
