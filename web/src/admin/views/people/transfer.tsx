/** Credits and debits of an account's collateral, shared by forms and dialogs. */
import { formatDecimalMicros, readMicros } from "../../../base/money.ts";
import { useFormats } from "../../../text/language.tsx";
import { FormFault } from "../../action/field-fault.tsx";
import type { ActionResult } from "../../action/use-operator-action.ts";
import { useConsoleText } from "../../parts/console-text.ts";
import { formatExactMoney, formatMoney } from "../../parts/format-amounts.ts";
import { useOperatorClient } from "../../session/operator-session.tsx";
import { nameField, TextField } from "../../parts/fields.tsx";
import type { FieldReader } from "../../parts/read-form.ts";
import type { NamedAccount } from "./account-field.tsx";

const TRANSFERS = { credit: "POST /credits", debit: "POST /debits" } as const;
export type TransferType = keyof typeof TRANSFERS;

/** Sends the transfer of an account that the fields `amount` and `reason` describe. */
export function useTransfer(
  type: TransferType,
): (readField: FieldReader, account: NamedAccount) => Promise<ActionResult> {
  const { accounts } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  const readAmount = useAmountReader();
  return async (readField, account) => {
    const body = {
      address: account.address,
      amount: readAmount(readField),
      reason: readField("reason"),
    };
    const { address, amount, balance, available } = await request(TRANSFERS[type], { body });
    const money = (text: string): string => formatMoney(text, formats);
    const now = accounts.balances(account.name, money(balance), money(available));
    return {
      words: `${accounts[type].done(formatExactMoney(amount, formats))} ${now}`,
      subject: address,
      deed: type,
    };
  };
}

/** Returns a function that reads an amount in the page's language and converts it to text for a request. */
export function useAmountReader(): (readField: FieldReader, name?: string) => string {
  const { accounts } = useConsoleText();
  const { typed, exampleNumber } = useFormats();
  return (readField, name = "amount") => {
    const text = readField(name);
    const amount = readMicros(typed(text.replace(/^\$ *| *\$$/g, "")));
    if (amount === undefined) throw new FormFault(name, accounts.badAmount(text, exampleNumber));
    return formatDecimalMicros(amount);
  };
}

export function AmountField({ label }: { readonly label?: string }) {
  const { accounts } = useConsoleText();
  return (
    <TextField
      {...nameField(accounts, "amount")}
      {...(label !== undefined && { label })}
      inputMode="decimal"
      required
    />
  );
}
