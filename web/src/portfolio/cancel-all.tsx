/** A button that cancels all open orders, after a confirmation. */
import { useState } from "react";
import { trading } from "../api/interfaces.ts";
import { useFormats, useText } from "../text/language.tsx";
import { useOwnAction } from "../wallet/own-action.ts";
import { CancelOutcome } from "./cancel-outcome.tsx";

export function CancelAll({ count }: { readonly count: number }) {
  const { portfolio } = useText();
  const formats = useFormats();
  const [asked, setAsked] = useState(false);
  const canceling = useOwnAction(({ headers }) => trading("DELETE /cancel-all", { headers }));
  function cancel(): void {
    setAsked(false);
    canceling.mutate(undefined);
  }
  return (
    <>
      {count > 0 && !asked && (
        <div>
          <button type="button" disabled={canceling.isPending} onClick={() => setAsked(true)}>
            {portfolio.cancelAll}
          </button>
        </div>
      )}
      {count > 0 && asked && (
        <div className="row" role="group" aria-label={portfolio.cancelAll}>
          <span role="alert">{portfolio.cancelAllAsk(formats.count(count))}</span>
          <button type="button" className="primary" onClick={cancel}>
            {portfolio.cancelAllYes}
          </button>
          <button type="button" onClick={() => setAsked(false)}>
            {portfolio.keep}
          </button>
        </div>
      )}
      <CancelOutcome done={canceling.data} error={canceling.error} />
    </>
  );
}
