/** `presage audit`: shows the changes that operators made, newest first. */
import type { Static } from "typebox";
import { changePieces, sentencePieces } from "../../core/events/audit-pieces.ts";
import type { ChangedPieces, AuditPiece } from "../../core/events/audit-pieces.ts";
import type { AuditAnswer } from "../../http/admin/exchange/audit.ts";
import { AUDIT_WORDS } from "./audit-words.ts";
import { getTextFlag } from "../command-line.ts";
import { getMarket } from "./market-answer.ts";
import { runOperation } from "./operation.ts";
import type { OperationInput, OperatorSubcommand } from "./operation.ts";
import { printable } from "../table.ts";

// Writes an entry of the audit log for a person: a sentence, the changes and the reason.

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

/** Writes a piece of an entry. A name is followed by the slug or the address that other commands take. */
function pieceText(piece: AuditPiece): string {
  if (!("id" in piece)) return piece.text;
  const { id, named } = piece;
  if (named === undefined) return id;
  return piece.kind === "account" ? `${named.name} (${id})` : `“${named.name}” (${named.slug ?? id})`;
}

export const AUDIT_HELP = `Usage: presage audit [--market MARKET] [--subject TEXT] [--operator NAME] [--limit N] [--before PLACE]

Shows who did what, when and why, newest first, and the fields that changed, before -> after; 100 entries at a time
unless --limit says otherwise. --json has each as the journal does. --market takes a condition id or a slug; --subject
an event's id, a wallet, an API key or a host name. The exchange must run.

  presage audit --market will-it-rain-in-bern-on-1-may
  presage audit --operator ann --limit 10 --json
`;

type Page = { readonly data: readonly Static<typeof AuditAnswer>[]; readonly next: string | null };

const AUDIT: OperatorSubcommand = {
  operands: [],
  flags: {
    "--market": "text",
    "--subject": "text",
    "--operator": "text",
    "--limit": "text",
    "--before": "text",
  },
  changes: false,
  check: ({ flags }) => {
    if (flags.has("--market") && flags.has("--subject"))
      throw new Error("--market and --subject are two ways to say the same: give one of them");
  },
  perform: async (input) => {
    const query = new URLSearchParams(await readAuditQuery(input)).toString();
    const page: Page = JSON.parse(await input.call({ method: "GET", path: `/audit?${query}` }));
    return { json: page, text: pageText(page) };
  },
};

export const audit = (args: readonly string[]): Promise<number> => runOperation("audit", AUDIT, args);

async function readAuditQuery(input: OperationInput): Promise<Record<string, string>> {
  const { line } = input;
  const market = getTextFlag(line, "--market");
  const subject = market === undefined ? getTextFlag(line, "--subject") : await findCondition(input, market);
  const query = {
    subject,
    operator: getTextFlag(line, "--operator"),
    limit: getTextFlag(line, "--limit"),
    before: getTextFlag(line, "--before"),
  };
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

const findCondition = async (input: OperationInput, market: string): Promise<string> =>
  (await getMarket(input, market)).conditionId;

function pageText({ data, next }: Page): string {
  const text = data.length === 0 ? "Nothing was done by operators.\n" : data.map(entryText).join("");
  return next === null ? text : `${text}For earlier ones: --before ${next}\n`;
}
