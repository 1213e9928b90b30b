/** The options of a limit order: post-only and expiry. */
import { useId } from "react";
import { useText } from "../text/language.tsx";
import { OptionBox } from "./option-box.tsx";
import type { OrderFieldProps } from "./order-field-props.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export function LimitOptions({ form, change }: OrderFieldProps) {
  const { trade } = useText();
  const field = useId();
  const until = (on: boolean): string =>
    on && form.expiresAt === "" ? localTime(Date.now() + HOUR_MS) : form.expiresAt;
  return (
    <div className="trade-options" role="group" aria-label={trade.options}>
      <OptionBox
        name={trade.postOnly}
        about={trade.postOnlyLong}
        on={form.postOnly}
        set={(postOnly) => change({ postOnly })}
      />
      <OptionBox
        name={trade.expires}
        on={form.expires}
        set={(expires) => change({ expires, expiresAt: until(expires) })}
      />
      {form.expires && (
        <div className="field">
          <label htmlFor={field}>{trade.expiresAt}</label>
          <input
            id={field}
            type="datetime-local"
            value={form.expiresAt}
            min={localTime(Date.now())}
            onChange={({ target }) => change({ expiresAt: target.value })}
          />
        </div>
      )}
    </div>
  );
}

/** Formats a time for a datetime-local field. */
function localTime(at: number): string {
  const offset = new Date(at).getTimezoneOffset() * MINUTE_MS;
  return new Date(at - offset).toISOString().slice(0, "2000-01-01T00:00".length);
}
