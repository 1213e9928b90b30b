/** A table of audit log entries. */
import { Link } from "wouter";
import type { AuditEntry } from "../../api/generated/operator.ts";
import { useFormats } from "../../text/language.tsx";
import { formatTime } from "../format-amounts.ts";
import { useConsoleText } from "../console-text.ts";
import { CopyableText } from "./copyable-text.tsx";
import { DataTable } from "./data-table.tsx";
import type { Column } from "./data-table.tsx";

const CONDITION = /^0x[0-9a-f]{64}$/;

/** Formats details such as "kind=trading nonce=0". */
const detailsText = (details: AuditEntry["details"]): string =>
  Object.entries(details)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" ");

type AuditTableProps = {
  readonly entries: readonly AuditEntry[];
  /** True if all entries have the same subject, whose column is then left out. */
  readonly ofOne?: boolean;
};

export function AuditTable({ entries, ofOne = false }: AuditTableProps) {
  const { audit: words } = useConsoleText();
  const formats = useFormats();
  const subject: Column<AuditEntry> = {
    name: words.subject,
    cell: (entry) => <Subject text={entry.subject} />,
  };
  return (
    <DataTable
      caption={words.title}
      columns={[
        {
          name: words.time,
          cell: ({ time, sequence }) => (
            <div>
              <time dateTime={time}>{formatTime(time, formats)}</time>{" "}
              <small className="soft">{words.batch(String(sequence))}</small>
            </div>
          ),
        },
        {
          name: words.action,
          cell: ({ action, operator }) => (
            <div>
              <code>{action}</code> <small className="soft">{operator}</small>
            </div>
          ),
        },
        ...(ofOne ? [] : [subject]),
        { name: words.reason, cell: ({ reason }) => reason },
        {
          name: words.details,
          cell: ({ details }) => <Details text={detailsText(details)} />,
        },
      ]}
      rows={entries}
      keyOf={({ sequence, action }, index) => `${sequence} ${action} ${index}`}
      empty={words.empty}
    />
  );
}

/** Renders nothing for an empty text, so that the phone layout leaves out its row. */
const Details = ({ text }: { readonly text: string }) =>
  text === "" ? null : <span className="details">{text}</span>;

function Subject({ text }: { readonly text: string }) {
  const { audit: words } = useConsoleText();
  if (!CONDITION.test(text)) return <CopyableText text={text} />;
  return (
    <div>
      <CopyableText text={text} /> <Link href={`/markets/${text}`}>{words.toMarket}</Link>
    </div>
  );
}
