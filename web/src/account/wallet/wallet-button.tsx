/** The wallet button in the page header, which shows the available money and opens the dialog. */
import "../../styles/account/wallet.css";
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { FormEvent } from "react";
import { Link } from "wouter";
import { PAGE_PATHS } from "../../../../src/http/page/page-paths.ts";
import { RejectedError } from "../../api/client.ts";
import type { Operations } from "../../api/generated/trading.ts";
import { trading } from "../../api/interfaces.ts";
import { SendButton } from "../../parts/controls/buttons.tsx";
import { CopyButton } from "../../parts/controls/copy-button.tsx";
import { Avatar } from "../../parts/marks.tsx";
import { Failure, Loading, explainError } from "../../parts/states.tsx";
import { useModal } from "../../parts/hooks/use-modal.ts";
import { profilePath } from "../../base/paths.ts";
import { ShownName } from "../people/shown-name.tsx";
import { useSettings } from "../../base/settings-context.ts";
import { useFormats, useText } from "../../text/language.tsx";
import { isRevoked, useBalances } from "./balances.ts";
import { NewWallet } from "./new-wallet.tsx";
import { useSession } from "./session.tsx";
import type { Trader } from "./session.tsx";
import { SignInAgain } from "./sign-in-again.tsx";
import { TEST_MONEY, useFaucet } from "./use-faucet.ts";
import { useTraderAction } from "./use-trader-action.ts";

// The name of the trader's wallet, read once, and again after each change.

type OwnName = Operations["GET /name"]["answer"];

const buildNameKey = (trader: Trader | undefined) => ["name", trader?.wallet.address] as const;

function useOwnName() {
  const { trader } = useSession();
  return useQuery({
    queryKey: buildNameKey(trader),
    queryFn:
      trader === undefined
        ? skipToken
        : ({ signal }) => trading("GET /name", { headers: trader.headers, signal }),
    staleTime: Infinity,
  });
}

/** Chooses a name; a blank one gives up the current name. `onDone` gets the resulting name. */
function useNameChange(trader: Trader, onDone: (own: OwnName) => void) {
  const queries = useQueryClient();
  return useTraderAction(
    ({ headers, once }, name: string): Promise<OwnName> =>
      name === ""
        ? trading("DELETE /name", { headers, once })
        : trading("POST /name", { headers, once, body: { name } }),
    {
      onDone: (own) => {
        queries.setQueryData(buildNameKey(trader), own);
        for (const first of ["people", "data"]) void queries.invalidateQueries({ queryKey: [first] });
        onDone(own);
      },
    },
  );
}

// The wallet's private key, shown only on request.

function KeyExport({ privateKey }: { readonly privateKey: string }) {
  const { wallet } = useText();
  const [shown, setShown] = useState(false);
  return (
    <details className="wallet-way">
      <summary>{wallet.export}</summary>
      <div className="stack">
        <p className="soft">{wallet.exportLong}</p>
        {shown && <code className="wallet-key">{privateKey}</code>}
        <div className="row">
          <button type="button" className="small" onClick={() => setShown(!shown)}>
            {shown ? wallet.hide : wallet.reveal}
          </button>
          {shown && <CopyButton text={privateKey} name={wallet.privateKey} />}
        </div>
      </div>
    </details>
  );
}

// Signs out. It warns first if the private key exists nowhere else.

function LeaveWallet() {
  const { common, wallet } = useText();
  const { trader, leave } = useSession();
  const [warned, setWarned] = useState(false);
  const isLost = trader?.wallet.privateKey !== undefined;
  if (!warned)
    return (
      <button type="button" className="wallet-leave" onClick={isLost ? () => setWarned(true) : leave}>
        {wallet.leave}
      </button>
    );
  return (
    <div className="failure" role="alert">
      <p>{wallet.leaveWarning}</p>
      <div className="row">
        <button type="button" onClick={leave}>
          {wallet.leaveAnyway}
        </button>
        <button type="button" onClick={() => setWarned(false)}>
          {common.cancel}
        </button>
      </div>
    </div>
  );
}

// The name of the trader's wallet: show, choose, change and give up.

function NameSection({ trader }: { readonly trader: Trader }) {
  const { wallet } = useText();
  const { data: own, error, refetch } = useOwnName();
  if (error instanceof RejectedError && error.code === "unknown_account")
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
  const changeName = useNameChange(trader, ({ name }) => stop(name === "" ? text.gaveUp : text.chose));
  const [field, hint, fault] = [useId(), useId(), useId()];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (given.trim() !== "") changeName.mutate(given.trim());
  };
  const changeableFrom = own.changeable_from;
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
        aria-invalid={changeName.isError}
        onChange={({ target }) => setGiven(target.value)}
      />
      <p id={hint} className="soft wallet-note">
        {changeableFrom === null ? text.rules : text.wait(dateTime(Date.parse(changeableFrom)))}
      </p>
      <p id={fault} className="down wallet-note" role="alert">
        {changeName.isError && <NameRejection error={changeName.error} />}
      </p>
      <div className="row">
        <button type="submit" className="primary" disabled={changeName.isPending || given.trim() === ""}>
          {text.save}
        </button>
        {own.name !== "" && (
          <button type="button" disabled={changeName.isPending} onClick={() => changeName.mutate("")}>
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

function NameRejection({ error }: { readonly error: Error }) {
  const text = useText();
  const known: Readonly<Record<string, string>> = text.wallet.name.refusals;
  return (error instanceof RejectedError ? known[error.code] : undefined) ?? explainError(error, text);
}

// The trader's wallet: address, balance, test money, backup and sign-out.

function OwnWallet({ trader }: { readonly trader: Trader }) {
  const { wallet } = useText();
  const { mode } = useSettings();
  const { showDialog } = useSession();
  const { address, privateKey } = trader.wallet;
  const closeDialog = (): void => showDialog(false);
  return (
    <>
      <div className="field">
        <span>{wallet.address}</span>
        <div className="row wallet-line">
          <Avatar address={address} size="large" />
          <code>{address}</code>
          <CopyButton text={address} name={wallet.address} />
        </div>
      </div>
      <NameSection trader={trader} />
      <Funds />
      {mode === "sandbox" && <Faucet />}
      <div className="row">
        <Link href={PAGE_PATHS.portfolio} onClick={closeDialog}>
          {wallet.portfolio}
        </Link>
        <Link href={profilePath(address)} onClick={closeDialog}>
          {wallet.profile}
        </Link>
      </div>
      {privateKey !== undefined && <RememberCheckbox />}
      {privateKey !== undefined && <KeyExport privateKey={privateKey} />}
      <LeaveWallet />
    </>
  );
}

function Funds() {
  const { wallet } = useText();
  const formats = useFormats();
  const { data, error, refetch } = useBalances();
  if (isRevoked(error)) return <SignInAgain error={error} />;
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading rows={1} />;
  return (
    <dl className="wallet-funds">
      <div>
        <dt>{wallet.balance}</dt>
        <dd className="number">{formats.money(data.collateral.available)}</dd>
      </div>
      <div>
        <dt>{wallet.held}</dt>
        <dd className="number">{formats.money(data.collateral.held)}</dd>
      </div>
    </dl>
  );
}

function Faucet() {
  const { wallet } = useText();
  const formats = useFormats();
  const amount = formats.money(TEST_MONEY);
  const faucetAction = useFaucet();
  return (
    <>
      <SendButton isOff={faucetAction.isPending} onClick={() => faucetAction.mutate(TEST_MONEY)}>
        {wallet.faucet(amount)}
      </SendButton>
      <p className="up wallet-note" role="status">
        {faucetAction.isSuccess ? wallet.funded(amount) : ""}
      </p>
      {faucetAction.isError && <Failure error={faucetAction.error} retry={faucetAction.again} />}
    </>
  );
}

function RememberCheckbox() {
  const { wallet } = useText();
  const { remembered, remember } = useSession();
  return (
    <>
      <label className="wallet-check">
        <input type="checkbox" checked={remembered} onChange={({ target }) => remember(target.checked)} />
        <span>
          {wallet.remember}
          <small className="soft">{wallet.rememberLong}</small>
        </span>
      </label>
      <div role="status">{!remembered && <p className="wallet-note">{wallet.forgotten}</p>}</div>
    </>
  );
}

// The wallet dialog: ways to get a wallet, or the one in use.

function WalletDialog() {
  const { common, wallet } = useText();
  const { trader, isDialogOpen, showDialog } = useSession();
  const modal = useModal(isDialogOpen, () => showDialog(false));
  const title = useId();
  return (
    <dialog {...modal} className="wallet-dialog" aria-labelledby={title}>
      <div className="stack wallet-content">
        <div className="row wallet-head">
          <h2 id={title}>{wallet.title}</h2>
          <button type="button" className="plain" aria-label={common.close} onClick={() => showDialog(false)}>
            ✕
          </button>
        </div>
        {isDialogOpen && (trader === undefined ? <NewWallet /> : <OwnWallet trader={trader} />)}
      </div>
    </dialog>
  );
}

export function WalletButton() {
  const { trader, showDialog } = useSession();
  return (
    <div className="wallet">
      <button
        type="button"
        className={trader ? "" : "primary"}
        aria-haspopup="dialog"
        onClick={() => showDialog(true)}
      >
        {trader === undefined ? <NoWallet /> : <WalletButtonFunds address={trader.wallet.address} />}
      </button>
      <WalletDialog />
    </div>
  );
}

const NoWallet = () => useText().wallet.create;

function WalletButtonFunds({ address }: { readonly address: string }) {
  const { wallet } = useText();
  const formats = useFormats();
  const { data, error } = useBalances();
  const { data: own } = useOwnName();
  return (
    <>
      <span className="visually-hidden">{wallet.button}: </span>
      <Avatar address={address} />
      {isRevoked(error) && <span className="wallet-alarm">{wallet.signInAgain}</span>}
      {error === null && data !== undefined && (
        <span className="number">{formats.money(data.collateral.available)}</span>
      )}
      <span className="wallet-short" title={address}>
        <ShownName address={address} name={own?.name ?? ""} />
      </span>
    </>
  );
}
