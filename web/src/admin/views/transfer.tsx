/** Credits and debits of an account's collateral, as forms and dialogs share them. */
import { microsText, readMicros } from "../../money.ts";
import { useFormats } from "../../text/language.tsx";
import { FormFault } from "../action/field-fault.tsx";
import type { ActionResult } from "../action/use-operator-action.ts";
import { useConsoleText } from "../console-text.ts";
import { formatExactMoney } from "../format-amounts.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { TextField } from "../parts/fields.tsx";
import type { FieldReader } from "../parts/read-form.ts";

const TRANSFERS = { credit: "POST /credits", debit: "POST /debits" } as const;
export type TransferType = keyof typeof TRANSFERS;

/** Sends the transfer that the fields `address`, `amount` and `reason` describe. */
export function useTransfer(type: TransferType): (readField: FieldReader) => Promise<ActionResult> {
  const { accounts, action } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  return async (readField) => {
    const requested = readMicros(readField("amount"));
    if (requested === undefined)
      throw new FormFault("amount", action.wrongForm(readField("amount"), accounts.badAmount));
    const body = {
      address: readField("address"),
      amount: microsText(requested),
      reason: readField("reason"),
    };
    const { address, amount, balance, available } = await request(TRANSFERS[type], { body });
    const money = (text: string): string => formatExactMoney(text, formats);
    const now = accounts.balances(address, money(balance), money(available));
    return { words: `${accounts[type].done(money(amount))} ${now}`, subject: address };
  };
}

export function AmountField() {
  const { accounts } = useConsoleText();
  return (
    <TextField
      name="amount"
      label={accounts.amount}
      hint={accounts.amountHint}
      inputMode="decimal"
      pattern="\d+([.,]\d{1,6})?"
      title={accounts.amountHint}
      required
    />
  );
}
