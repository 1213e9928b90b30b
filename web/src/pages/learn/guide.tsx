/** The guide for newcomers: three steps up to a first trade. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ComponentType } from "react";
import { Link } from "wouter";
import { PAGE_PATHS } from "../../../../src/http/page/page-paths.ts";
import { loadOnDemand } from "../../parts/load-on-demand.tsx";
import { Failure } from "../../parts/states.tsx";
import { useSettings } from "../../base/settings-context.ts";
import { useText } from "../../text/language.tsx";
import { useSession } from "../../account/wallet/session.tsx";
import { STEPS } from "./guide-step.ts";
import type { Step } from "./guide-step.ts";

// The first step of the guide: a wallet. In a sandbox one click creates it.

function WalletStep() {
  const { wallet, guide: text } = useText();
  const { mode } = useSettings();
  const { showDialog } = useSession();
  return (
    <>
      <p>{mode === "sandbox" ? text.wallet.sandbox : text.wallet.production}</p>
      <div className="guide-do">
        {mode === "sandbox" && <MakeWallet />}
        <button
          type="button"
          className={mode === "sandbox" ? "" : "primary"}
          onClick={() => showDialog(true)}
        >
          {mode === "sandbox" ? text.wallet.other : wallet.title}
        </button>
      </div>
    </>
  );
}

function MakeWallet() {
  const { wallet, guide: text } = useText();
  const { signInWithNewKey } = useSession();
  const walletAction = useMutation({ mutationFn: signInWithNewKey });
  return (
    <>
      <button
        type="button"
        className="primary"
        // A disabled button would lose the focus.
        aria-disabled={walletAction.isPending}
        onClick={() => !walletAction.isPending && walletAction.mutate()}
      >
        {walletAction.isPending ? wallet.working : text.wallet.make}
      </button>
      {walletAction.isError && <Failure error={walletAction.error} />}
    </>
  );
}

type GuideProps = {
  readonly step: Step | "done";
  /** Ends the guide permanently. */
  readonly leave: () => void;
};

const loadSteps = () => import("./guide-steps.tsx");
const FundsStep = loadOnDemand(async () => (await loadSteps()).FundsStep, { rows: 1 });
const TradeStep = loadOnDemand(async () => (await loadSteps()).TradeStep, { rows: 1 });
const DoneStep = loadOnDemand(async () => (await loadSteps()).DoneStep, { rows: 1 });

const VIEWS: Readonly<Record<Step | "done", ComponentType>> = {
  wallet: WalletStep,
  funds: FundsStep,
  trade: TradeStep,
  done: DoneStep,
};

export function Guide({ step, leave }: GuideProps) {
  const { layout, guide: text } = useText();
  const View = VIEWS[step];
  const leaveName = step === "done" ? text.close : text.leave;
  return (
    <>
      <StepList step={step} />
      <div className="guide-step" ref={useFocusOfStep(step)} tabIndex={-1} aria-live="polite">
        <View />
      </div>
      <div className="guide-ways">
        <Link href={PAGE_PATHS.howItWorks}>{layout.howItWorks}</Link>
        <button type="button" className="plain guide-leave" aria-label={leaveName} onClick={leave}>
          <span>{leaveName}</span>
        </button>
      </div>
    </>
  );
}

function StepList({ step }: Pick<GuideProps, "step">) {
  const { mode } = useSettings();
  const { guide: text } = useText();
  const place = step === "done" ? STEPS.length : STEPS.indexOf(step);
  return (
    <ol className="guide-steps" aria-label={text.steps}>
      {STEPS.map((one, index) => (
        <li
          key={one}
          className={index < place ? "past" : ""}
          aria-current={index === place ? "step" : undefined}
        >
          <span className="guide-name">{text.names[mode][one]}</span>
          {index < place && <span className="visually-hidden"> {text.past}</span>}
        </li>
      ))}
    </ol>
  );
}

/** Moves the focus to the next step, if the focus was on the previous step's button, which has disappeared. */
function useFocusOfStep(step: GuideProps["step"]) {
  const element = useRef<HTMLDivElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [step]);
  return element;
}
