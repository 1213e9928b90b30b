/** The panel that trades shares of a market. */
import "../../styles/markets/trade.css";
import { useId, useState } from "react";
import { ONE, affordableLots, lots, minLots, setValue } from "../../../../src/core/units.ts";
import type { Lots } from "../../../../src/core/units.ts";
import { trading } from "../../api/interfaces.ts";
import type { Market } from "../market.ts";
import { formatLots, readLots } from "../../base/money.ts";
import { SendButton } from "../../parts/controls/buttons.tsx";
import { Failure } from "../../parts/states.tsx";
import { useFormats, useText } from "../../text/language.tsx";
import { NO_SHARES, useBalances } from "../../account/wallet/balances.ts";
import { useSession } from "../../account/wallet/session.tsx";
import { useTraderAction } from "../../account/wallet/use-trader-action.ts";
import { explainAmount } from "./explain-block.ts";
import { OrderTicket } from "./ticket/order-ticket.tsx";
import type { OrderTicketProps } from "./ticket/order-ticket.tsx";
import { findSetsFlaw } from "./sets-flaw.ts";
import type { SetsFlaw, SetsAction, SetsLimits } from "./sets-flaw.ts";

// Splits collateral into complete sets, and merges them back.

type SetsChange = { readonly kind: SetsAction; readonly amount: Lots };

function SetsSection({ market }: { readonly market: Market }) {
  const { trade } = useText();
  return (
    <details className="trade-sets">
      <summary>{trade.sets.title}</summary>
      <Sets market={market} />
    </details>
  );
}

function Sets({ market }: { readonly market: Market }) {
  const { trade } = useText();
  const { trader, showDialog } = useSession();
  const [text, setText] = useState("");
  const [flaw, setFlaw] = useState<SetsFlaw>();
  const limits = useLimits(market);
  const { typed } = useFormats();
  const field = useId();
  const setsAction = useTraderAction(
    async ({ headers, once }, change: SetsChange) => {
      const body = { conditionId: market.conditionId, amount: formatLots(change.amount) };
      if (change.kind === "split") await trading("POST /positions/split", { headers, once, body });
      else await trading("POST /positions/merge", { headers, once, body });
      return change;
    },
    // The amount is cleared so that another click does not repeat the change.
    { onDone: () => setText("") },
  );
  function send(kind: SetsAction): void {
    const amount = readLots(typed(text));
    const found = findSetsFlaw({ text, amount }, kind, limits);
    setFlaw(found);
    if (trader === undefined) showDialog(true);
    else if (found === undefined && amount !== undefined) setsAction.mutate({ kind, amount });
  }
  return (
    <div className="stack">
      <p className="soft">{trade.sets.about}</p>
      <div className="field">
        <label htmlFor={field}>{trade.sets.amount}</label>
        <input
          id={field}
          className="number"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <SetsButtons limits={limits} isBusy={setsAction.isPending} send={send} />
      <SetsResult flaw={flaw} changing={setsAction} />
    </div>
  );
}

/** Computes how many sets the trader can split or merge; `undefined` until the balances are loaded. */
function useLimits(market: Market): SetsLimits | undefined {
  const { data } = useBalances();
  if (data === undefined) return undefined;
  const [first, second] = market.outcomes.map(({ tokenId }) => data.shares.get(tokenId) ?? NO_SHARES);
  return {
    split: affordableLots(data.collateral.available, ONE),
    merge: minLots(first?.available ?? lots(0), second?.available ?? lots(0)),
  };
}

type ButtonsProps = {
  readonly limits: SetsLimits | undefined;
  readonly isBusy: boolean;
  readonly send: (kind: SetsAction) => void;
};

/** Shows the number of sets that can be split or merged, with a button for each. */
function SetsButtons({ limits, isBusy, send }: ButtonsProps) {
  const { sets } = useText().trade;
  const formats = useFormats();
  const limitsId = useId();
  return (
    <>
      {limits && (
        <p id={limitsId} className="soft">
          {sets.most(formats.shares(limits.split), formats.shares(limits.merge))}
        </p>
      )}
      <div className="trade-pair">
        {(["split", "merge"] as const).map((kind) => (
          <SendButton
            key={kind}
            isOff={isBusy || limits?.[kind] === 0}
            aria-describedby={limitsId}
            onClick={() => send(kind)}
          >
            {sets[kind]}
          </SendButton>
        ))}
      </div>
    </>
  );
}

type SetsResultProps = {
  /** Fault of the last attempt, which was not sent. */
  readonly flaw: SetsFlaw | undefined;
  readonly changing: {
    readonly data: SetsChange | undefined;
    readonly error: Error | null;
    readonly again: (() => void) | undefined;
  };
};

function SetsResult({ flaw, changing: { data: done, error, again } }: SetsResultProps) {
  const { sets } = useText().trade;
  const formats = useFormats();
  // Hides the previous attempt's result after an invalid attempt, unless the result is unknown and can be retried.
  const isOver = flaw !== undefined && again === undefined;
  return (
    <div aria-live="polite">
      {flaw !== undefined && <Flaw flaw={flaw} />}
      {error !== null && !isOver && <Failure error={error} retry={again} />}
      {done !== undefined && !isOver && (
        <div className="success">
          {(done.kind === "split" ? sets.splitDone : sets.mergeDone)(
            formats.shares(done.amount),
            formats.money(setValue(done.amount)),
          )}
        </div>
      )}
    </div>
  );
}

function Flaw({ flaw }: { readonly flaw: SetsFlaw }) {
  const text = useText();
  const formats = useFormats();
  const { splitOver, mergeOver } = text.trade.sets;
  const words =
    flaw.kind === "amount"
      ? explainAmount(flaw.typed, "shares", { text, formats })
      : (flaw.kind === "split" ? splitOver : mergeOver)(formats.shares(flaw.most));
  return <p className="trade-note">{words}</p>;
}

type TradePanelProps = OrderTicketProps & {
  /** True in an event of several markets: the panel then names its market. */
  readonly isNamed: boolean;
};

export function TradePanel({ isNamed, ...props }: TradePanelProps) {
  const { trade } = useText();
  const { market } = props;
  return (
    <section className="panel trade" aria-label={`${trade.title}: ${market.name}`}>
      {isNamed && <p className="trade-market">{market.name}</p>}
      {market.closed ? (
        <p className="trade-over">{trade.resolved}</p>
      ) : (
        <>
          <OrderTicket key={market.conditionId} {...props} />
          <SetsSection key={`sets ${market.conditionId}`} market={market} />
        </>
      )}
    </section>
  );
}
