/** Views about the operation of the exchange: its backups, and the commands in quarantine. */
import type { ReactNode } from "react";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { SharedResult } from "../action/action-notice.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import { formatTime } from "../parts/format-amounts.ts";
import { formatDuration } from "../session/describe-status.ts";
import { useOperatorClient, useOperatorQuery } from "../session/operator-session.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { Facts } from "../parts/facts.tsx";
import { FormPanel, ResourceList } from "../parts/resource.tsx";
import { Panel, View } from "../parts/view.tsx";
import { useStatus } from "../session/status.ts";
import type { Status } from "../session/status.ts";

type Backups = NonNullable<Status["backups"]>;

const BYTES_PER_MIB = 1_048_576;

/** Backups: the last scheduled backup, the backups that can be restored, and a button that starts one. */
export function BackupsView() {
  const { backups: words } = useConsoleText();
  const status = useStatus();
  return (
    <View title={words.title} {...(status.data?.backups && { lead: words.lead })} role="market-admin">
      <Loaded query={status}>
        {({ backups }) =>
          backups === null ? (
            <section className="panel">
              <p className="notice">{words.noBackups}</p>
              <p>{words.noPlace}</p>
              <ExampleLines
                lines={["PRESAGE_BACKUP_DIR=/var/backups/presage", "PRESAGE_BACKUP_DIR=s3://bucket/presage"]}
              />
              <p>{words.keep}</p>
              <ExampleLines lines={["PRESAGE_BACKUP_KEEP=30d"]} />
              <p className="soft">{words.lead}</p>
            </section>
          ) : (
            <BackupStatus backups={backups} />
          )
        }
      </Loaded>
    </View>
  );
}

const ExampleLines = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul>
    {lines.map((line) => (
      <li key={line}>
        <code>{line}</code>
      </li>
    ))}
  </ul>
);

function BackupStatus({ backups }: { readonly backups: Backups }) {
  const { backups: words } = useConsoleText();
  const request = useOperatorClient();
  const { place, underway, trouble } = backups;
  return (
    <>
      <Panel title={words.standing} stack>
        <BackupFacts backups={backups} />
        {trouble.map((why) => (
          <p key={why} className="notice">
            {why}
          </p>
        ))}
        <p role="status">{underway === null ? "" : words.underway}</p>
      </Panel>
      <FormPanel
        title={words.now}
        act={async (readField) => {
          await request("POST /backups", { body: { reason: readField("reason") } });
          return { words: words.begun, subject: place };
        }}
      />
      <Files last={backups.last?.file} />
    </>
  );
}

function BackupFacts({ backups: { place, last, covered, lagSeconds } }: { readonly backups: Backups }) {
  const { backups: words, overview } = useConsoleText();
  const formats = useFormats();
  const formatAge = (seconds: number): string => formatDuration(seconds, formats.count, overview.units);
  const made =
    last === null
      ? words.none
      : words.made(
          formatTime(last.time, formats),
          formatAge(last.ageSeconds),
          formatMebibytes(last.bytes, formats.decimal),
        );
  return (
    <Facts
      facts={[
        [words.place, <code>{place}</code>],
        [words.last, made],
        [words.check, last === null ? words.none : last.verified ? words.verified : words.before],
        [
          words.covered,
          covered === null || lagSeconds === null
            ? words.unknown
            : words.coveredUntil(formatTime(covered, formats), formatAge(lagSeconds)),
        ],
      ]}
    />
  );
}

const formatMebibytes = (bytes: number, decimal: (value: number, places: number) => string): string =>
  `${decimal(Math.ceil((bytes * 10) / BYTES_PER_MIB), 1)} MiB`;

/** Lists the stored backups, and reloads the list after each completed backup. */
function Files({ last }: { readonly last: string | undefined }) {
  const { backups: words } = useConsoleText();
  const { decimal } = useFormats();
  const query = useOperatorQuery("GET /backups/files", { version: last });
  return (
    <Panel title={words.files}>
      <Loaded query={query}>
        {({ unreadable, data }) =>
          unreadable === null ? (
            <DataTable
              caption={words.files}
              columns={[
                { name: words.time, kind: "time", cell: ({ time }) => time },
                { name: words.until, kind: "time", cell: ({ until }) => until },
                { name: words.journalFiles, kind: "count", cell: ({ journalFiles }) => journalFiles },
                { name: words.size, cell: ({ bytes }) => formatMebibytes(bytes, decimal), number: true },
                { name: words.batch, kind: "count", cell: ({ sequence }) => sequence },
                { name: words.file, kind: "id", cell: ({ file }) => file },
              ]}
              rows={data}
              keyOf={({ file }) => file}
              empty={words.empty}
            />
          ) : (
            <p className="notice">{unreadable}</p>
          )
        }
      </Loaded>
    </Panel>
  );
}

/** Commands in quarantine. The exchange stopped while it was deciding these commands. */
export function QuarantineView() {
  const { quarantine: words } = useConsoleText();
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <SharedResult>{(result) => <QuarantinedCommands result={result} />}</SharedResult>
    </View>
  );
}

function QuarantinedCommands({ result }: { readonly result: ReactNode }) {
  const { quarantine: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <ResourceList
      title={words.held}
      read="GET /quarantine"
      above={result}
      columns={[
        { name: words.fingerprint, kind: "id", cell: ({ fingerprint }) => fingerprint },
        { name: words.command, cell: ({ command }) => command },
        { name: words.stops, cell: ({ stops }) => stops, number: true },
        { name: words.state, cell: ({ refused }) => (refused ? words.refused : words.alone) },
      ]}
      keyOf={({ fingerprint }) => fingerprint}
      empty={words.empty}
      action={{
        column: words.release,
        name: words.release,
        note: () => words.releaseNote,
        act: async ({ fingerprint }, readField) => {
          const options = { params: { fingerprint }, body: { reason: readField("reason") } };
          const answer = await request("POST /quarantine/{fingerprint}/release", options);
          return { words: words.released, subject: answer.fingerprint };
        },
      }}
    />
  );
}
