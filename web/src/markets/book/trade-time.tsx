/** The time since a trade. Its tooltip has the exact time. */
import { useFormats, useText } from "../../text/language.tsx";
import { computeTimeLeft } from "../time-left.ts";

/** Both in unix milliseconds. */
type TradeTimeProps = { readonly at: number; readonly now: number };

export function TradeTime({ at, now }: TradeTimeProps) {
  const { trades: text } = useText().markets;
  const formats = useFormats();
  const ago = computeTimeLeft(now, at);
  return (
    <time dateTime={new Date(at).toISOString()} title={formats.dateTime(at)}>
      {ago === undefined ? text.now : text.ago(ago)}
    </time>
  );
}
