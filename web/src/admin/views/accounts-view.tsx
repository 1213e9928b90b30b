/** Opens accounts, and credits or debits their collateral. */
import { useState } from "react";
import { Link } from "wouter";
import { FEE_ACCOUNT } from "../../../../src/core/fees.ts";
import { useFormats } from "../../text/language.tsx";
import { formatExactMoney } from "../format-amounts.ts";
import { ActionForm } from "../action/action-form.tsx";
import { useOperatorClient } from "../operator-session.tsx";
import { AddressField } from "../parts/fields.tsx";
import { readFilled } from "../parts/read-form.ts";
import type { FieldReader } from "../parts/read-form.ts";
import { View } from "../parts/view.tsx";
import { useConsoleText } from "../console-text.ts";
import { AmountField, useAmountReader, useTransfer } from "./transfer.tsx";
import type { TransferType } from "./transfer.tsx";

export function AccountsView() {
  const { accounts: words } = useConsoleText();
  return (
    <View title={words.title} lead={words.lead} role="treasury">
      <div className="panels">
        <OpenAccount />
        <TransferForm type="credit" />
        <TransferForm type="debit" />
      </div>
      <p className="soft">
        <Link href="/wallets">{words.balancesAt}</Link>
      </p>
    </View>
  );
}

function OpenAccount() {
  const { accounts: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <section className="panel">
      <h2>{words.open}</h2>
      <p className="soft">{words.openLead}</p>
      <ActionForm
        submit={words.open}
        act={async (readField) => {
          const body = {
            address: readField("address"),
            ...readFilled(readField, ["owner"]),
            reason: readField("reason"),
          };
          const { address, owner, opened } = await request("POST /accounts", { body });
          return { words: (opened ? words.opened : words.wasOpen)(address, owner), subject: address };
        }}
      >
        <AddressField name="address" label={words.wallet} required />
        <AddressField name="owner" label={words.owner} hint={words.ownerHint} />
      </ActionForm>
    </section>
  );
}

function TransferForm({ type }: { readonly type: TransferType }) {
  const { accounts } = useConsoleText();
  const words = accounts[type];
  const formats = useFormats();
  const act = useTransfer(type);
  const readAmount = useAmountReader();
  const [address, setAddress] = useState("");
  const confirm = (readField: FieldReader): string =>
    accounts.confirmDebit(formatExactMoney(readAmount(readField), formats), readField("address"));
  return (
    <section className="panel">
      <h2>{words.title}</h2>
      <p className="soft">{words.lead}</p>
      <ActionForm submit={words.title} act={act} {...(type === "debit" && { danger: true, confirm })}>
        <AddressField
          name="address"
          label={accounts.wallet}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
          required
        />
        {type === "debit" && (
          <button type="button" className="small" onClick={() => setAddress(FEE_ACCOUNT)}>
            {accounts.feeAccount}
          </button>
        )}
        <AmountField />
      </ActionForm>
    </section>
  );
}
