/** The second step of the guide: money. A sandbox gives test money; elsewhere it comes from the operator. */
import { useEffect, useState } from "react";
import { CopyButton } from "../parts/copy-button.tsx";
import { SendButton } from "../parts/send-button.tsx";
import { Failure, Loading } from "../parts/states.tsx";
import { useSettings } from "../settings-context.ts";
import { useFormats, useText } from "../text/language.tsx";
import { useBalances } from "../wallet/balances.ts";
import { useSession } from "../wallet/session.tsx";
import { TEST_MONEY, useFaucet } from "../wallet/use-faucet.ts";
import { setGuideMark } from "./guide-mark.ts";
import { useGuideText } from "./learn-text.ts";

/** Interval of checks for money that somebody else deposits. */
const LOOK_MS = 10_000;

export function FundsStep() {
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
      <KeptKey />
    </>
  );
}

/** Explains where the wallet's key is stored, and offers to remove it from the browser. */
function KeptKey() {
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
  const funding = useFaucet();
  return (
    <>
      <p>{text.funds.none}</p>
      <div className="guide-do">
        <SendButton className="primary" isOff={funding.isPending} onClick={() => funding.mutate(TEST_MONEY)}>
          {wallet.faucet(formats.money(TEST_MONEY))}
        </SendButton>
      </div>
      {funding.isError && <Failure error={funding.error} retry={funding.again} />}
    </>
  );
}

function AskOperator({ look }: { readonly look: () => unknown }) {
  const { wallet } = useText();
  const text = useGuideText();
  const { trader } = useSession();
  useEffect(() => {
    const timer = setInterval(look, LOOK_MS);
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
