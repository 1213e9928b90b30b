/** Fields for the evidence of a proposed resolution. */
import { AreaField, TextField } from "../parts/fields.tsx";
import { useConsoleText } from "../console-text.ts";

const LIMITS = { evidence: 10_000, link: 2_000 } as const;

export function EvidenceFields() {
  const { market: words } = useConsoleText();
  return (
    <>
      <AreaField
        name="evidence"
        label={words.evidence}
        hint={words.evidenceHint}
        maxLength={LIMITS.evidence}
      />
      <TextField
        name="link"
        label={words.link}
        type="url"
        pattern="[hH][tT][tT][pP][sS]?://\S+"
        title={words.linkHint}
        hint={words.linkHint}
        maxLength={LIMITS.link}
      />
    </>
  );
}
