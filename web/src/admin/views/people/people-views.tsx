/** Views about people: bans, API keys, names, and sites. A site shows the markets of the wallets that it lists. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { Failure } from "../../../parts/states.tsx";
import { ShownName } from "../../../account/people/shown-name.tsx";
import { useFormats, useText } from "../../../text/language.tsx";
import { SharedResult } from "../../action/action-notice.tsx";
import { useConsoleText } from "../../parts/console-text.ts";
import { formatTime } from "../../parts/format-amounts.ts";
import { useOperatorClient } from "../../session/operator-session.tsx";
import type { Answer } from "../../session/operator-session.tsx";
import { CopyableText } from "../../parts/data-table.tsx";
import type { Column } from "../../parts/data-table.tsx";
import { AreaField, CheckField, nameField, TextField } from "../../parts/fields.tsx";
import { readList } from "../../parts/read-form.ts";
import type { FieldReader } from "../../parts/read-form.ts";
import { FindForm, FormPanel, ResourceList } from "../../parts/resource.tsx";
import { ActionView, View } from "../../parts/view.tsx";
import { AccountField, nameAccount, useAccountReader } from "./account-field.tsx";

/** Lists, adds and lifts bans. The exchange rejects orders of a banned owner. */
export function BansView() {
  const { bans: words, audit } = useConsoleText();
  const request = useOperatorClient();
  const readAccount = useAccountReader();
  return (
    <ActionView title={words.title} lead={words.lead} role="market-admin">
      <ResourceList
        title={words.banned}
        read="GET /bans"
        columns={[
          {
            name: words.owner,
            cell: ({ address, name }) => (
              <div>
                <Link href={`/wallets/${address}`}>
                  <ShownName address={address} name={name} />
                </Link>{" "}
                <CopyableText text={address} />
              </div>
            ),
          },
          { name: words.since, kind: "time", cell: ({ time }) => time },
          { name: audit.operator, cell: ({ operator }) => operator },
          { name: audit.reason, cell: ({ reason }) => reason },
        ]}
        keyOf={({ address }) => address}
        empty={words.empty}
        action={{
          column: words.change,
          name: words.lift,
          note: (ban) => words.liftNote(nameAccount(ban).name),
          act: async (ban, readField) => {
            const options = { params: { address: ban.address }, body: { reason: readField("reason") } };
            const { address, changed } = await request("DELETE /bans/{address}", options);
            return {
              words: (changed ? words.lifted : words.wasNotBanned)(nameAccount(ban).name),
              subject: address,
            };
          },
        }}
      />
      <FormPanel
        title={words.add}
        danger
        confirm={(readField) => words.confirm(readField("address"))}
        act={async (readField) => {
          const account = await readAccount(readField);
          const body = { address: account.address, reason: readField("reason") };
          const { address, changed, canceledOrders } = await request("POST /bans", { body });
          const said = changed
            ? words.added(account.name, String(canceledOrders))
            : words.wasBanned(account.name);
          return { words: said, subject: address };
        }}
      >
        <AccountField label={words.owner} hint={words.ownerHint} />
      </FormPanel>
    </ActionView>
  );
}

/** Lists the API keys of a wallet, and revokes them. */
export function KeysView({ address = "" }: { readonly address?: string }) {
  const { keys: words } = useConsoleText();
  const [, go] = useLocation();
  const readAccount = useAccountReader();
  const search = useMutation({
    mutationFn: async (readField: FieldReader) => {
      const account = await readAccount(readField);
      go(`/keys/${account.address}`);
    },
  });
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <FindForm find={words.find} onFind={search.mutate}>
        <AccountField label={words.wallet} given={address} />
      </FindForm>
      {search.isError && <Failure error={search.error} />}
      {address !== "" && (
        <SharedResult>{(result) => <FoundKeys address={address} result={result} />}</SharedResult>
      )}
    </View>
  );
}

type FoundKeysProps = { readonly address: string; readonly result: ReactNode };

function FoundKeys({ address, result }: FoundKeysProps) {
  const { keys: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  return (
    <ResourceList
      title={words.found}
      read="GET /keys"
      query={{ address }}
      above={result}
      columns={[
        { name: words.key, kind: "id", cell: ({ apiKey }) => apiKey },
        { name: words.kind, cell: ({ kind }) => words.kinds[kind] },
        { name: words.nonce, cell: ({ nonce }) => nonce, number: true },
        { name: words.made, kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
      keyOf={({ apiKey }) => apiKey}
      empty={words.empty}
      action={{
        column: words.revoked,
        name: words.revoke,
        note: ({ apiKey }) => words.revokeNote(apiKey),
        danger: true,
        isOffered: ({ revokedAt }) => revokedAt === null,
        otherwise: ({ revokedAt }) => revokedAt && formatTime(revokedAt, formats),
        act: async (key, readField) => {
          const options = { params: { key: key.apiKey }, body: { reason: readField("reason") } };
          const { apiKey, others } = await request("POST /keys/{key}/revoke", options);
          return { words: words.done(apiKey, String(others.length)), subject: apiKey };
        },
      }}
    />
  );
}

/** Maximum number of names shown at once. A search finds further ones. */
const MAX_NAMES = 100;

/** Lists the names that owners chose, removes one, and forbids names and words. */
export function NamesView() {
  const { names: words } = useConsoleText();
  const [search, setSearch] = useState("");
  return (
    <ActionView title={words.title} lead={words.lead} role="market-admin">
      <FindForm find={words.find} onFind={(readField) => setSearch(readField("search"))}>
        <TextField {...nameField(words, "search")} maxLength={200} />
      </FindForm>
      <NameList search={search} removed={false} />
      <NameList search={search} removed />
      <ForbiddenNames />
      <ForbidName />
    </ActionView>
  );
}

type Name = Answer<"GET /names">["data"][number];
type NameListProps = { readonly search: string; readonly removed: boolean };

function NameList({ search, removed }: NameListProps) {
  const { names: words, audit } = useConsoleText();
  const request = useOperatorClient();
  const timeColumns: readonly Column<Name>[] = removed
    ? [
        { name: words.removedAt, kind: "time", cell: (name) => name.removed && name.removed.time },
        { name: audit.operator, cell: (name) => name.removed?.operator },
        { name: audit.reason, cell: (name) => name.removed?.reason },
      ]
    : [{ name: words.since, kind: "time", cell: ({ chosen }) => chosen }];
  return (
    <ResourceList
      title={removed ? words.removedNames : words.borne}
      read="GET /names"
      query={{ search, removed, limit: MAX_NAMES }}
      columns={[
        { name: words.name, cell: ({ name }) => <bdi>{name}</bdi> },
        { name: words.wallet, kind: "id", cell: ({ address }) => address },
        ...timeColumns,
      ]}
      keyOf={({ address, chosen }) => `${address} ${chosen}`}
      empty={words.empty}
      below={({ next }) => next !== null && <p className="soft">{words.more(String(MAX_NAMES))}</p>}
      action={
        removed
          ? undefined
          : {
              column: words.remove,
              name: words.remove,
              note: ({ name }) => words.removeNote(name),
              danger: true,
              fields: <CheckField name="forbid" label={words.forbidToo} defaultChecked />,
              act: async ({ name, address }, readField) => {
                const body = { reason: readField("reason"), forbid: readField("forbid") !== "" };
                const { forbidden } = await request("DELETE /names/{address}", { params: { address }, body });
                return { words: (forbidden ? words.removedForGood : words.removed)(name), subject: address };
              },
            }
      }
    />
  );
}

/** Names and words that no wallet may use as its name. */
function ForbiddenNames() {
  const { names: words, audit } = useConsoleText();
  const request = useOperatorClient();
  return (
    <ResourceList
      title={words.forbidden}
      read="GET /forbidden-names"
      columns={[
        { name: words.text, cell: ({ text }) => <bdi>{text}</bdi> },
        { name: words.as, cell: ({ match }) => words.matches[match] },
        { name: words.since, kind: "time", cell: ({ time }) => time },
        { name: audit.operator, cell: ({ operator }) => operator },
        { name: audit.reason, cell: ({ reason }) => reason },
      ]}
      keyOf={({ text, match }) => `${match} ${text}`}
      empty={words.noForbidden}
      action={{
        column: words.allow,
        name: words.allow,
        note: ({ text }) => words.allowNote(text),
        act: async ({ text, match }, readField) => {
          const body = { text, match, reason: readField("reason") };
          const { changed } = await request("DELETE /forbidden-names", { body });
          return { words: (changed ? words.allowed : words.wasAllowed)(text), subject: text };
        },
      }}
    />
  );
}

function ForbidName() {
  const { names: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <FormPanel
      title={words.forbid}
      act={async (readField) => {
        const match = readField("word") === "" ? "name" : "word";
        const body = { text: readField("text"), match, reason: readField("reason") } as const;
        const { text, changed, bearers } = await request("POST /forbidden-names", { body });
        const said = (changed ? words.nowForbidden : words.wasForbidden)(text);
        const named = bearers.map(({ name }) => name).join(", ");
        return { words: named === "" ? said : `${said} ${words.bearers(named)}`, subject: text };
      }}
    >
      <TextField {...nameField(words, "text")} maxLength={64} required />
      <CheckField name="word" label={words.asWord} />
    </FormPanel>
  );
}

/** Lists and changes sites, and the wallets whose markets each site shows. */
export function SitesView() {
  const { sites: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <ActionView title={words.title} lead={words.lead} role="market-admin">
      <ResourceList
        title={words.listed}
        read="GET /sites"
        columns={[
          { name: words.host, cell: ({ host }) => host },
          { name: words.wallets, cell: ({ wallets }) => <Wallets wallets={wallets} /> },
        ]}
        keyOf={({ host }) => host}
        empty={words.empty}
        action={{
          column: words.change,
          name: words.remove,
          note: ({ host }) => words.removeNote(host),
          danger: true,
          fields: <AreaField name="wallets" label={words.some} hint={words.someHint} spellCheck={false} />,
          act: async ({ host }, readField) => {
            const wallets = readList(readField("wallets"));
            const body = { ...(wallets.length > 0 && { wallets }), reason: readField("reason") };
            const site = await request("DELETE /sites/{host}", { params: { host }, body });
            return { words: words.done(site.host, String(site.wallets.length)), subject: site.host };
          },
        }}
      />
      <FormPanel
        title={words.add}
        act={async (readField) => {
          const [host, wallets] = [readField("host"), readList(readField("wallets"))];
          const body = { host, wallets, reason: readField("reason") };
          const site = await request("POST /sites", { body });
          return { words: words.done(site.host, String(site.wallets.length)), subject: site.host };
        }}
      >
        <TextField {...nameField(words, "host")} spellCheck={false} required />
        <AreaField {...nameField(words, "wallets")} spellCheck={false} required />
      </FormPanel>
    </ActionView>
  );
}

/** Number of wallets shown at first. */
const INITIAL_WALLETS = 3;

function Wallets({ wallets }: { readonly wallets: readonly string[] }) {
  const { common } = useText();
  const [most, setMost] = useState(INITIAL_WALLETS);
  return (
    <>
      {wallets.slice(0, most).map((wallet) => (
        <div key={wallet}>
          <CopyableText text={wallet} />
        </div>
      ))}
      {wallets.length > most && (
        <button type="button" className="small" onClick={() => setMost(most + 100)}>
          {common.more} ({wallets.length - most})
        </button>
      )}
    </>
  );
}
