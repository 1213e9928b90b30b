/** Splits collateral into complete sets, and merges them back. */
import { useId, useState } from "react";
import { trading } from "../api/interfaces.ts";
import type { Market } from "../markets/market.ts";
import { lotsText, readLots } from "../money.ts";
import { explainError } from "../parts/states.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { affordableLots, lots, minLots, ONE, setValue } from "../../../src/core/units.ts";
import type { Lots } from "../../../src/core/units.ts";
import { NO_SHARES, useBalances } from "../wallet/balances.ts";
import { useTraderAction } from "../wallet/use-trader-action.ts";
import { useSession } from "../wallet/session.tsx";

type SetsChange = { readonly kind: "split" | "merge"; readonly amount: Lots };

export function SetsSection({ market }: { readonly market: Market }) {
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
  const [bad, setBad] = useState(false);
  const field = useId();
  const changing = useTraderAction(async ({ headers, once }, change: SetsChange) => {
    const body = { conditionId: market.conditionId, amount: lotsText(change.amount) };
    if (change.kind === "split") await trading("POST /positions/split", { headers, once, body });
    else await trading("POST /positions/merge", { headers, once, body });
    return change;
  });
  function send(kind: SetsChange["kind"]): void {
    const amount = readLots(text);
    setBad(amount === undefined || amount === 0);
    if (trader === undefined) showDialog(true);
    else if (amount !== undefined && amount > 0) changing.mutate({ kind, amount });
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
      <SetsLimit market={market} />
      <div className="trade-pair">
        {(["split", "merge"] as const).map((kind) => (
          <button
            key={kind}
            type="button"
            disabled={changing.isPending}
            onClick={({ detail }) => isFirst(detail) && send(kind)}
          >
            {trade.sets[kind]}
          </button>
        ))}
      </div>
      <SetsResult bad={bad} done={changing.data} error={changing.error} />
    </div>
  );
}

/** False for the second click of a double click, whose first may be answered by then; 0 is the keyboard. */
const isFirst = (clicks: number): boolean => clicks < 2;

/** Shows how many sets the trader can split or merge. */
function SetsLimit({ market }: { readonly market: Market }) {
  const { sets } = useText().trade;
  const formats = useFormats();
  const { data } = useBalances();
  if (data === undefined) return null;
  const [first, second] = market.outcomes.map(({ tokenId }) => data.shares.get(tokenId) ?? NO_SHARES);
  const merges = minLots(first?.available ?? lots(0), second?.available ?? lots(0));
  const splits = affordableLots(data.collateral.available, ONE);
  return <p className="soft">{sets.most(formats.shares(splits), formats.shares(merges))}</p>;
}

type SetsResultProps = {
  readonly bad: boolean;
  readonly done: SetsChange | undefined;
  readonly error: unknown;
};

function SetsResult({ bad, done, error }: SetsResultProps) {
  const text = useText();
  const formats = useFormats();
  const { sets, problems } = text.trade;
  return (
    <div aria-live="polite">
      {bad && <p className="trade-note">{problems.amount}</p>}
      {error !== null && <div className="failure">{explainError(error, text)}</div>}
      {done !== undefined && (
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
