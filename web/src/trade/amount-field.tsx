/** The amount of an order in a large font, in dollars or in shares. */
import { useId } from "react";
import { useFormats, useText } from "../text/language.tsx";
import { NO_SHARES, useBalances } from "../wallet/balances.ts";
import { AmountShortcuts } from "./amount-shortcuts.tsx";
import type { OrderFieldProps } from "./order-field-props.ts";

/** Length of an amount above which its font is smaller. */
const LONG = 5;

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
        <span className={form.amount.length > LONG ? "trade-amount long" : "trade-amount"}>
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
