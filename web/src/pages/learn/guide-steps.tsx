/** The later steps of the guide, which a visitor without a wallet does not load. */
import { useEffect, useState } from "react";
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
import { setGuideMark } from "./guide-step.ts";
import { useSuggestion } from "./suggested-market.ts";

// The second step of the guide: money. A sandbox gives test money; on other exchanges money comes from the operator.

/** Interval of checks for money that somebody else deposits. */
const POLL_MS = 10_000;

export function FundsStep() {
  const { guide: text } = useText();
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
  const { guide: text } = useText();
  const { trader, remembered, remember } = useSession();
  const [isForgotten, setForgotten] = useState(false);
  if (trader?.wallet.privateKey === undefined || !(remembered || isForgotten)) return null;
  return (
    <p className="soft guide-key" role="status">
      {remembered ? <span className="guide-kept">{text.key.kept}</span> : text.key.forgotten}{" "}
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
  const { wallet, guide: text } = useText();
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
  const { wallet, guide: text } = useText();
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

export function TradeStep() {
  const { guide: text } = useText();
  const [isOnEvent] = useRoute(PAGE_PATHS.event);
  return isOnEvent ? <p>{text.trade.here}</p> : <SuggestedMarket />;
}

function SuggestedMarket() {
  const { guide: text } = useText();
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

export function DoneStep() {
  const { layout, guide: text } = useText();
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
