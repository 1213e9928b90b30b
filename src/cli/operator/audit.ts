/** `presage audit`: shows the changes that operators made, newest first. */
import type { Static } from "typebox";
import { changePieces, sentencePieces } from "../../core/events/audit-pieces.ts";
import type { ChangedPieces, AuditPiece } from "../../core/events/audit-pieces.ts";
import type { AuditAnswer } from "../../http/admin/exchange/audit.ts";
import { AUDIT_WORDS } from "./audit-words.ts";
import type { Subcommands } from "../terminal/command-line.ts";
import { getTextFlag } from "../terminal/command-line.ts";
import { printable } from "../terminal/table.ts";
import { getMarket } from "./market.ts";
import { describeCommand, describeSubcommand } from "./operation.ts";

// Formats an entry of the audit log for a person: a sentence, the changes and the reason.

export function entryText(entry: Static<typeof AuditAnswer>): string {
  const { time, operator, reason } = entry;
  const first = `${time}  ${operator}  ${piecesText(sentencePieces(entry, AUDIT_WORDS))}`;
  const changed = changePieces(entry, AUDIT_WORDS).map(changeText);
  const further = reason === "" ? changed : [...changed, `Why: ${reason}`];
  return [first, ...further.map((line) => `    ${line}`)].map((line) => `${printable(line)}\n`).join("");
}

const changeText = ({ field, from, to }: ChangedPieces): string =>
  `${field}: ${piecesText(from)} -> ${piecesText(to)}`;

const piecesText = (pieces: readonly AuditPiece[]): string => pieces.map(pieceText).join("");

/** Formats a piece of an entry. The slug or address that other commands take follows a name. */
function pieceText(piece: AuditPiece): string {
  if (!("id" in piece)) return piece.text;
  const { id, named } = piece;
  if (named === undefined) return id;
  return piece.kind === "account" ? `${named.name} (${id})` : `“${named.name}” (${named.slug ?? id})`;
}

const AUDIT_HELP = `Usage: presage audit [--market MARKET] [--subject TEXT] [--operator NAME] [--limit N] [--before PLACE]

Shows who did what, when and why, newest first, and the fields that changed, before -> after; 100 entries at a time
unless --limit says otherwise. --json has each as the journal does. --market takes a condition id or a slug; --subject
an event's id, a wallet, an API key or a host name. The exchange must run.

  presage audit --market will-it-rain-in-bern-on-1-may
  presage audit --operator ann --limit 10 --json
`;

type Page = { readonly data: readonly Static<typeof AuditAnswer>[]; readonly next: string | null };

/** Flags without which all entries are shown. */
const FILTERS = ["--market", "--subject", "--operator", "--before"];

const AUDIT = describeSubcommand<Page>({
  route: "GET /audit",
  texts: { "--subject": "subject", "--operator": "operator", "--limit": "limit", "--before": "before" },
  flags: { "--market": "text" },
  check: ({ flags }) => {
    if (flags.has("--market") && flags.has("--subject"))
      throw new Error("--market and --subject are two ways to say the same: give one of them");
  },
  fields: async (input) => {
    const market = getTextFlag(input.line, "--market");
    return market === undefined ? {} : { subject: (await getMarket(input, market)).conditionId };
  },
  text: ({ data, next }, { line }) => {
    const nothing = FILTERS.some((flag) => line.flags.has(flag))
      ? "The audit log has no such entry.\n"
      : "Nothing was done by operators.\n";
    const text = data.length === 0 ? nothing : data.map(entryText).join("");
    return next === null ? text : `${text}For earlier ones: --before ${next}\n`;
  },
});

const audit = describeCommand(AUDIT_HELP, AUDIT);

export const SUBCOMMANDS: Subcommands = { audit };
