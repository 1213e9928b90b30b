import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { PAGE_PATHS } from "../../../../src/http/page/page-paths.ts";
import { RejectedError } from "../../api/client.ts";
import type { Operations } from "../../api/generated/trading.ts";
import { trading } from "../../api/interfaces.ts";
import { readMicros } from "../../base/money.ts";
import { useTitle } from "../../parts/controls/brand.tsx";
import { SendButton } from "../../parts/controls/buttons.tsx";
import { Failure, Loading } from "../../parts/states.tsx";
import { useFormats, useText } from "../../text/language.tsx";
import { useSession } from "./session.tsx";
import { useTraderAction } from "./use-trader-action.ts";

// Queries of the invite that a link names, and of its use by the trader of this page.

type Invite = Operations["GET /invite/{code}"]["answer"];
type InviteUse = Operations["GET /invite/{code}/use"]["answer"];

const useInvite = (code: string) =>
  useQuery({
    queryKey: ["invite", code],
    queryFn: ({ signal }) => trading("GET /invite/{code}", { params: { code }, signal }),
    retry: false,
  });

const buildUseKey = (code: string, address: string | undefined) => ["invite", code, "use", address] as const;

function useInviteUse(code: string) {
  const { trader } = useSession();
  return useQuery({
    queryKey: buildUseKey(code, trader?.wallet.address),
    queryFn:
      trader === undefined
        ? skipToken
        : ({ signal }) =>
            trading("GET /invite/{code}/use", { params: { code }, headers: trader.headers, signal }),
    retry: false,
  });
}

/** Accepts the invite's funds and name. A repeated acceptance returns the first result. */
function useAcceptInvite(code: string) {
  const { trader } = useSession();
  const queries = useQueryClient();
  return useTraderAction(
    ({ headers, once }) => trading("POST /invite/{code}/use", { params: { code }, body: {}, headers, once }),
    {
      onDone: (use) => {
        queries.setQueryData(buildUseKey(code, trader?.wallet.address), use);
        for (const first of ["name", "people", "data"]) void queries.invalidateQueries({ queryKey: [first] });
      },
    },
  );
}

// The page of an invite: the exchange, the offered funds and name, and a button to accept both.

type CodeProps = { readonly code: string };

export function InvitePage({ code }: CodeProps) {
  const { invite: text } = useText();
  const { data: invite, error, refetch } = useInvite(code);
  useTitle(text.title);
  if (error instanceof RejectedError && ["invite_not_found", "invalid_payload"].includes(error.code ?? ""))
    return (
      <section className="page narrow">
        <h1>{text.title}</h1>
        <p className="failure" role="alert">
          {text.unknown}
        </p>
        <NextLinks />
      </section>
    );
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  return invite === undefined ? <Loading /> : <InviteContent code={code} invite={invite} />;
}

type InviteProps = CodeProps & { readonly invite: Invite };

function InviteContent({ code, invite }: InviteProps) {
  const { invite: text } = useText();
  return (
    <section className="page narrow">
      <h1>{text.from(invite.exchange)}</h1>
      <AcceptStep code={code} invite={invite} />
    </section>
  );
}

/** Shows the invite's funds and name to a visitor who can still accept both. */
function InviteOffer({ invite: { amount, exchange, name, until } }: { readonly invite: Invite }) {
  const { invite: text } = useText();
  const { dateTime } = useFormats();
  return (
    <>
      <p>{text.gives(useAmount(amount), exchange)}</p>
      {name !== "" && <p>{text.name(name)}</p>}
      {until !== null && <p className="soft">{text.until(dateTime(Date.parse(until)))}</p>}
    </>
  );
}

function useAmount(text: string): string {
  const { money } = useFormats();
  const amount = readMicros(text);
  return amount === undefined ? text : money(amount);
}

/** Offers the next step: to get a wallet, or to accept the invite. Shows the outcome once the invite is over. */
function AcceptStep({ code, invite }: InviteProps) {
  const { invite: text } = useText();
  const { trader, showDialog } = useSession();
  const hadWallet = useRef(trader !== undefined);
  // After a wallet is created, the next step is on this page, behind the dialog.
  useEffect(() => {
    if (trader !== undefined && !hadWallet.current) showDialog(false);
    hadWallet.current = trader !== undefined;
  }, [trader, showDialog]);
  const { data: use, error, refetch } = useInviteUse(code);
  const acceptAction = useAcceptInvite(code);
  const amount = useAmount(invite.amount);
  if (trader !== undefined && error !== null) return <Failure error={error} retry={() => void refetch()} />;
  if (trader !== undefined && use === undefined) return <Loading rows={1} />;
  if (use?.used === true) return <AcceptedInvite use={use} />;
  if (invite.state !== "open")
    return (
      <>
        <p className="failure" role="status">
          {text.over[invite.state]}
        </p>
        {trader === undefined && <p className="soft">{text.yours}</p>}
        <NextLinks />
      </>
    );
  return (
    <>
      <InviteOffer invite={invite} />
      {trader === undefined && <p>{text.walletFirst}</p>}
      {acceptAction.isError && <RejectionNotice error={acceptAction.error} retry={acceptAction.again} />}
      <p>
        {trader === undefined ? (
          <button type="button" className="primary" aria-haspopup="dialog" onClick={() => showDialog(true)}>
            {text.wallet}
          </button>
        ) : (
          <SendButton
            className="primary"
            isOff={acceptAction.isPending}
            onClick={() => acceptAction.mutate(undefined)}
          >
            {text.take(amount)}
          </SendButton>
        )}
      </p>
    </>
  );
}

type RejectionProps = { readonly error: Error; readonly retry: (() => void) | undefined };

function RejectionNotice({ error, retry }: RejectionProps) {
  const { invite: text } = useText();
  const known: Readonly<Record<string, string>> = text.refusals;
  const words = error instanceof RejectedError ? known[error.code] : undefined;
  if (words === undefined) return <Failure error={error} retry={retry} />;
  return (
    <p className="failure" role="alert">
      {words}
    </p>
  );
}

function AcceptedInvite({ use }: { readonly use: InviteUse }) {
  const { invite: text, wallet } = useText();
  const amount = useAmount(use.amount ?? "0");
  const why: Readonly<Record<string, string>> = wallet.name.refusals;
  return (
    <>
      <div role="status">
        <p className="up">
          <strong>{text.taken(amount)}</strong>
        </p>
        {use.name_given && <p>{text.named(use.name)}</p>}
        {use.name_code !== null && (
          <p>
            {text.notNamed(use.name)} {why[use.name_code] ?? use.name_error}
          </p>
        )}
      </div>
      <NextLinks />
    </>
  );
}

function NextLinks() {
  const { common, layout } = useText();
  return (
    <p className="row">
      <Link href={PAGE_PATHS.home}>{common.home}</Link>
      <Link href={PAGE_PATHS.howItWorks}>{layout.howItWorks}</Link>
    </p>
  );
}
