/** Opens accounts, and credits or debits their collateral. */
import { useState } from "react";
import { FEE_ACCOUNT } from "../../../../src/core/fees.ts";
import { microsText, readMicros } from "../../money.ts";
import { useFormats } from "../../text/language.tsx";
import { moneyWords } from "../amounts.ts";
import { DeedForm } from "../deed/deed-form.tsx";
import type { Deed } from "../deed/use-deed.ts";
import { useAsk } from "../operator-session.tsx";
import { AddressField, TextField } from "../parts/fields.tsx";
import { filled } from "../parts/given.ts";
import type { Given } from "../parts/given.ts";
import { View } from "../parts/view.tsx";
import { useWords } from "../words.ts";

export function AccountsView() {
  const { accounts: words } = useWords();
  return (
    <View title={words.title} lead={words.lead} role="treasury">
      <div className="panels">
        <OpenAccount />
        <Move type="credit" />
        <Move type="debit" />
      </div>
      <p className="soft">{words.noBalance}</p>
    </View>
  );
}

function OpenAccount() {
  const { accounts: words } = useWords();
  const ask = useAsk();
  return (
    <section className="panel">
      <h2>{words.open}</h2>
      <p className="soft">{words.openLead}</p>
      <DeedForm
        submit={words.open}
        act={async (given) => {
          const body = { address: given("address"), ...filled(given, ["owner"]), reason: given("reason") };
          const { address, owner, opened } = await ask("POST /accounts", { body });
          return { words: (opened ? words.opened : words.wasOpen)(address, owner), subject: address };
        }}
      >
        <AddressField name="address" label={words.wallet} required />
        <AddressField name="owner" label={words.owner} hint={words.ownerHint} />
      </DeedForm>
    </section>
  );
}

const MOVES = { credit: "POST /credits", debit: "POST /debits" } as const;
type MoveType = keyof typeof MOVES;

function useMove(type: MoveType): (given: Given) => Promise<Deed> {
  const { accounts } = useWords();
  const formats = useFormats();
  const ask = useAsk();
  return async (given) => {
    const asked = readMicros(given("amount"));
    if (asked === undefined) throw new Error(accounts.badAmount);
    const body = { address: given("address"), amount: microsText(asked), reason: given("reason") };
    const { address, amount, balance, available } = await ask(MOVES[type], { body });
    const money = (text: string): string => moneyWords(text, formats);
    const now = accounts.balances(address, money(balance), money(available));
    return { words: `${accounts[type].done(money(amount))} ${now}`, subject: address };
  };
}

function Move({ type }: { readonly type: MoveType }) {
  const { accounts } = useWords();
  const words = accounts[type];
  const formats = useFormats();
  const act = useMove(type);
  const [address, setAddress] = useState("");
  const confirm = (given: Given): string =>
    accounts.confirmDebit(moneyWords(given("amount"), formats), given("address"));
  return (
    <section className="panel">
      <h2>{words.title}</h2>
      <p className="soft">{words.lead}</p>
      <DeedForm submit={words.title} act={act} {...(type === "debit" && { danger: true, confirm })}>
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
        <TextField
          name="amount"
          label={accounts.amount}
          hint={accounts.amountHint}
          inputMode="decimal"
          pattern="\d+([.,]\d{1,6})?"
          title={accounts.amountHint}
          required
        />
      </DeedForm>
    </section>
  );
}
