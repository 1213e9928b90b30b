/** The audit log in words: an entry as a sentence with links and the fields that changed, and tables of entries. */
import { Link } from "wouter";
import { changePieces, sentencePieces } from "../../../../src/core/events/audit-pieces.ts";
import type { ChangedPieces, AuditPiece } from "../../../../src/core/events/audit-pieces.ts";
import type { AuditEntry } from "../../api/generated/operator.ts";
import { readTicks } from "../../base/money.ts";
import { Loaded } from "../../parts/loaded.tsx";
import type { Formats } from "../../text/formats.ts";
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "./console-text.ts";
import { formatMoney, formatTime } from "./format-amounts.ts";
import { useOperatorQuery } from "../session/operator-session.tsx";
import { CopyableText, DataTable } from "./data-table.tsx";

export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { audit: words } = useConsoleText();
  const formats = useFormats();
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
        { name: words.operator, cell: ({ operator }) => operator },
        { name: words.action, cell: (entry) => <AuditEntryText entry={entry} /> },
        { name: words.reason, cell: ({ reason }) => reason },
      ]}
      rows={entries}
      keyOf={({ sequence, action }, index) => `${sequence} ${action} ${index}`}
      empty={words.empty}
    />
  );
}

type SubjectAuditProps = { readonly title: string; readonly subject: string };

/** A panel with the actions of operators on one subject: an account, an event or a market. */
export function SubjectAudit({ title, subject }: SubjectAuditProps) {
  const query = useOperatorQuery("GET /audit", { query: { subject } });
  return (
    <section className="panel">
      <h2>{title}</h2>
      <Loaded query={query}>{({ data }) => <AuditTable entries={data} />}</Loaded>
    </section>
  );
}

function AuditEntryText({ entry }: { readonly entry: AuditEntry }) {
  const { audit: words, deeds } = useConsoleText();
  const changes = changePieces(entry, deeds);
  const { names: _, ...written } = entry;
  return (
    <div className="deed">
      <p>
        <AuditSentence entry={entry} />
      </p>
      {changes.length > 0 && <Changes changes={changes} />}
      <details>
        <summary>{words.raw}</summary>
        <pre>{JSON.stringify(written, undefined, 2)}</pre>
      </details>
    </div>
  );
}

export function AuditSentence({ entry }: { readonly entry: AuditEntry }) {
  const { deeds } = useConsoleText();
  return <Pieces pieces={sentencePieces(entry, deeds)} />;
}

const Changes = ({ changes }: { readonly changes: readonly ChangedPieces[] }) => (
  <dl>
    {changes.map(({ field, from, to }) => (
      <div key={field}>
        <dt>{field}</dt>
        <dd>
          <del>
            <Pieces pieces={from} />
          </del>{" "}
          <span aria-hidden="true">→</span>{" "}
          <ins>
            <Pieces pieces={to} />
          </ins>
        </dd>
      </div>
    ))}
  </dl>
);

const Pieces = ({ pieces }: { readonly pieces: readonly AuditPiece[] }) => (
  <>
    {pieces.map((piece, index) => (
      <Piece key={index} piece={piece} />
    ))}
  </>
);

/** Length from which a text is copied rather than typed. */
const MIN_COPYABLE_LETTERS = 16;

const Code = ({ text }: { readonly text: string }) =>
  text.length < MIN_COPYABLE_LETTERS ? <code>{text}</code> : <CopyableText text={text} />;

const VIEW_PATHS = { market: "/markets/", event: "/markets/events/", account: "/wallets/" } as const;

function Piece({ piece }: { readonly piece: AuditPiece }) {
  const formats = useFormats();
  if (!("id" in piece))
    return piece.kind === "code" ? <Code text={piece.text} /> : formatPiece(piece, formats);
  const { kind, id, named } = piece;
  if (named === undefined) return <CopyableText text={id} />;
  return (
    <Link href={`${VIEW_PATHS[kind]}${encodeURIComponent(id)}`}>
      <bdi>{named.name}</bdi>
    </Link>
  );
}

function formatPiece({ kind, text }: Exclude<AuditPiece, { readonly id: string }>, formats: Formats): string {
  switch (kind) {
    case "money":
      return formatMoney(text, formats);
    case "time":
      return Number.isNaN(Date.parse(text)) ? text : formatTime(text, formats);
    case "price": {
      const price = readTicks(text);
      return price === undefined ? text : formats.cents(price);
    }
    case "count":
      return Number.isFinite(Number(text)) ? formats.count(Number(text)) : text;
    default:
      return text;
  }
}
