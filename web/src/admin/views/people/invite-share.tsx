/** An invite to pass on: its link, the link as a QR code, and a message to copy or mail. */
import { correction, generate } from "lean-qr";
import { useMemo, useState } from "react";
import { CopyButton } from "../../../parts/controls/copy-button.tsx";
import { useFormats, useText } from "../../../text/language.tsx";
import { Modal } from "../../parts/modal.tsx";
import { AreaField, TextField } from "../../parts/fields.tsx";
import { formatMoney, formatTime } from "../../parts/format-amounts.ts";
import { useConsoleText } from "../../parts/console-text.ts";
import type { Answer } from "../../session/operator-session.tsx";

export type Invite = Answer<"GET /invites">["data"][number];

type ShareProps = { readonly invite: Invite; readonly link: string; readonly close: () => void };

/** A dialog to pass an invite on. */
export function InviteShare({ invite, link, close }: ShareProps) {
  const { common } = useText();
  const { invites: words } = useConsoleText();
  const formats = useFormats();
  const until = invite.until === null ? "" : words.messageUntil(formatTime(invite.until, formats));
  const [message, setMessage] = useState(
    words.message(invite.name, formatMoney(invite.amount, formats), link, until),
  );
  const mail = `mailto:?subject=${encodeURIComponent(words.mailSubject)}&body=${encodeURIComponent(message)}`;
  return (
    <Modal title={words.share} close={close}>
      <div className="stack">
        {isOnlyHere(link) && <p className="notice">{words.onlyHere}</p>}
        <TextField
          label={words.link}
          value={link}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton text={link} name={words.link} />
        <QrCode text={link} label={words.qrOf(invite.name || invite.reason)} />
        <AreaField
          label={words.messageLabel}
          hint={words.messageHint}
          rows={5}
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <div className="row">
          <CopyButton text={message} name={words.messageLabel} />
          <a className="button" href={mail}>
            {words.mail}
          </a>
          <button type="button" onClick={close}>
            {common.close}
          </button>
        </div>
      </div>
    </Modal>
  );
}

/** Tells whether a link leads to this computer itself, wherever it is opened. */
const isOnlyHere = (link: string): boolean =>
  URL.canParse(link) && /^(localhost|127\..*|\[::1\])$/.test(new URL(link).hostname);

/** Empty modules around the code, which readers of QR codes need. */
const QUIET_ZONE = 4;

type QrProps = { readonly text: string; readonly label: string };

function QrCode({ text, label }: QrProps) {
  const { path, size } = useMemo(() => drawQr(text), [text]);
  const box = size + 2 * QUIET_ZONE;
  return (
    <svg
      className="qr"
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${box} ${box}`}
      shapeRendering="crispEdges"
    >
      <path d={`M${-QUIET_ZONE} ${-QUIET_ZONE}h${box}v${box}h${-box}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Draws the dark modules of a code as squares with sides of one. */
function drawQr(text: string): { readonly path: string; readonly size: number } {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const dark: string[] = [];
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) dark.push(`M${x} ${y}h1v1h-1z`);
  return { path: dark.join(""), size: code.size };
}
