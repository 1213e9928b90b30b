/** The kind of an order, the price of a limit order, and the options: unit, expiry, slippage and others. */
import { useId, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { complement, ticks } from "../../../../../src/core/units.ts";
import { TermHint } from "../../../pages/learn/term-hint.tsx";
import { formatCents, readCents } from "../../../base/money.ts";
import { useFormats, useText } from "../../../text/language.tsx";
import type { OrderFieldProps } from "./order-field-props.ts";
import { SLIPPAGES } from "../plan-order.ts";
import { listOppositeLevels } from "../walk-book.ts";

/** A check box with an explanation. */
type Props = {
  readonly name: string;
  readonly about?: string;
  readonly on: boolean;
  readonly set: (on: boolean) => void;
};

const OptionBox = ({ name, about, on, set }: Props) => (
  <label className="trade-option">
    <input type="checkbox" checked={on} onChange={({ target }) => set(target.checked)} />
    <span>
      {name}
      {about !== undefined && <small className="soft">{about}</small>}
    </span>
  </label>
);

// The options of a limit order: post-only and expiry.

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

function LimitOptions({ form, change }: OrderFieldProps) {
  const { trade } = useText();
  const field = useId();
  const expiryFor = (on: boolean): string =>
    on && form.expiresAt === "" ? formatLocalTime(Date.now() + HOUR_MS) : form.expiresAt;
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
        set={(expires) => change({ expires, expiresAt: expiryFor(expires) })}
      />
      {form.expires && (
        <div className="field">
          <label htmlFor={field}>{trade.expiresAt}</label>
          <input
            id={field}
            type="datetime-local"
            value={form.expiresAt}
            min={formatLocalTime(Date.now())}
            onChange={({ target }) => change({ expiresAt: target.value })}
          />
        </div>
      )}
    </div>
  );
}

/** Formats a time for a datetime-local field. */
function formatLocalTime(at: number): string {
  const offset = new Date(at).getTimezoneOffset() * MINUTE_MS;
  return new Date(at - offset).toISOString().slice(0, "2000-01-01T00:00".length);
}

// The options of a market order: slippage, and all or nothing.

function MarketOptions({ form, change }: OrderFieldProps) {
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

// The price of a limit order in cents, which moves in steps of the market's tick size.

export function PriceField({ form, change, market, view }: OrderFieldProps) {
  const { trade } = useText();
  const { typed, written } = useFormats();
  const field = useId();
  const tick = view.book?.tick ?? market.tick;
  /** Moves the price to the next tick of the market. */
  function step(direction: 1 | -1): void {
    const now = (readCents(typed(form.price)) ?? 0) / tick;
    const next = (direction > 0 ? Math.floor(now) + 1 : Math.ceil(now) - 1) * tick;
    change({ price: written(formatCents(ticks(Math.min(Math.max(next, tick), complement(tick))))) });
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

// The options, open or closed as the browser remembers them.

const STORAGE_KEY = "presage.ticket-options";

function useOptionsOpen() {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(STORAGE_KEY) === "open");
  const remember = (on: boolean): void => {
    localStorage.setItem(STORAGE_KEY, on ? "open" : "closed");
    setOpen(on);
  };
  return { isOpen, remember };
}

const ORDER_KINDS = ["market", "limit"] as const;
const UNITS = ["money", "shares"] as const;

type OrderOptionsProps = OrderFieldProps & { readonly children: ReactNode };

export function OrderOptions({ children, ...field }: OrderOptionsProps) {
  const { trade } = useText();
  const { isOpen, remember } = useOptionsOpen();
  return (
    <details
      className="trade-more"
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && remember(currentTarget.open)}
    >
      <summary>{trade.options}</summary>
      {isOpen && (
        <div className="stack">
          <UnitChoice {...field} />
          {field.form.kind === "limit" ? <LimitOptions {...field} /> : <MarketOptions {...field} />}
          {children}
        </div>
      )}
    </details>
  );
}

export function KindChoice({ form, change, market, outcome, view }: OrderFieldProps) {
  const { trade } = useText();
  const { written } = useFormats();
  function choose(kind: OrderFieldProps["form"]["kind"]): void {
    const price = listOppositeLevels(view.book, form.side)[0]?.price ?? market.outcomes[outcome].price;
    change(kind === "limit" && form.price === "" ? { kind, price: written(formatCents(price)) } : { kind });
  }
  return (
    <div className="segments trade-kinds" role="group" aria-label={trade.kind}>
      {ORDER_KINDS.map((kind) => (
        <button key={kind} type="button" aria-pressed={form.kind === kind} onClick={() => choose(kind)}>
          {trade[kind]}
        </button>
      ))}
    </div>
  );
}

function UnitChoice({ form, change }: OrderFieldProps) {
  const { trade } = useText();
  const names = { money: trade.inMoney, shares: trade.inShares };
  return (
    <div className="trade-line">
      <span className="with-hint">
        <span id="trade-unit">{trade.unit}</span>
        <TermHint of="share" />
      </span>
      <div className="segments" role="group" aria-labelledby="trade-unit">
        {UNITS.map((unit) => (
          <button
            key={unit}
            type="button"
            aria-pressed={form.unit === unit}
            onClick={() => change({ unit, amount: unit === form.unit ? form.amount : "" })}
          >
            {names[unit]}
          </button>
        ))}
      </div>
    </div>
  );
}
