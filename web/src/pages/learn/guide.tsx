/** The guide for newcomers: three steps up to a first trade. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Link, useRoute } from "wouter";
import { PAGE_PATHS } from "../../../../src/http/page/page-paths.ts";
import { SendButton } from "../../parts/controls/buttons.tsx";
import { CopyButton } from "../../parts/controls/copy-button.tsx";
import { Failure, Loading } from "../../parts/states.tsx";
import { eventPath } from "../../base/paths.ts";
import { useSettings } from "../../base/settings-context.ts";
import { useFormats, useText } from "../../text/language.tsx";
import { useBalances } from "../../account/wallet/balances.ts";
import { useSession } from "../../account/wallet/session.tsx";
import { TEST_MONEY, useFaucet } from "../../account/wallet/use-faucet.ts";
import { STEPS, setGuideMark } from "./guide-step.ts";
import type { Step } from "./guide-step.ts";
import { useGuideText } from "./learn-text.ts";
import { useSuggestion } from "./suggested-market.ts";

// The second step of the guide: money. A sandbox gives test money; on other exchanges money comes from the operator.

/** Interval of checks for money that somebody else deposits. */
const POLL_MS = 10_000;

function FundsStep() {
  const text = useGuideText();
  const formats = useFormats();
  const { mode } = useSettings();
  const { data: balances, error, refetch } = useBalances();
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  if (balances === undefined) return <Loading rows={1} />;
  const { available } = balances.collateral;
  if (available === 0) return mode === "sandbox" ? <GetPlayMoney /> : <AskOperator look={refetch} />;
  return (
    <>
      <p>{text.funds[mode](formats.money(available))}</p>
      <div className="guide-do">
        <button type="button" className="primary" onClick={() => setGuideMark("trading")}>
          {text.funds.next}
        </button>
      </div>
      <StoredKeyNote />
    </>
  );
}

/** Explains where the wallet's key is stored, and offers to remove it from the browser. */
function StoredKeyNote() {
  const text = useGuideText();
  const { trader, remembered, remember } = useSession();
  const [isForgotten, setForgotten] = useState(false);
  if (trader?.wallet.privateKey === undefined || !(remembered || isForgotten)) return null;
  return (
    <p className="soft guide-key" role="status">
      {remembered ? text.key.kept : text.key.forgotten}{" "}
      <button
        type="button"
        className="plain"
        onClick={() => {
          setForgotten(remembered);
          remember(!remembered);
        }}
      >
        {remembered ? text.key.forget : text.key.remember}
      </button>
    </p>
  );
}

function GetPlayMoney() {
  const { wallet } = useText();
  const text = useGuideText();
  const formats = useFormats();
  const faucetAction = useFaucet();
  return (
    <>
      <p>{text.funds.none}</p>
      <div className="guide-do">
        <SendButton
          className="primary"
          isOff={faucetAction.isPending}
          onClick={() => faucetAction.mutate(TEST_MONEY)}
        >
          {wallet.faucet(formats.money(TEST_MONEY))}
        </SendButton>
      </div>
      {faucetAction.isError && <Failure error={faucetAction.error} retry={faucetAction.again} />}
    </>
  );
}

function AskOperator({ look }: { readonly look: () => unknown }) {
  const { wallet } = useText();
  const text = useGuideText();
  const { trader } = useSession();
  useEffect(() => {
    const timer = setInterval(look, POLL_MS);
    return () => clearInterval(timer);
  }, [look]);
  const address = trader?.wallet.address ?? "";
  return (
    <>
      <p>{text.funds.ask}</p>
      <div className="guide-do">
        <code>{address}</code>
        <CopyButton text={address} name={wallet.address} />
      </div>
    </>
  );
}

// The last step of the guide: a trade on a suggested market, or on any other one.

function TradeStep() {
  const text = useGuideText();
  const [isOnEvent] = useRoute(PAGE_PATHS.event);
  return isOnEvent ? <p>{text.trade.here}</p> : <SuggestedMarket />;
}

function SuggestedMarket() {
  const text = useGuideText();
  const { query, suggestion } = useSuggestion();
  if (query.isPending) return <Loading rows={1} />;
  if (query.error !== null) return <Failure error={query.error} retry={() => void query.refetch()} />;
  if (suggestion === undefined) return <p>{text.trade.none}</p>;
  const { card, market } = suggestion;
  return (
    <>
      <p>{text.trade.choose}</p>
      <div className="guide-do">
        <Link href={eventPath(card.slug, market.slug)} className="button">
          {card.marketCount === 1 ? card.title : text.trade.of(card.title, market.name)}
        </Link>
      </div>
    </>
  );
}

function DoneStep() {
  const { layout } = useText();
  const text = useGuideText();
  return (
    <>
      <p>{text.done}</p>
      <div className="guide-do">
        <Link href={PAGE_PATHS.portfolio} className="button">
          {layout.portfolio}
        </Link>
      </div>
    </>
  );
}

// The first step of the guide: a wallet. In a sandbox one click creates it.

function WalletStep() {
  const { wallet } = useText();
  const text = useGuideText();
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
  const { wallet } = useText();
  const text = useGuideText();
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
