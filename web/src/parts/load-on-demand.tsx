/** Parts of the page whose code is loaded on demand. Where one cannot be loaded, what stands around it stays. */
import { Component, lazy, Suspense, use, useEffect, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { useText } from "../text/language.tsx";
import { ReloadContext } from "./reload-context.ts";
import { Loading } from "./states.tsx";

type OnDemandTerms = {
  /** Rows of the placeholder while it is loaded. */
  readonly rows: number;
  /** True for a whole page, whose failure has the page's heading. */
  readonly isPage?: boolean;
};

/** Makes a component of one that `load` brings. */
export function loadOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { rows, isPage = false }: OnDemandTerms,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
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
    return this.state.failed ? <PartFailure isPage={isPage} /> : children;
  }
}

const LOOK_MS = 3_000;

/** True once the exchange does not answer; then, where nothing else is lost with it, the page reloads by itself. */
function useAway(isPage: boolean, reload: () => void) {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const look = async (): Promise<void> => {
      const isThere = await isExchangeThere();
      if (!isThere) setAway(true);
      else if (isAway && isPage) reload();
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isAway, isPage, reload]);
  return [isAway, setAway] as const;
}

/** Offers a reload: browsers never ask again for a module that they failed to load. */
function PartFailure({ isPage }: Pick<BoundaryProps, "isPage">) {
  const { common } = useText();
  const reload = use(ReloadContext);
  const [isAway, setAway] = useAway(isPage, reload);
  const tryReload = async (): Promise<void> => {
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

/** A reload while the exchange is away would leave an empty tab. */
const isExchangeThere = (): Promise<boolean> =>
  fetch("/favicon.svg", { cache: "no-store" }).then(
    () => true,
    () => false,
  );
