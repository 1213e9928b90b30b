/** The result of a cancellation. */
import type { Cancellation } from "../api/generated/trading.ts";
import { Failure } from "../parts/states.tsx";
import { useFormats, useText } from "../text/language.tsx";

type Props = {
  readonly done: Cancellation | undefined;
  readonly error: unknown;
  /** Sends the cancellation again, if no answer came. */
  readonly again: (() => void) | undefined;
};

export function CancelResult({ done, error, again }: Props) {
  const { portfolio } = useText();
  const formats = useFormats();
  const refused = Object.values(done?.not_canceled ?? {});
  return (
    <div aria-live="polite">
      {error !== null && <Failure error={error} retry={again} />}
      {done !== undefined && done.canceled.length > 0 && (
        <p className="success">{portfolio.canceled(formats.count(done.canceled.length))}</p>
      )}
      {refused.length > 0 && (
        <p className="failure">
          {portfolio.notCanceled} {[...new Set(refused)].join("; ")}
        </p>
      )}
    </div>
  );
}
