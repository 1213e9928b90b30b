/** The trader's shares of a resolved market, with a button to redeem them. */
import type { Market } from "../markets/market.ts";
import { explainError } from "../parts/states.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { NO_SHARES, useBalances } from "../wallet/balances.ts";
import { useRedeem } from "../wallet/use-redeem.ts";

export function RedeemSection({ market }: { readonly market: Market }) {
  const text = useText();
  const { sets, resolved } = text.trade;
  const formats = useFormats();
  const { data } = useBalances();
  const redeeming = useRedeem();
  const held = market.outcomes.filter(({ tokenId }) => data?.shares.has(tokenId));
  return (
    <div className="stack">
      <p className="trade-note">{resolved}</p>
      {held.length > 0 && (
        <>
          <p>{sets.redeemAbout}</p>
          <ul className="trade-held">
            {held.map(({ tokenId, name }) => (
              <li key={tokenId}>
                {name}:{" "}
                <span className="number">
                  {formats.shares((data?.shares.get(tokenId) ?? NO_SHARES).total)}
                </span>
              </li>
            ))}
          </ul>
          <button
            type="button"
            className="primary"
            disabled={redeeming.isPending}
            onClick={() => redeeming.mutate(market.conditionId)}
          >
            {sets.redeem}
          </button>
        </>
      )}
      <div aria-live="polite">
        {redeeming.isError && <div className="failure">{explainError(redeeming.error, text)}</div>}
        {redeeming.data !== undefined && (
          <div className="success">{sets.redeemDone(formats.money(redeeming.data))}</div>
        )}
      </div>
    </div>
  );
}
