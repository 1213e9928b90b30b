/** Entries of the audit log for a person: a sentence each, what changed, and why. */
import type { Static } from "typebox";
import { changePieces, sentencePieces } from "../core/deed-pieces.ts";
import type { ChangedPieces, DeedPiece } from "../core/deed-pieces.ts";
import type { AuditAnswer } from "../http/admin/list-audit.ts";
import { AUDIT_WORDS } from "./audit-words.ts";
import { printable } from "./table.ts";

export function entryText(entry: Static<typeof AuditAnswer>): string {
  const { time, operator, reason } = entry;
  const first = `${time}  ${operator}  ${piecesText(sentencePieces(entry, AUDIT_WORDS))}`;
  const changed = changePieces(entry, AUDIT_WORDS).map(changeText);
  const further = reason === "" ? changed : [...changed, `Why: ${reason}`];
  return [first, ...further.map((line) => `    ${line}`)].map((line) => `${printable(line)}\n`).join("");
}

const changeText = ({ field, from, to }: ChangedPieces): string =>
  `${field}: ${piecesText(from)} -> ${piecesText(to)}`;

const piecesText = (pieces: readonly DeedPiece[]): string => pieces.map(pieceText).join("");

/** Names are followed by the slug or the address that other commands take. */
function pieceText(piece: DeedPiece): string {
  if (!("id" in piece)) return piece.text;
  const { id, named } = piece;
  if (named === undefined) return id;
  return piece.kind === "account" ? `${named.name} (${id})` : `“${named.name}” (${named.slug ?? id})`;
}
