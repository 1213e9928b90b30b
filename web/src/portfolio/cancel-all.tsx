/** A button that cancels all open orders, after a confirmation. */
import { useState } from "react";
import { trading } from "../api/interfaces.ts";
import { SendButton } from "../parts/send-button.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { useTraderAction } from "../wallet/use-trader-action.ts";
import { CancelResult } from "./cancel-result.tsx";

export function CancelAll({ count }: { readonly count: number }) {
  const { portfolio } = useText();
  const formats = useFormats();
  const [isConfirming, setConfirming] = useState(false);
  const canceling = useTraderAction(({ headers, once }) => trading("DELETE /cancel-all", { headers, once }));
  function cancel(): void {
    setConfirming(false);
    canceling.mutate(undefined);
  }
  return (
    <>
      {count > 0 && !isConfirming && (
        <div>
          <SendButton isOff={canceling.isPending} onClick={() => setConfirming(true)}>
            {portfolio.cancelAll}
          </SendButton>
        </div>
      )}
      {count > 0 && isConfirming && (
        <div className="row" role="group" aria-label={portfolio.cancelAll}>
          <span role="alert">{portfolio.cancelAllAsk(formats.count(count))}</span>
          <SendButton className="primary" onClick={cancel}>
            {portfolio.cancelAllYes}
          </SendButton>
          <button type="button" onClick={() => setConfirming(false)}>
            {portfolio.keep}
          </button>
        </div>
      )}
      <CancelResult done={canceling.data} error={canceling.error} again={canceling.again} />
    </>
  );
}
