/** The amount of an order in a large font, in dollars or in shares. */
import { useId } from "react";
import {
  NO_LOTS,
  addLots,
  addMicros,
  lots,
  micros,
  percentageOf,
  subtractMicros,
} from "../../../../../src/core/units.ts";
import type { Lots, Micros } from "../../../../../src/core/units.ts";
import { formatLots, formatDecimalMicros, readLots, readMicros } from "../../../base/money.ts";
import type { Formats } from "../../../text/formats.ts";
import { useFormats, useText } from "../../../text/language.tsx";
import { NO_SHARES, useBalances } from "../../../account/wallet/balances.ts";
import { estimateOrder } from "../estimate-order.ts";
import { useFees } from "../fees.ts";
import type { Fees } from "../fees.ts";
import type { OrderFieldProps } from "./order-field-props.ts";
import { planTypedOrder } from "../plan-order.ts";

// Buttons for common amounts: steps of a purchase, or parts of the shares to sell.

const MONEY_STEPS = [1_000_000, 20_000_000, 100_000_000].map(micros);
const SHARE_STEPS = [1_000, 10_000].map(lots);
const SALE_PERCENTAGES = [25, 50, 75] as const;

function AmountShortcuts(props: OrderFieldProps) {
  const { form, market, outcome } = props;
  const { trade } = useText();
  const { data } = useBalances();
  const { available } = data?.shares.get(market.outcomes[outcome].tokenId) ?? NO_SHARES;
  return (
    <div className="trade-shortcuts" role="group" aria-label={trade.shortcuts}>
      {form.side === "SELL" ? (
        <SaleShortcuts {...props} available={available} />
      ) : form.unit === "money" ? (
        <MoneyShortcuts {...props} available={data?.collateral.available} />
      ) : (
        <ShareShortcuts {...props} />
      )}
    </div>
  );
}

/** Sets the amount to a part of the shares, rounded down to a hundredth of a share. */
function SaleShortcuts({ change, available }: OrderFieldProps & { readonly available: Lots }) {
  const { trade } = useText();
  const formats = useFormats();
  const sell = (amount: Lots): void =>
    change({ amount: formats.written(formatLots(amount)), unit: "shares" });
  const isEmpty = available === 0;
  return (
    <>
      {SALE_PERCENTAGES.map((percent) => (
        <Shortcut
          key={percent}
          name={formats.percent(percent / 100)}
          isOff={isEmpty}
          choose={() => sell(percentageOf(available, percent))}
        />
      ))}
      <Shortcut name={trade.all} isOff={isEmpty} choose={() => sell(available)} />
    </>
  );
}

function ShareShortcuts({ form, change }: OrderFieldProps) {
  const { trade } = useText();
  const formats = useFormats();
  const now = readLots(formats.typed(form.amount)) ?? NO_LOTS;
  return SHARE_STEPS.map((step) => (
    <Shortcut
      key={step}
      name={trade.add(formats.shares(step))}
      choose={() => change({ amount: formats.written(formatLots(addLots(now, step))) })}
    />
  ));
}

function MoneyShortcuts(props: OrderFieldProps & { readonly available: Micros | undefined }) {
  const { form, change, market, available } = props;
  const { trade } = useText();
  const formats = useFormats();
  const fees = useFees(market);
  const now = readMicros(formats.typed(form.amount)) ?? micros(0);
  const fill = (amount: Micros): void => change({ amount: formats.written(formatDecimalMicros(amount)) });
  return (
    <>
      {MONEY_STEPS.map((step) => (
        <Shortcut
          key={step}
          name={trade.add(formats.shortMoney(step))}
          choose={() => fill(addMicros(now, step))}
        />
      ))}
      {fees !== undefined && available !== undefined && (
        <Shortcut
          name={trade.all}
          isOff={available === 0}
          choose={() => fill(computeMaxMoney(props, { available, fees, formats }))}
        />
      )}
    </>
  );
}

type SpendingTerms = { readonly available: Micros; readonly fees: Fees; readonly formats: Formats };

/** Computes the maximum money to spend: the available money minus the fee for spending all of that money. */
function computeMaxMoney(
  { form, view, market }: OrderFieldProps,
  { available, fees, formats }: SpendingTerms,
): Micros {
  const spending = { ...form, amount: formats.written(formatDecimalMicros(available)) };
  const tick = view.book?.tick ?? market.tick;
  const plan = planTypedOrder({ form: spending, book: view.book, tick }, formats);
  return typeof plan === "string" ? available : subtractMicros(available, estimateOrder(plan, fees).fee);
}

type ShortcutProps = { readonly name: string; readonly isOff?: boolean; readonly choose: () => void };

const Shortcut = ({ name, isOff = false, choose }: ShortcutProps) => (
  <button type="button" disabled={isOff} onClick={choose}>
    {name}
  </button>
);

/** Length of an amount above which its font is smaller. */
const MAX_LARGE_LETTERS = 5;

export function AmountField(props: OrderFieldProps) {
  const { form, change } = props;
  const { trade, common } = useText();
  const { sign, isBehind } = useFormats().moneySign;
  const isMoney = form.unit === "money";
  const field = useId();
  return (
    <div className="field">
      <div className="trade-amount-box">
        <label htmlFor={field}>{trade.amount}</label>
        <span className={form.amount.length > MAX_LARGE_LETTERS ? "trade-amount long" : "trade-amount"}>
          {isMoney && !isBehind && <span aria-hidden="true">{sign}</span>}
          <input
            id={field}
            className="number"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            aria-describedby={`${field}-available ${field}-unit`}
            value={form.amount}
            onChange={({ target }) => change({ amount: target.value })}
          />
          {isMoney && isBehind && <span aria-hidden="true">{sign}</span>}
        </span>
        <span className="soft trade-available number" id={`${field}-available`}>
          <Available {...props} />
        </span>
        <span className={isMoney ? "visually-hidden" : "soft trade-unit"} id={`${field}-unit`}>
          {isMoney ? trade.inMoney : common.shares}
        </span>
      </div>
      <AmountShortcuts {...props} />
    </div>
  );
}

/** Shows the money or the shares that the order can use. */
function Available({ form, market, outcome }: OrderFieldProps) {
  const { trade } = useText();
  const formats = useFormats();
  const { data } = useBalances();
  if (data === undefined) return null;
  const { available } = data.shares.get(market.outcomes[outcome].tokenId) ?? NO_SHARES;
  return form.side === "SELL"
    ? trade.availableShares(formats.shares(available))
    : trade.available(formats.money(data.collateral.available));
}
