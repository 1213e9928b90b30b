/** A button that cancels all open orders, after a confirmation. */
import { useState } from "react";
import { trading } from "../api/interfaces.ts";
import { useFormats, useText } from "../text/language.tsx";
import { useTraderAction } from "../wallet/use-trader-action.ts";
import { CancelResult } from "./cancel-result.tsx";

export function CancelAll({ count }: { readonly count: number }) {
  const { portfolio } = useText();
  const formats = useFormats();
  const [isConfirming, setConfirming] = useState(false);
  const canceling = useTraderAction(({ headers }) => trading("DELETE /cancel-all", { headers }));
  function cancel(): void {
    setConfirming(false);
    canceling.mutate(undefined);
  }
  return (
    <>
      {count > 0 && !isConfirming && (
        <div>
          <button type="button" disabled={canceling.isPending} onClick={() => setConfirming(true)}>
            {portfolio.cancelAll}
          </button>
        </div>
      )}
      {count > 0 && isConfirming && (
        <div className="row" role="group" aria-label={portfolio.cancelAll}>
          <span role="alert">{portfolio.cancelAllAsk(formats.count(count))}</span>
          <button type="button" className="primary" onClick={cancel}>
            {portfolio.cancelAllYes}
          </button>
          <button type="button" onClick={() => setConfirming(false)}>
            {portfolio.keep}
          </button>
        </div>
      )}
      <CancelResult done={canceling.data} error={canceling.error} />
    </>
  );
}
