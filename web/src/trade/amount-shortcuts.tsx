/** The available balance, with buttons for common amounts. */
import { addMicros, micros, subtractMicros } from "../../../src/core/units.ts";
import type { Micros } from "../../../src/core/units.ts";
import { lotsText, microsText, readMicros } from "../money.ts";
import { useFormats, useText } from "../text/language.tsx";
import { NO_SHARES, useBalances } from "../wallet/balances.ts";
import { estimateOrder } from "./estimate-order.ts";
import { useFees } from "./fees.ts";
import type { Fees } from "./fees.ts";
import type { OrderFieldProps } from "./order-field-props.ts";
import { planOrder } from "./plan-order.ts";

const STEPS = [1_000_000, 10_000_000, 100_000_000].map(micros);

export function AmountShortcuts(props: OrderFieldProps) {
  const { form, market, outcome } = props;
  const { trade } = useText();
  const formats = useFormats();
  const { data } = useBalances();
  if (data === undefined) return null;
  const { available: shares } = data.shares.get(market.outcomes[outcome].tokenId) ?? NO_SHARES;
  const { available: money } = data.collateral;
  const sells = form.side === "SELL";
  return (
    <div className="trade-line">
      <span className="soft trade-available">
        {sells ? trade.availableShares(formats.shares(shares)) : trade.available(formats.money(money))}
      </span>
      <div className="trade-shortcuts">
        {sells ? (
          <Shortcut
            name={trade.all}
            choose={() => props.change({ amount: lotsText(shares), unit: "shares" })}
          />
        ) : (
          form.unit === "money" && <MoneyShortcuts {...props} available={money} />
        )}
      </div>
    </div>
  );
}

function MoneyShortcuts(props: OrderFieldProps & { readonly available: Micros }) {
  const { form, change, market } = props;
  const { trade } = useText();
  const formats = useFormats();
  const fees = useFees(market);
  const now = readMicros(form.amount) ?? micros(0);
  return (
    <>
      {STEPS.map((step) => (
        <Shortcut
          key={step}
          name={trade.add(formats.shortMoney(step))}
          choose={() => change({ amount: microsText(addMicros(now, step)) })}
        />
      ))}
      {fees !== undefined && (
        <Shortcut name={trade.all} choose={() => change({ amount: microsText(mostMoney(props, fees)) })} />
      )}
    </>
  );
}

/** Subtracts the fee of spending it all from the available money. */
function mostMoney(
  { form, view, market, available }: OrderFieldProps & { readonly available: Micros },
  fees: Fees,
): Micros {
  const spending = { ...form, amount: microsText(available) };
  const plan = planOrder({ form: spending, book: view.book, tick: view.book?.tick ?? market.tick });
  return typeof plan === "string" ? available : subtractMicros(available, estimateOrder(plan, fees).fee);
}

const Shortcut = ({ name, choose }: { readonly name: string; readonly choose: () => void }) => (
  <button type="button" className="small" onClick={choose}>
    {name}
  </button>
);
