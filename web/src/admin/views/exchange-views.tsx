/** Views about the exchange as a whole: its mode and clock, its brand, announcements, the audit log, and its operators. */
import { useState } from "react";
import { MODES } from "../../../../src/core/exchange-mode.ts";
import type { ExchangeMode } from "../../../../src/core/exchange-mode.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { ActionForm } from "../action/action-form.tsx";
import { SharedResult } from "../action/action-notice.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import { exportAuditLog } from "../listing/export-csv.ts";
import type { AuditFilter } from "../listing/export-csv.ts";
import { readBase64 } from "../images/image-field.tsx";
import { useOperatorClient, useOperatorQuery } from "../session/operator-session.tsx";
import type { Answer } from "../session/operator-session.tsx";
import { AuditTable } from "../parts/audit-entry.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { Facts } from "../parts/facts.tsx";
import { AreaField, CheckField, nameField, Options, SelectField, TextField } from "../parts/fields.tsx";
import { readFilledFields, readFilledInstants } from "../parts/read-form.ts";
import type { FieldReader } from "../parts/read-form.ts";
import { ExportButton, FindForm, FormPanel, PagesPanel, ResourceList } from "../parts/resource.tsx";
import { ActionView, Panel, View } from "../parts/view.tsx";
import { useStatus } from "../session/status.ts";
import type { Status } from "../session/status.ts";

/** Modes that stop all clients, so that setting one requires a confirmation. */
const STOPPING_MODES: ReadonlySet<ExchangeMode> = new Set(["read-only", "halted"]);

/** Shows and sets the mode of the exchange. */
export function ModeView() {
  const { mode: words } = useConsoleText();
  const { data: status } = useStatus();
  const query = useOperatorQuery("GET /mode", { refetchInterval: 3_000 });
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <Loaded query={query}>{(mode) => <CurrentMode mode={mode} />}</Loaded>
      <SharedResult>
        {(result) => (
          <>
            {status && <ClockPanel clock={status.clock} />}
            {result}
            {query.data && <SetMode key={query.data.set} set={query.data.set} />}
          </>
        )}
      </SharedResult>
    </View>
  );
}

type Mode = Answer<"GET /mode">;

function CurrentMode({ mode: { mode, set, why, suspended, waiting } }: { readonly mode: Mode }) {
  const { mode: words } = useConsoleText();
  const well = mode === "normal" && suspended === null && waiting === null;
  return (
    <Panel title={words.now}>
      <p className={well ? "figure up" : "figure warn"}>{words.names[mode]}</p>
      <p>{words.takes[mode]}</p>
      <Facts
        facts={[
          [words.set, words.names[set]],
          ...(why === "" ? [] : [[words.why, why] as const]),
          ...(suspended === null ? [] : [[words.suspended, suspended] as const]),
          ...(waiting === null ? [] : [[words.waiting, waiting] as const]),
        ]}
      />
    </Panel>
  );
}

function SetMode({ set }: { readonly set: ExchangeMode }) {
  const { mode: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <FormPanel
      title={words.change}
      submit={words.submit}
      confirm={(readField) => {
        const wanted = MODES.find((mode) => mode === readField("mode"));
        return wanted && STOPPING_MODES.has(wanted) ? words.confirm(words.names[wanted]) : undefined;
      }}
      act={async (readField) => {
        const mode = MODES.find((one) => one === readField("mode")) ?? set;
        const done = await request("POST /mode", { body: { mode, reason: readField("reason") } });
        return { words: words.done(words.names[done.set], words.names[done.mode]), subject: mode };
      }}
    >
      <fieldset>
        <legend>{words.choose}</legend>
        {MODES.map((mode) => (
          <CheckField
            key={mode}
            type="radio"
            name="mode"
            value={mode}
            label={words.names[mode]}
            hint={words.takes[mode]}
            defaultChecked={mode === set}
          />
        ))}
      </fieldset>
    </FormPanel>
  );
}

/**
 * The clocks of the exchange's machine, shown while the clocks disagree or engine time stands still. An operator can accept
 * the wall clock.
 */
function ClockPanel({ clock }: { readonly clock: Status["clock"] }) {
  const { clock: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  if (clock.why === "") return null;
  const formatTime = (time: string): string => formats.zonedTime(Date.parse(time));
  return (
    <Panel title={words.title}>
      <p className="figure warn">{clock.why}</p>
      <Facts
        facts={[
          [words.time, formatTime(clock.time)],
          [words.wall, formatTime(clock.wall)],
          [words.engine, formatTime(clock.engine)],
        ]}
      />
      {clock.partedSeconds !== null && (
        <ActionForm
          submit={words.accept}
          confirm={() => words.confirm(formatTime(clock.wall))}
          act={async (readField) => {
            const { time } = await request("POST /clock", { body: { reason: readField("reason") } });
            return { words: words.done(formatTime(time)), subject: time };
          }}
        />
      )}
    </Panel>
  );
}

const ANNOUNCEMENT_KINDS = ["info", "warning"] as const;
const MAX_LETTERS = 500;

/** Publishes announcements to all traders, and withdraws them. */
export function AnnouncementsView() {
  const { announcements: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  return (
    <ActionView title={words.title} lead={words.lead} role="market-admin">
      <ResourceList
        title={words.listed}
        read="GET /announcements"
        columns={[
          { name: words.text, cell: ({ text }) => text },
          { name: words.kind, cell: ({ kind }) => words.kinds[kind] },
          { name: words.link, cell: ({ link }) => link ?? "–" },
          { name: words.from, kind: "time", cell: ({ from }) => from },
          { name: words.until, kind: "time", cell: ({ until }) => until },
          { name: words.by, cell: ({ operator }) => operator },
        ]}
        keyOf={({ id }) => id}
        empty={words.empty}
        action={{
          column: words.change,
          name: words.withdraw,
          note: ({ text }) => text,
          danger: true,
          act: async ({ id }, readField) => {
            const body = { reason: readField("reason") };
            const done = await request("DELETE /announcements/{id}", { params: { id }, body });
            const from = formats.zonedTime(Date.parse(done.from));
            const until = formats.zonedTime(Date.parse(done.withdrawn));
            const told = done.wasShown ? words.withdrawn(from, until) : words.withdrawnBefore(from);
            return { words: told, subject: id };
          },
        }}
      />
      <AnnounceForm />
    </ActionView>
  );
}

function AnnounceForm() {
  const { announcements: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <FormPanel
      title={words.make}
      submit={words.submit}
      act={async (readField) => {
        const kind = ANNOUNCEMENT_KINDS.find((one) => one === readField("kind")) ?? "info";
        const body = {
          text: readField("text"),
          kind,
          ...readFilledFields(readField, ["link"]),
          ...readFilledInstants(readField, ["from", "until"]),
          reason: readField("reason"),
        };
        const made = await request("POST /announcements", { body });
        return { words: made.shown ? words.shown : words.later, subject: made.id };
      }}
    >
      <AreaField {...nameField(words, "text")} maxLength={MAX_LETTERS} required />
      <SelectField {...nameField(words, "kind")}>
        <Options of={ANNOUNCEMENT_KINDS} names={words.kinds} />
      </SelectField>
      <TextField {...nameField(words, "link")} type="url" pattern="https://.+" placeholder="https://" />
      <TextField {...nameField(words, "from")} type="datetime-local" />
      <TextField {...nameField(words, "until")} type="datetime-local" />
    </FormPanel>
  );
}

type Brand = Answer<"GET /brand">;
type Shades = NonNullable<Brand["accent"]>["light"];

const MAX_BRAND_LETTERS = 40;

/** Shows and changes the name, the colour and the logo of the exchange. */
export function BrandView() {
  const { brand: words } = useConsoleText();
  const query = useOperatorQuery("GET /brand");
  return (
    <ActionView title={words.title} lead={words.lead} role="market-admin">
      <Loaded query={query}>
        {(brand) => (
          <>
            <CurrentBrand brand={brand} />
            <ChangeBrand key={JSON.stringify(brand)} brand={brand} />
          </>
        )}
      </Loaded>
    </ActionView>
  );
}

function CurrentBrand({ brand: { name, accent, logo } }: { readonly brand: Brand }) {
  const { brand: words } = useConsoleText();
  return (
    <Panel title={words.now}>
      <Facts
        facts={[
          [words.name, name],
          [words.accent, accent?.given ?? words.own],
          ...(accent === null
            ? []
            : [
                [words.light, <Sample key="light" shades={accent.light} />] as const,
                [words.dark, <Sample key="dark" shades={accent.dark} />] as const,
              ]),
          [
            words.logo,
            <img
              key="logo"
              src={logo === null ? "/favicon.svg" : `/brand/logo?${logo.hash.slice(0, 12)}`}
              alt={words.logo}
              width="64"
              height="64"
            />,
          ],
        ]}
      />
    </Panel>
  );
}

/** Draws text on the brand colour as SVG, since the page's content security policy forbids inline styles. */
function Sample({ shades: { accent, onAccent } }: { readonly shades: Shades }) {
  const { brand: words } = useConsoleText();
  return (
    <span className="row">
      <svg width="80" height="28" aria-hidden="true">
        <rect width="80" height="28" rx="8" fill={accent} />
        <text x="40" y="19" textAnchor="middle" fill={onAccent}>
          {words.sample}
        </text>
      </svg>
      <code>{accent}</code>
    </span>
  );
}

function ChangeBrand({ brand: { name, accent, logo } }: { readonly brand: Brand }) {
  const { brand: words } = useConsoleText();
  const request = useOperatorClient();
  const [file, setFile] = useState<File>();
  return (
    <FormPanel
      title={words.change}
      act={async (readField) => {
        const body = await readChange(readField, file);
        const changed = await request("POST /brand", { body });
        const said = words.done(changed.name);
        const named = changed.bearers.map((bearer) => bearer.name).join(", ");
        return { words: named === "" ? said : `${said} ${words.bearers(named)}`, subject: "brand" };
      }}
    >
      <TextField {...nameField(words, "name")} defaultValue={name} maxLength={MAX_BRAND_LETTERS} required />
      <TextField
        {...nameField(words, "accent")}
        defaultValue={accent?.given ?? ""}
        pattern="#[0-9a-fA-F]{6}"
        title={words.accentHint}
        placeholder="#1f4fd8"
        spellCheck={false}
      />
      <TextField
        type="file"
        name="logo"
        label={words.logo}
        hint={`${words.logoHint} ${words.keepLogo}`}
        accept="image/png,image/jpeg,image/webp"
        onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
      />
      {logo !== null && <CheckField name="no-logo" value="yes" label={words.noLogo} />}
    </FormPanel>
  );
}

/** Reads the fields, and the logo file if one was chosen. */
async function readChange(readField: FieldReader, file: File | undefined) {
  const given = file === undefined ? undefined : await readBase64(file);
  const logo = readField("no-logo") === "" ? given : null;
  return {
    name: readField("name"),
    accent: readField("accent") || null,
    ...(logo !== undefined && { logo }),
    reason: readField("reason"),
  };
}

/** Lists the operators with their roles. */
export function OperatorsView() {
  const { operators: words } = useConsoleText();
  const query = useOperatorQuery("GET /operators");
  return (
    <View title={words.title} lead={words.lead}>
      <section className="panel">
        <Loaded query={query}>
          {(operators) => (
            <DataTable
              caption={words.title}
              rows={operators}
              keyOf={({ name }) => name}
              empty=""
              columns={[
                { name: words.name, cell: ({ name }) => name },
                { name: words.roles, cell: ({ roles }) => roles.join(", ") },
              ]}
            />
          )}
        </Loaded>
      </section>
    </View>
  );
}

const ENTRIES_AT_ONCE = 50;

/** The audit log in pages, filtered by subject or operator, with an export. */
export function AuditView() {
  const { audit: words } = useConsoleText();
  const [filter, setFilter] = useState<AuditFilter>({});
  return (
    <View title={words.title} lead={words.lead}>
      <FindForm
        find={words.narrow}
        onFind={(readField) => setFilter(readFilledFields(readField, ["subject", "operator"]))}
        beside={<ExportAudit filter={filter} />}
      >
        <TextField {...nameField(words, "subject")} spellCheck={false} />
        <TextField {...nameField(words, "operator")} spellCheck={false} />
      </FindForm>
      <AuditEntries filter={filter} />
    </View>
  );
}

function AuditEntries({ filter }: { readonly filter: AuditFilter }) {
  const { audit: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <PagesPanel
      title={words.entries}
      more={words.older}
      queryKey={["audit", "pages", filter]}
      readPage={(page, signal) =>
        request("GET /audit", { query: { ...filter, limit: ENTRIES_AT_ONCE, ...page }, signal })
      }
    >
      {(entries) => <AuditTable entries={entries} />}
    </PagesPanel>
  );
}

function ExportAudit({ filter }: { readonly filter: AuditFilter }) {
  const { audit: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <ExportButton
      label={words.export}
      textClass="soft export"
      read={async () => {
        const { csv, whole } = await exportAuditLog(request, filter);
        const count = String(csv.rows.length);
        return { name: "audit.csv", csv, words: whole ? words.exported(count) : words.exportCut(count) };
      }}
    />
  );
}
