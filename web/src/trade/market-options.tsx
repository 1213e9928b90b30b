/** The options of a market order: slippage, and all or nothing. */
import { useId } from "react";
import { TermHint } from "../learn/term-hint.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { OptionBox } from "./option-box.tsx";
import type { OrderFieldProps } from "./order-field-props.ts";
import { SLIPPAGES } from "./order-form.ts";

export function MarketOptions({ form, change }: OrderFieldProps) {
  const { trade } = useText();
  const formats = useFormats();
  const field = useId();
  return (
    <div className="trade-options" role="group" aria-label={trade.options}>
      <div className="trade-line">
        <span className="with-hint">
          <label htmlFor={field}>{trade.slippage}</label>
          <TermHint of="slippage" />
        </span>
        <select
          id={field}
          value={form.slippage}
          onChange={({ target }) =>
            change({ slippage: SLIPPAGES.find((one) => String(one) === target.value) ?? "any" })
          }
        >
          {SLIPPAGES.map((slippage) => (
            <option key={slippage} value={slippage}>
              {slippage === "any" ? trade.anyPrice : trade.beyond(formats.cents(slippage))}
            </option>
          ))}
        </select>
      </div>
      <OptionBox
        name={trade.whole}
        about={trade.wholeLong}
        on={form.whole}
        set={(whole) => change({ whole })}
      />
    </div>
  );
}
