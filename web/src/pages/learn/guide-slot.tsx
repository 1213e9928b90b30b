/** The area of the guide for newcomers at the top of the page. */
import { useEffect, useState } from "react";
import { useLocation, useRoute } from "wouter";
import { PAGE_PATHS } from "../../../../src/http/page/page-paths.ts";
import { useText } from "../../text/language.tsx";
import { useBalances } from "../../account/wallet/balances.ts";
import { useSession } from "../../account/wallet/session.tsx";
import { Guide } from "./guide.tsx";
import { findStep, hasTraded, setGuideMark, useGuideMark } from "./guide-step.ts";
import "../../styles/pages/guide.css";

/** Pages that are not for traders. */
const PATHS_WITHOUT_GUIDE: ReadonlySet<string> = new Set([PAGE_PATHS.developers, PAGE_PATHS.admin]);

export function GuideSlot() {
  const { layout } = useText();
  const [path] = useLocation();
  const [step, leave] = useStep();
  // An invite page shows a next step of its own, and offers money itself.
  const [isInvite] = useRoute(PAGE_PATHS.invite);
  if (step === undefined || isInvite || PATHS_WITHOUT_GUIDE.has(path)) return null;
  return (
    <section className={step === "wallet" ? "guide" : "guide slim"} aria-label={layout.firstSteps}>
      <Guide step={step} leave={leave} />
    </section>
  );
}

/** Returns the step to show, and a function that ends the guide permanently. */
function useStep() {
  const mark = useGuideMark();
  const { trader } = useSession();
  const { data: balances } = useBalances();
  const hasShares = balances && [...balances.shares.values()].some(({ total }) => total > 0);
  const [isDone, setDone] = useState(false);
  const progress = { mark, hasWallet: trader !== undefined, hasShares };
  const foundStep = findStep(progress);
  // The final message stays until the visitor leaves it, and the browser remembers that it was shown.
  if (foundStep === "done" && !isDone) setDone(true);
  const isNew = foundStep === "wallet" && mark === undefined;
  const isOver = isDone || hasTraded(progress);
  useEffect(() => {
    if (isNew) setGuideMark("shown");
    if (isOver) setGuideMark("over");
  }, [isNew, isOver]);
  const leave = (): void => {
    setDone(false);
    setGuideMark("over");
  };
  return [isDone ? "done" : foundStep, leave] as const;
}
