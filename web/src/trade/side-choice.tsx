/** Buttons for buy or sell. */
import { useText } from "../text/language.tsx";
import type { OrderFieldProps } from "./order-field-props.ts";

const SIDES = ["BUY", "SELL"] as const;

export function SideChoice({ form, change }: Pick<OrderFieldProps, "form" | "change">) {
  const { common, trade } = useText();
  const names = { BUY: common.buy, SELL: common.sell };
  const units = { BUY: "money", SELL: "shares" } as const;
  return (
    <div className="trade-sides" role="group" aria-label={trade.side}>
      {SIDES.map((side) => (
        <button
          key={side}
          type="button"
          aria-pressed={form.side === side}
          onClick={() => form.side !== side && change({ side, unit: units[side], amount: "" })}
        >
          {names[side]}
        </button>
      ))}
    </div>
  );
}
