/** A field for an account by its name or address, with the matching accounts to choose from. */
import { useDeferredValue } from "react";
import { getWalletName, ShownName } from "../../../account/people/shown-name.tsx";
import { useFormats } from "../../../text/language.tsx";
import { FormFault } from "../../action/field-fault.tsx";
import { nameField, TextField } from "../../parts/fields.tsx";
import { formatMoney } from "../../parts/format-amounts.ts";
import { shortenText } from "../../parts/data-table.tsx";
import { useConsoleText } from "../../parts/console-text.ts";
import type { FieldReader } from "../../parts/read-form.ts";
import { useOperatorClient, useOperatorQuery } from "../../session/operator-session.tsx";

const ADDRESS = /^0x[0-9a-f]{40}$/i;
/** Letters from which accounts are searched. */
const MIN_LETTERS = 2;
const SHOWN_ACCOUNTS = 5;

type AccountFieldProps = { readonly text: string; readonly setText: (text: string) => void };

export function AccountField({ text, setText }: AccountFieldProps) {
  const { accounts: words } = useConsoleText();
  const formats = useFormats();
  const search = useDeferredValue(text.trim());
  const { data } = useOperatorQuery("GET /accounts", {
    query: { search, limit: SHOWN_ACCOUNTS },
    enabled: search.length >= MIN_LETTERS,
  });
  const found = search.length >= MIN_LETTERS ? (data?.data ?? []) : [];
  return (
    <div className="stack">
      <TextField
        {...nameField(words, "person")}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        spellCheck={false}
        autoCapitalize="off"
        required
      />
      {found.length > 0 && (
        <ul className="found-accounts" aria-label={words.found}>
          {found.map(({ address, name, balance }) => (
            <li key={address}>
              <button
                type="button"
                className="small"
                aria-pressed={address === search.toLowerCase()}
                onClick={() => setText(address)}
              >
                <span>
                  <ShownName address={address} name={name} /> {shortenText(address)},{" "}
                  {formatMoney(balance, formats)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Returns a function that reads the address of the account in the field, which may have its name. */
export function useAccountReader(): (readField: FieldReader) => Promise<string> {
  const { accounts: words } = useConsoleText();
  const request = useOperatorClient();
  return async (readField) => {
    const typed = readField("person");
    if (ADDRESS.test(typed)) return typed;
    const { data } = await request("GET /accounts", { query: { search: typed } });
    const [account, ...others] = data.filter(
      ({ address, name }) => getWalletName(address, name).toLowerCase() === typed.toLowerCase(),
    );
    if (account === undefined || others.length > 0)
      throw new FormFault("person", (data.length > 1 ? words.severalPeople : words.noPerson)(typed));
    return account.address;
  };
}
