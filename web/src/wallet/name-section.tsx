/** The name of the trader's wallet: show, choose, change and give up. */
import { useId, useState } from "react";
import type { FormEvent } from "react";
import { RefusedError } from "../api/client.ts";
import { explainError, Failure, Loading } from "../parts/states.tsx";
import { ShownName } from "../people/shown-name.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { useNameChange, useOwnName } from "./own-name.ts";
import type { OwnName } from "./own-name.ts";
import type { Trader } from "./session.tsx";

export function NameSection({ trader }: { readonly trader: Trader }) {
  const { wallet } = useText();
  const { data: own, error, refetch } = useOwnName();
  if (error instanceof RefusedError && error.code === "unknown_account")
    return <p className="soft wallet-note">{wallet.noAccount}</p>;
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  return own === undefined ? <Loading rows={1} /> : <Name trader={trader} own={own} />;
}

type NameProps = { readonly trader: Trader; readonly own: OwnName };

function Name({ trader, own }: NameProps) {
  const { name: text } = useText().wallet;
  const [isChanging, setChanging] = useState(false);
  const [done, setDone] = useState("");
  const stop = (words: string): void => {
    setChanging(false);
    setDone(words);
  };
  return (
    <div className="field">
      <span>{text.title}</span>
      <div className="row wallet-line">
        <strong>
          <ShownName address={own.address} name={own.name} />
        </strong>
        {!isChanging && (
          <button type="button" onClick={() => setChanging(true)}>
            {own.name === "" ? text.choose : text.change}
          </button>
        )}
      </div>
      {own.name === "" && <p className="soft wallet-note">{text.generated}</p>}
      {own.removed !== null && (
        <p className="wallet-note wallet-alarm">{text.removed(own.removed.name, own.removed.reason)}</p>
      )}
      <p className="up wallet-note" role="status">
        {done}
      </p>
      {isChanging && <NameForm trader={trader} own={own} stop={stop} />}
    </div>
  );
}

type NameFormProps = NameProps & { readonly stop: (words: string) => void };

function NameForm({ trader, own, stop }: NameFormProps) {
  const { name: text } = useText().wallet;
  const { dateTime } = useFormats();
  const [given, setGiven] = useState(own.name);
  const change = useNameChange(trader, ({ name }) => stop(name === "" ? text.gaveUp : text.chose));
  const [field, hint, fault] = [useId(), useId(), useId()];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (given.trim() !== "") change.mutate(given.trim());
  };
  const from = own.changeable_from;
  return (
    <form className="stack wallet-name" onSubmit={submit}>
      <label htmlFor={field}>{text.field}</label>
      <input
        id={field}
        value={given}
        maxLength={60}
        autoComplete="nickname"
        spellCheck={false}
        aria-describedby={`${hint} ${fault}`}
        aria-invalid={change.isError}
        onChange={({ target }) => setGiven(target.value)}
      />
      <p id={hint} className="soft wallet-note">
        {from === null ? text.rules : text.wait(dateTime(Date.parse(from)))}
      </p>
      <p id={fault} className="down wallet-note" role="alert">
        {change.isError && <NameRefusal error={change.error} />}
      </p>
      <div className="row">
        <button type="submit" className="primary" disabled={change.isPending || given.trim() === ""}>
          {text.save}
        </button>
        {own.name !== "" && (
          <button type="button" disabled={change.isPending} onClick={() => change.mutate("")}>
            {text.giveUp}
          </button>
        )}
        <button type="button" className="plain" onClick={() => stop("")}>
          {text.cancel}
        </button>
      </div>
    </form>
  );
}

function NameRefusal({ error }: { readonly error: Error }) {
  const text = useText();
  const known: Readonly<Record<string, string>> = text.wallet.name.refusals;
  return (error instanceof RefusedError ? known[error.code] : undefined) ?? explainError(error, text);
}
