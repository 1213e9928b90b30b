/** Scheduled backups: the last one, those that can be restored, and one at once. */
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { ActionForm } from "../action/action-form.tsx";
import { useConsoleText } from "../console-text.ts";
import { formatDuration } from "../format-duration.ts";
import { formatTime } from "../format-amounts.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { CopyableText } from "../parts/copyable-text.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { Facts } from "../parts/facts.tsx";
import { View } from "../parts/view.tsx";
import { useStatus } from "../status.ts";
import type { Status } from "../status.ts";

type Backups = NonNullable<Status["backups"]>;

const BYTES_PER_MIB = 1_048_576;

export function BackupsView() {
  const { backups: words } = useConsoleText();
  const status = useStatus();
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <Loaded query={status}>
        {({ backups }) =>
          backups === null ? (
            <section className="panel">
              <p>{words.noPlace}</p>
            </section>
          ) : (
            <Standing backups={backups} />
          )
        }
      </Loaded>
    </View>
  );
}

function Standing({ backups }: { readonly backups: Backups }) {
  const { backups: words } = useConsoleText();
  const request = useOperatorClient();
  const { place, underway, trouble } = backups;
  return (
    <>
      <section className="panel stack">
        <h2>{words.standing}</h2>
        <BackupFacts backups={backups} />
        {trouble.map((why) => (
          <p key={why} className="notice">
            {why}
          </p>
        ))}
        <p role="status">{underway === null ? "" : words.underway}</p>
      </section>
      <section className="panel">
        <h2>{words.now}</h2>
        <ActionForm
          submit={words.now}
          act={async (readField) => {
            await request("POST /backups", { body: { reason: readField("reason") } });
            return { words: words.begun, subject: place };
          }}
        />
      </section>
      <Files last={backups.last?.file} />
    </>
  );
}

function BackupFacts({ backups: { place, last, covered, lagSeconds } }: { readonly backups: Backups }) {
  const { backups: words, overview } = useConsoleText();
  const formats = useFormats();
  const age = (seconds: number): string => formatDuration(seconds, formats.count, overview.units);
  const made =
    last === null
      ? words.none
      : words.made(formatTime(last.time, formats), age(last.ageSeconds), sizeOf(last.bytes, formats.decimal));
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
            : words.coveredUntil(formatTime(covered, formats), age(lagSeconds)),
        ],
      ]}
    />
  );
}

const sizeOf = (bytes: number, decimal: (value: number, places: number) => string): string =>
  `${decimal(Math.ceil((bytes * 10) / BYTES_PER_MIB), 1)} MiB`;

/** Lists what the place has, anew after each whole backup. */
function Files({ last }: { readonly last: string | undefined }) {
  const { backups: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  const query = useQuery({
    queryKey: ["backups", last],
    queryFn: ({ signal }) => request("GET /backups/files", { signal }),
  });
  return (
    <section className="panel">
      <h2>{words.files}</h2>
      <Loaded query={query}>
        {({ unreadable, data }) =>
          unreadable === null ? (
            <DataTable
              caption={words.files}
              columns={[
                { name: words.time, cell: ({ time }) => formatTime(time, formats) },
                { name: words.until, cell: ({ until }) => formatTime(until, formats) },
                { name: words.journalFiles, cell: (one) => formats.count(one.journalFiles), number: true },
                { name: words.size, cell: ({ bytes }) => sizeOf(bytes, formats.decimal), number: true },
                { name: words.batch, cell: ({ sequence }) => formats.count(sequence), number: true },
                { name: words.file, cell: ({ file }) => <CopyableText text={file} /> },
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
    </section>
  );
}
