/** A field for an account by its name or address, with the matching accounts to choose from. */
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { getWalletName, ShownName } from "../../../account/people/shown-name.tsx";
import { useFormats } from "../../../text/language.tsx";
import { FormFault } from "../../action/field-fault.tsx";
import { TextField } from "../../parts/fields.tsx";
import { formatMoney } from "../../parts/format-amounts.ts";
import { shortenText } from "../../parts/data-table.tsx";
import { useConsoleText } from "../../parts/console-text.ts";
import type { FieldReader } from "../../parts/read-form.ts";
import { useOperatorClient, useOperatorQuery } from "../../session/operator-session.tsx";

const ADDRESS = /^0x[0-9a-f]{40}$/i;
/** Letters from which accounts are searched. */
const MIN_LETTERS = 2;
const SHOWN_ACCOUNTS = 5;

/** Name of the field, which is also that of the address in requests. */
const FIELD = "address";

type AccountFieldProps = {
  readonly label?: string;
  readonly hint?: string;
  readonly given?: string;
  /** A special account, with the label of the button that chooses it. */
  readonly special?: { readonly address: string; readonly label: string };
};

export function AccountField({ label, hint, given = "", special }: AccountFieldProps) {
  const { accounts: words } = useConsoleText();
  const [text, setText] = useState(given);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = place.current?.closest("form");
    const clear = (): void => setText(given);
    form?.addEventListener("reset", clear);
    return () => form?.removeEventListener("reset", clear);
  }, [given]);
  return (
    <div className="stack" ref={place}>
      <TextField
        name={FIELD}
        label={label ?? words.person}
        hint={hint ?? words.personHint}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        spellCheck={false}
        autoCapitalize="off"
        required
      />
      <FoundAccounts text={text} choose={setText} />
      {special && (
        <button type="button" className="small" onClick={() => setText(special.address)}>
          {special.label}
        </button>
      )}
    </div>
  );
}

type FoundProps = { readonly text: string; readonly choose: (address: string) => void };

/** Buttons for the accounts that match the typed text. */
function FoundAccounts({ text, choose }: FoundProps) {
  const { accounts: words } = useConsoleText();
  const formats = useFormats();
  const search = useDeferredValue(text.trim());
  const { data } = useOperatorQuery("GET /accounts", {
    query: { search, limit: SHOWN_ACCOUNTS },
    enabled: search.length >= MIN_LETTERS,
  });
  const found = search.length >= MIN_LETTERS ? (data?.data ?? []) : [];
  if (found.length === 0) return null;
  return (
    <ul className="found-accounts" aria-label={words.found}>
      {found.map(({ address, name, balance }) => (
        <li key={address}>
          <button
            type="button"
            className="small"
            aria-pressed={address === search.toLowerCase()}
            onClick={() => choose(address)}
          >
            <span>
              <ShownName address={address} name={name} /> {shortenText(address)},{" "}
              {formatMoney(balance, formats)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** An account as forms and their results name it. */
export type NamedAccount = { readonly address: string; readonly name: string };

export const nameAccount = ({ address, name }: NamedAccount): NamedAccount => ({
  address,
  name: getWalletName(address, name),
});

/** Returns a function that finds the account with a typed name or address, which may have no account yet. */
export function useAccountFinder(): (typed: string) => Promise<NamedAccount> {
  const { accounts: words } = useConsoleText();
  const request = useOperatorClient();
  return async (typed) => {
    const { data } = await request("GET /accounts", { query: { search: typed } });
    const isMeant = ADDRESS.test(typed)
      ? ({ address }: NamedAccount) => address === typed.toLowerCase()
      : (one: NamedAccount) => nameAccount(one).name.toLowerCase() === typed.toLowerCase();
    const [account, ...others] = data.filter(isMeant);
    if (account !== undefined && others.length === 0) return nameAccount(account);
    if (ADDRESS.test(typed)) return nameAccount({ address: typed, name: "" });
    throw new FormFault(FIELD, (data.length > 1 ? words.severalPeople : words.noPerson)(typed));
  };
}

/** Returns a function that finds the account in the field. */
export function useAccountReader(): (readField: FieldReader) => Promise<NamedAccount> {
  const findAccount = useAccountFinder();
  return (readField) => findAccount(readField(FIELD));
}

/** Separates the first cell of a line of a list from the others. */
const FIRST_CELL = /^(\s*)([^,;\t]*?)(\s*(?:[,;\t].*)?)$/;

/** Returns nothing for a name that no account has: the exchange reports the line. */
function leaveUnknown(error: unknown): undefined {
  if (!(error instanceof FormFault)) throw error;
}

/** Returns a function that replaces the names at the start of a list's lines by addresses. All other text stays as it is. */
export function useListAddresses(): (list: string) => Promise<string> {
  const findAccount = useAccountFinder();
  return async (list) => {
    const lines: string[] = [];
    for (const line of list.split("\n")) {
      const [, before = "", cell = "", after = ""] = FIRST_CELL.exec(line.replace(/\r$/, "")) ?? [];
      const isName = cell !== "" && !/^0x/i.test(cell) && !/^"?address"?$/i.test(cell);
      const account = isName ? await findAccount(cell).catch(leaveUnknown) : undefined;
      lines.push(account === undefined ? line : `${before}${account.address}${after}`);
    }
    return lines.join("\n");
  };
}
