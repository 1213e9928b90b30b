/** The guide for newcomers: three steps up to a first trade. */
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { PAGE_PATHS } from "../../../src/http/page/page-paths.ts";
import { useSettings } from "../settings-context.ts";
import { useText } from "../text/language.tsx";
import { STEPS } from "./guide-step.ts";
import type { Step } from "./guide-step.ts";
import { FundsStep } from "./guide-funds.tsx";
import { useGuideText } from "./learn-text.ts";
import { DoneStep, TradeStep } from "./guide-trade.tsx";
import { WalletStep } from "./guide-wallet.tsx";

type GuideProps = {
  readonly step: Step | "done";
  /** Ends the guide permanently. */
  readonly leave: () => void;
};

const VIEWS: Readonly<Record<Step | "done", () => ReactNode>> = {
  wallet: WalletStep,
  funds: FundsStep,
  trade: TradeStep,
  done: DoneStep,
};

export function Guide({ step, leave }: GuideProps) {
  const { layout } = useText();
  const text = useGuideText();
  const View = VIEWS[step];
  return (
    <>
      <StepList step={step} />
      <div className="guide-step" ref={useFocusOfStep(step)} tabIndex={-1} aria-live="polite">
        <View />
      </div>
      <div className="guide-ways">
        <Link href={PAGE_PATHS.howItWorks}>{layout.howItWorks}</Link>
        <button type="button" className="plain" onClick={leave}>
          {step === "done" ? text.close : text.leave}
        </button>
      </div>
    </>
  );
}

function StepList({ step }: Pick<GuideProps, "step">) {
  const { mode } = useSettings();
  const text = useGuideText();
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

/** Moves the focus to the next step if it was on the last step's button, which has disappeared. */
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
