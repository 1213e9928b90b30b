/** The price of a limit order in cents, which moves in steps of the market's tick size. */
import { useId } from "react";
import type { KeyboardEvent } from "react";
import { TermHint } from "../learn/term-hint.tsx";
import { centsText, readCents } from "../money.ts";
import { useFormats, useText } from "../text/language.tsx";
import { complement, ticks } from "../../../src/core/units.ts";
import type { OrderFieldProps } from "./order-field-props.ts";

export function PriceField({ form, change, market, view }: OrderFieldProps) {
  const { trade } = useText();
  const { typed, written } = useFormats();
  const field = useId();
  const tick = view.book?.tick ?? market.tick;
  /** Moves the price to the next tick of the market. */
  function step(direction: 1 | -1): void {
    const now = (readCents(typed(form.price)) ?? 0) / tick;
    const next = (direction > 0 ? Math.floor(now) + 1 : Math.ceil(now) - 1) * tick;
    change({ price: written(centsText(ticks(Math.min(Math.max(next, tick), complement(tick))))) });
  }
  function pressed(event: KeyboardEvent): void {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    step(event.key === "ArrowUp" ? 1 : -1);
  }
  return (
    <div className="field">
      <span className="with-hint">
        <label htmlFor={field}>{trade.price}</label>
        <TermHint of="limitPrice" />
      </span>
      <div className="trade-stepper">
        <button type="button" aria-label={trade.lower} onClick={() => step(-1)}>
          −
        </button>
        <input
          id={field}
          className="number"
          inputMode="decimal"
          autoComplete="off"
          value={form.price}
          onChange={({ target }) => change({ price: target.value })}
          onKeyDown={pressed}
        />
        <button type="button" aria-label={trade.higher} onClick={() => step(1)}>
          +
        </button>
      </div>
    </div>
  );
}
